// SPDX-License-Identifier: GPL-3.0-or-later
#include "tally.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace heddle::fuzz {

namespace {

// Without how far the engine got, which differs from program to program.
std::string kind(std::string reason) {
  for (const char* tail : {"no violation within ", "nothing was searched"})
    if (size_t at = reason.find(tail); at != std::string::npos) reason.erase(at);
  while (!reason.empty() && (reason.back() == ' ' || reason.back() == ';' || reason.back() == ':')) reason.pop_back();
  return reason.empty() ? "it stopped at a violation of another property" : reason;
}

template <class T>
T part(std::vector<T> values, size_t tenths) {
  std::sort(values.begin(), values.end());
  return values.empty() ? T{} : values[values.size() * tenths / 10];
}

}  // namespace

void Tally::add(const Outcome& o) {
  ++programs_;
  const oracle::Report& r = o.report;
  states_.push_back(r.states);
  too_large_ += !r.complete;
  double all = 0;
  for (const auto& [name, seconds] : o.seconds) {
    seconds_[name].push_back(seconds);
    all += seconds;
  }
  seconds_["(all)"].push_back(all);
  if (r.complete) {
    oracle_["unreach-call"].add(text(r.unreach_call));
    oracle_["no-data-race"].add(text(r.no_data_race));
    oracle_["no-deadlock"].add(text(r.no_deadlock));
    oracle_["termination (strong)"].add(text(r.termination_strong));
    oracle_["termination (weak)"].add(text(r.termination_weak));
    oracle_["valid-memsafety"].add(text(r.valid_memsafety));
  }
  std::set<std::pair<std::string, std::string>> counted;
  for (const Statement& s : o.statements) {
    Count& c = engines_[s.engine][s.property];
    c.contradictions += s.differs;
    // Each violation that is replayed counts.
    if (!counted.insert({s.engine, s.property}).second && !s.property.starts_with("replay")) continue;
    c.add(s.said);
    c.of += s.oracle != "unknown";
    if (s.said == "unknown" && s.oracle != "unknown") ++c.reasons[kind(s.reason)];
  }
}

void Tally::print_oracle() const {
  std::printf("%-22s%8s%8s%8s\n", "oracle says", "true", "false", "unknown");
  for (const auto& [name, c] : oracle_) std::printf("%-22s%8d%8d%8d\n", name.c_str(), c.yes, c.no, c.unknown);
  std::printf("states: half of the programs have %llu or more, a tenth %llu or more\n",
              static_cast<unsigned long long>(part(states_, 5)), static_cast<unsigned long long>(part(states_, 9)));
  std::printf("%d programs, %d of them too large to compare\n", programs_, too_large_);
}

// "of": where the oracle is sure.
void Tally::print_contestants(const std::vector<Contestant>& asked) const {
  std::printf("%-14s%-24s%8s%8s%8s%16s\n", "engine", "property", "true", "false", "of", "contradictions");
  auto rows = [&](const std::string& name) {
    auto found = engines_.find(name);
    if (found == engines_.end()) return;
    for (const auto& [property, c] : found->second)
      std::printf("%-14s%-24s%8d%8d%8d%16d\n", name.c_str(), property.c_str(), c.yes, c.no, c.of, c.contradictions);
  };
  rows("");
  rows("(front end)");
  rows("(oracle)");
  for (const Contestant& c : asked) rows(c.name);
}

void Tally::print_seconds() const {
  std::printf("%-14s%12s%12s%12s\n", "processor, s", "median", "last tenth", "together");
  for (const auto& [name, values] : seconds_) {
    double sum = 0;
    for (double v : values) sum += v;
    std::printf("%-14s%12.3f%12.3f%12.1f\n", name.c_str(), part(values, 5), part(values, 9), sum);
  }
}

void Tally::print_reasons() const {
  for (const auto& [engine, properties] : engines_)
    for (const auto& [property, c] : properties) {
      std::vector<std::pair<std::string, int>> sorted(c.reasons.begin(), c.reasons.end());
      std::stable_sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.second > b.second; });
      for (const auto& [reason, n] : sorted)
        std::printf("%-14s%-24s%6d not decided: %s\n", engine.c_str(), property.c_str(), n, reason.c_str());
    }
}

void Tally::print(const std::vector<Contestant>& asked, bool reasons) const {
  if (reasons) print_reasons();
  print_oracle();
  print_seconds();
  print_contestants(asked);
}

}  // namespace heddle::fuzz
