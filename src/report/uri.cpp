// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/uri.h"

#include <string_view>

namespace heddle::report {
namespace {

bool stands_for_itself(char c) {
  constexpr std::string_view kMarks = "-._~/!$&'()*+,;=:@";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.find(c) != std::string_view::npos;
}

std::string escaped(const std::string& path) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (char c : path) {
    if (stands_for_itself(c)) {
      out += c;
    } else {
      out += '%';
      out += kDigits[static_cast<unsigned char>(c) >> 4];
      out += kDigits[c & 15];
    }
  }
  return out;
}

}  // namespace

std::string file_uri(const std::string& absolute_path) { return "file://" + escaped(absolute_path); }

std::string relative_uri(const std::string& path) {
  std::string out = escaped(path);
  return out.substr(0, out.find('/')).find(':') == std::string::npos ? out : "./" + out;
}

}  // namespace heddle::report
