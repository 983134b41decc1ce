// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with units, to and from text.
#include "options/values.h"

#include <charconv>
#include <utility>

#include "base/check.h"

namespace heddle::options {

namespace {

// The number in front and the unit behind it.
std::optional<std::pair<uint64_t, std::string>> number_and_unit(const std::string& text) {
  uint64_t n = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{}) return std::nullopt;
  return std::pair{n, std::string(end, text.data() + text.size())};
}

std::optional<uint64_t> times(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

constexpr std::pair<const char*, uint64_t> kDurations[] = {{"h", 3'600'000}, {"m", 60'000},   {"s", 1000},
                                                           {"ms", 1},        {"min", 60'000}, {"", 1000}};
constexpr std::pair<const char*, uint64_t> kSizes[] = {
    {"T", 1ull << 40}, {"G", 1ull << 30}, {"M", 1ull << 20}, {"K", 1ull << 10}, {"", 1}};

}  // namespace

std::optional<uint64_t> parse_number(const std::string& text) {
  auto parsed = number_and_unit(text);
  if (!parsed || !parsed->second.empty()) return std::nullopt;
  return parsed->first;
}

std::optional<uint64_t> parse_duration(const std::string& text) {
  auto parsed = number_and_unit(text);
  if (!parsed) return std::nullopt;
  for (auto [unit, factor] : kDurations)
    if (parsed->second == unit) return times(parsed->first, factor);
  return std::nullopt;
}

std::optional<uint64_t> parse_size(const std::string& text) {
  auto parsed = number_and_unit(text);
  if (!parsed) return std::nullopt;
  std::string unit = parsed->second;
  for (const char* ending : {"iB", "B"})
    if (unit.ends_with(ending)) {
      unit.resize(unit.size() - std::string(ending).size());
      break;
    }
  for (auto [name, factor] : kSizes)
    if (unit == name) return times(parsed->first, factor);
  return std::nullopt;
}

std::string format_duration(uint64_t milliseconds) {
  for (auto [unit, factor] : kDurations)
    if (milliseconds % factor == 0 && milliseconds >= factor) return std::to_string(milliseconds / factor) + unit;
  return "0s";
}

std::string format_size(uint64_t bytes) {
  for (auto [unit, factor] : kSizes)
    if (bytes % factor == 0 && bytes >= factor) return std::to_string(bytes / factor) + unit;
  return "0";
}

}  // namespace heddle::options
