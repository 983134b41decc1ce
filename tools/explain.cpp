// SPDX-License-Identifier: GPL-3.0-or-later
// heddle explain: short texts about properties and about the reasons for which a verdict is unknown.
#include <algorithm>
#include <iostream>

#include "base/check.h"
#include "commands.h"
#include "driver/exit_codes.h"
#include "base/nearest.h"
#include "report/ink.h"
#include "report/topics.h"

namespace heddle::tools {

namespace {

constexpr size_t kWidth = 80;

std::string word(const report::Topic& t) {
  std::string name = t.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

void paragraph(const std::string& text) {
  for (const std::string& line : report::wrap(text, kWidth)) std::cout << line << "\n";
}

void list(const char* title, const std::vector<report::Topic>& topics) {
  std::cout << title << "\n";
  for (const report::Topic& t : topics) {
    std::string name = "  " + word(t);
    name.resize(std::max<size_t>(name.size() + 1, 22), ' ');
    std::cout << name << t.summary << "\n";
  }
}

}  // namespace

int explain(const std::vector<std::string>& args) {
  const bool help = args.size() == 1 && (args[0] == "--help" || args[0] == "-h");
  if (args.empty() || help) {
    std::cout << "Usage: heddle explain TOPIC\n\n";
    list("Properties:", report::property_topics());
    list("\nReasons of an unknown verdict:", report::reason_topics());
    return driver::kTrue;
  }
  if (args.size() == 1 && args[0] == "--names") {
    for (const auto* topics : {&report::property_topics(), &report::reason_topics()})
      for (const report::Topic& t : *topics) std::cout << word(t) << "\n";
    return driver::kTrue;
  }
  std::string asked;
  for (const std::string& a : args) asked += (asked.empty() ? "" : " ") + a;
  const report::Topic* topic = report::find_topic(asked);
  if (!topic) {
    std::vector<std::string> names;
    for (const auto* topics : {&report::property_topics(), &report::reason_topics()})
      for (const report::Topic& t : *topics) names.push_back(word(t));
    throw InputError("there is nothing to explain about `" + asked + "`" + base::did_you_mean(asked, names) +
                     "; `heddle explain` lists the topics");
  }
  std::cout << word(*topic) << "\n\n";
  paragraph(topic->summary);
  std::cout << "\n";
  paragraph(topic->text);
  std::cout << "\n";
  paragraph("Next: " + topic->next);
  return driver::kTrue;
}

}  // namespace heddle::tools
