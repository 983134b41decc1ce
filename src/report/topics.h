// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts about what Heddle reports: every property, and every reason for which a verdict is `unknown`. They are
// what `heddle explain` prints and what SARIF carries as the help of a rule.
#pragma once
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::report {

struct Topic {
  std::string name;     // "no-data-race", "time-limit"
  std::string summary;  // one sentence
  std::string text;     // what it means; paragraphs are separated by an empty line
  std::string next;     // what to do about it
};

const Topic& topic(trace::Property p);
const Topic& topic(trace::Reason r);  // not for None

// All of them: the properties, then the reasons.
const std::vector<Topic>& property_topics();
const std::vector<Topic>& reason_topics();

// What the user means by a word: the name of a topic, a kind of violation (`data-race`, `livelock`), a reason with
// spaces in it (`time limit`). Null: nothing.
const Topic* find_topic(const std::string& word);

}  // namespace heddle::report
