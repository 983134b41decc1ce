// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/inputs.h"

#include <cctype>
#include <cstdio>

namespace heddle::report {
namespace {

constexpr const char* kDrawsArguments = "argv";
constexpr size_t kCharacters = 8;  // of one argument

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char escaped[8];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte >= 32 && byte < 127) {
      out += c;
    } else {
      std::snprintf(escaped, sizeof escaped, "\\%03o", byte);
      out += escaped;
    }
  }
  return out + "\"";
}

// The texts that these draws say, from the first argument on.
void add_texts(std::vector<trace::Input>& to, const trace::Input& like, const std::vector<uint64_t>& draws) {
  for (size_t begin = 1; begin + kCharacters <= draws.size(); begin += kCharacters) {
    std::string text;
    for (size_t k = begin; k < begin + kCharacters && draws[k] % 256 != 0; ++k)
      text += static_cast<char>(draws[k] % 256);
    trace::Input one = like;
    one.function = "argv[" + std::to_string(1 + begin / kCharacters) + "]";
    one.value = quoted(text);
    one.bits = 0;
    one.times = 1;
    to.push_back(std::move(one));
  }
}

}  // namespace

std::vector<trace::Input> inputs_for_reader(const trace::Trace& t) {
  std::vector<trace::Input> all;
  for (size_t k = 0; k < t.inputs.size();) {
    const trace::Input& first = t.inputs[k];
    if (first.function != kDrawsArguments) {
      all.push_back(first);
      ++k;
      continue;
    }
    std::vector<uint64_t> draws;
    for (; k < t.inputs.size() && t.inputs[k].function == kDrawsArguments && t.inputs[k].thread == first.thread; ++k)
      draws.insert(draws.end(), t.inputs[k].times, t.inputs[k].bits);
    add_texts(all, first, draws);
  }
  return all;
}

std::string name_of_input(const trace::Input& i) {
  const bool variable = i.function == "argc" || i.function.starts_with("argv[");
  return i.function + (variable ? "" : "()");
}

}  // namespace heddle::report
