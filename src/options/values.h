// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of single values: 8, 60s, 4G. Nothing is guessed: no sign, no fraction, no blanks; overflow is no value.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::options {

std::optional<uint64_t> parse_number(const std::string& text);
// milliseconds; ms, s, m or min, h; a bare number is seconds
std::optional<uint64_t> parse_duration(const std::string& text);
// bytes; K, M, G, T are powers of 1024, also as MB or MiB
std::optional<uint64_t> parse_size(const std::string& text);
std::string format_duration(uint64_t milliseconds);
std::string format_size(uint64_t bytes);

}  // namespace heddle::options
