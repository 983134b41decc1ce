// SPDX-License-Identifier: GPL-3.0-or-later
// Claims -> invariants. Every place is looked up in the source: what stands there must be the statement that the model
// means.
#include "witness/correctness.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "witness/source_text.h"

namespace heddle::witness {

namespace {

constexpr size_t kMostPlaces = 6, kMostLoops = 2, kMostInvariants = 400;

class Sources {
 public:
  explicit Sources(const trace::InputFiles& input) : input_(input) {}
  const SourceText* of(const std::string& file) {
    // headers are left out: a validator gets the files of the task
    if (std::find(input_.files.begin(), input_.files.end(), file) == input_.files.end()) return nullptr;
    auto it = known_.find(file);
    if (it == known_.end()) {
      std::optional<std::string> text = read_source(input_.cwd, file);
      it = known_.emplace(file, text ? std::optional<SourceText>(std::move(*text)) : std::nullopt).first;
    }
    return it->second && it->second->has_its_own_lines() ? &*it->second : nullptr;
  }

 private:
  const trace::InputFiles& input_;
  std::map<std::string, std::optional<SourceText>> known_;
};

class Choice {
 public:
  explicit Choice(const trace::Result& r) : claims_(r.claims), sources_(r.input) {}

  Correctness made() {
    std::set<std::string> usable, exact;
    for (const trace::Ghost& g : claims_.ghosts) {
      bool all = true, needed = true;
      for (const trace::GhostUpdate& u : g.updates)
        if (!statement(u.at)) all = false, needed &= !u.needed;
      if (needed) usable.insert(g.name);
      if (all) exact.insert(g.name);
    }
    std::set<std::string> used;
    for (const trace::Claim& c : claims_.all) {
      const std::set<std::string>& from = c.exactly ? exact : usable;
      if (!std::all_of(c.ghosts.begin(), c.ghosts.end(), [&](const std::string& g) { return from.count(g); })) continue;
      if (place(c)) used.insert(c.ghosts.begin(), c.ghosts.end());
    }
    for (const trace::Ghost& g : claims_.ghosts)
      if (used.count(g.name)) add(g);
    return std::move(out_);
  }

 private:
  // Where the statement begins.
  std::optional<size_t> statement(const trace::ClaimPlace& p) {
    const SourceText* source = sources_.of(p.file);
    if (!source) return std::nullopt;
    if (p.call.empty()) return source->body_of(p.function, p.line);
    const std::optional<size_t> at = p.column ? source->find(p.line, p.column) : std::nullopt;
    return at && source->is_call_statement(*at, p.call) ? at : std::nullopt;
  }

  Location location(const trace::ClaimPlace& p, size_t at) {
    const SourceText* source = sources_.of(p.file);
    return {p.file, p.function, source->line(at), source->column(at)};
  }

  // From here on, and nothing up to there hides it.
  bool is_visible(const trace::ClaimVariable& v, const trace::ClaimPlace& p, size_t at, size_t there) {
    const SourceText* source = sources_.of(p.file);
    return v.file == p.file && v.line < source->line(at) && !source->is_redeclared(v.name, there);
  }
  bool are_visible(const trace::Claim& c, const trace::ClaimPlace& p, size_t at, size_t there) {
    return std::all_of(c.variables.begin(), c.variables.end(),
                       [&](const trace::ClaimVariable& v) { return is_visible(v, p, at, there); });
  }

  bool place(const trace::Claim& c) {
    size_t placed = 0;
    std::set<Location> there;
    for (const trace::ClaimPlace& p : claims_.places) {
      if (placed >= kMostPlaces || out_.facts.size() >= kMostInvariants) break;
      if (c.threads_only && !p.threads_only) continue;
      const std::optional<size_t> at = statement(p);
      if (!at) continue;
      if (p.call.empty()) placed += place_at_loops(c, p, *at);
      if (!are_visible(c, p, *at, *at)) continue;
      const Location l = location(p, *at);
      if (!there.insert(l).second) continue;
      out_.facts.push_back({l, c.value, false});
      ++placed;
    }
    return placed > 0;
  }

  // A claim is never 0, so it holds at the head of every loop, too. Many validators look for it there and nowhere else.
  size_t place_at_loops(const trace::Claim& c, const trace::ClaimPlace& p, size_t body) {
    const SourceText* source = sources_.of(p.file);
    size_t placed = 0;
    for (size_t at : source->loops_behind(body)) {
      if (placed >= kMostLoops || !are_visible(c, p, at, source->loop(at)->close)) continue;
      out_.facts.push_back({location(p, at), c.value, true});
      ++placed;
    }
    return placed;
  }

  void add(const trace::Ghost& g) {
    out_.ghosts.push_back({g.name});
    std::set<Location> there;
    for (const trace::GhostUpdate& u : g.updates)
      if (const std::optional<size_t> at = statement(u.at); at && there.insert(location(u.at, *at)).second)
        out_.updates.push_back({location(u.at, *at), g.name, u.value});
  }

  const trace::Claims& claims_;
  Sources sources_;
  Correctness out_;
};

}  // namespace

std::optional<std::string> read_source(const std::string& cwd, const std::string& file) {
  std::ifstream in(std::filesystem::path(cwd) / file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) return std::nullopt;
  return text.str();
}

Correctness correctness(const trace::Result& r) { return Choice(r).made(); }

}  // namespace heddle::witness
