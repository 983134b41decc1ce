// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_names.h"

#include <cstdint>
#include <filesystem>

namespace heddle::base {

namespace {

// The length of the UTF-8 character at `at` (Unicode 15, table 3-7: no surrogates, the shortest form only), or 0.
size_t character(const std::string& text, size_t at, uint32_t& code) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  unsigned first = byte(at);
  size_t length = first < 0x80                    ? 1
                  : first >= 0xC2 && first < 0xE0 ? 2
                  : first >= 0xE0 && first < 0xF0 ? 3
                  : first >= 0xF0 && first < 0xF5 ? 4
                                                  : 0;
  code = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(at + i) & 0x3F);
  }
  static constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
  return length;
}

}  // namespace

bool same_file(const std::string& name, const std::string& asked) {
  if (name == asked || (name.size() > asked.size() && name.ends_with("/" + asked))) return true;
  std::error_code error;
  return std::filesystem::equivalent(name, asked, error) && !error;
}

std::string printable(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    uint32_t code = 0;
    size_t length = character(text, at, code);
    bool control = (code < 0x20 && code != '\n') || (code >= 0x7F && code < 0xA0);
    if (length == 0 || control)
      out += '?';
    else
      out.append(text, at, length);
    at += length ? length : 1;
  }
  return out;
}

bool is_utf8(const std::string& text) {
  uint32_t code = 0;
  for (size_t at = 0, length = 0; at < text.size(); at += length)
    if ((length = character(text, at, code)) == 0) return false;
  return true;
}

}  // namespace heddle::base
