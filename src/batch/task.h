// SPDX-License-Identifier: GPL-3.0-or-later
// A task: one program, one question. It holds all that decides about the result, and nothing about where it is run.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::batch {

// Verdict (`true`, `false`) of each property of which it is known; the empty name stands for the verdict of the whole.
using Expected = std::map<std::string, std::string>;

struct Task {
  std::string name;      // as people know it. Invariant: no other task of the batch has the same name and property
  std::string property;  // in words, separated by commas
  Expected expected;
  std::vector<std::string> words;  // for `heddle check`, but for the memory limit and where the page goes
  uint64_t time_ms = 0;
  uint64_t memory_bytes = 0;  // 0: nobody has said it
  std::string key;            // hash of the words and of the files they name: another key, another result
  std::string stem;           // of the names of its files in the folder
};

std::string expected_text(const Task& task);  // `true`, or `unreach-call:true,no-data-race:false`; empty: not known

}  // namespace heddle::batch
