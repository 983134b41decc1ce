// SPDX-License-Identifier: GPL-3.0-or-later
// Correctness witness -> C. Nothing is moved to another line:
//   - a ghost update and its statement become one atomic section; a wait on a condition is no single step, so the
//     update follows it;
//   - an invariant is evaluated in an atomic section of its own, in front of its statement, or in front of the
//     condition of its loop.
#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

#include "witness/correctness.h"
#include "witness/source_text.h"

namespace heddle::witness {

namespace {

constexpr const char* kBegin = "__VERIFIER_atomic_begin()";
constexpr const char* kEnd = "__VERIFIER_atomic_end()";

std::string name_of_file(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string quoted(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

bool is_constant(const std::string& s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) {
    return std::isdigit(c) || c == '-' || c == ' ' || c == '(' || c == ')';
  });
}

// Text that comes in at a place: the outer parts first.
struct Insertion {
  size_t at;
  int rank;
  std::string text;
};

class File {
 public:
  File(std::string name, const std::string& text) : name_(std::move(name)), source_(text) {}
  const SourceText& source() const { return source_; }
  const std::string& name() const { return name_; }
  bool changed() const { return !all_.empty(); }

  // False: there is no such statement.
  bool update(size_t at, const std::vector<const GhostUpdate*>& updates) {
    const std::optional<size_t> end = source_.end_of_statement(at);
    if (!end) return false;
    std::string assignments;
    for (const GhostUpdate* u : updates) assignments += " " + u->variable + " = (" + u->value + ");";
    const bool sleeps = source_.text().compare(at, 13, "pthread_cond_") == 0 || source_.is_word(at, "cnd_wait") ||
                        source_.is_word(at, "cnd_timedwait");
    const bool single = source_.is_single(at);
    const std::string open = single ? "{ " : "", close = single ? " }" : "";
    if (sleeps) {
      insert(at, 2, open);
      insert(*end, 0, std::string(" ") + kBegin + ";" + assignments + " " + kEnd + ";" + close);
    } else {
      insert(at, 2, open + kBegin + "; ");
      insert(*end, 0, assignments + " " + kEnd + ";" + close);
    }
    return true;
  }

  bool invariant(size_t at, bool of_loop, const std::string& check) {
    if (!of_loop) {
      insert(at, 1, source_.is_single(at) ? "if ((" + check + ", 0)) {} else " : check + "; ");
      return true;
    }
    const std::optional<SourceText::Loop> loop = source_.loop(at);
    if (!loop) return false;
    const size_t begin = (loop->first ? *loop->first : loop->open) + 1,
                 end = loop->second ? *loop->second : loop->close;
    const std::string& text = source_.text();
    const bool empty =
        std::all_of(text.begin() + static_cast<ptrdiff_t>(begin), text.begin() + static_cast<ptrdiff_t>(end),
                    [](unsigned char c) { return std::isspace(c); });
    insert(begin, 1, " " + check + ", ");
    if (empty && given_a_condition_.insert(end).second) insert(end, 3, "1");
    return true;
  }

  std::string text(const std::string& prologue) {
    std::stable_sort(all_.begin(), all_.end(), [](const Insertion& a, const Insertion& b) {
      return std::tie(a.at, a.rank) < std::tie(b.at, b.rank);
    });
    std::string out = prologue + "\n#line 1 " + quoted(name_) + "\n";
    size_t done = 0;
    for (const Insertion& i : all_) {
      out += source_.text().substr(done, i.at - done) + i.text;
      done = i.at;
    }
    return out + source_.text().substr(done);
  }

 private:
  void insert(size_t at, int rank, std::string text) { all_.push_back({at, rank, std::move(text)}); }

  std::string name_;
  SourceText source_;
  std::vector<Insertion> all_;
  std::set<size_t> given_a_condition_;  // loops without one
};

class Instrument {
 public:
  Instrument(const Correctness& c, const std::map<std::string, std::string>& texts) : c_(c) {
    for (const auto& [name, text] : texts) files_.emplace_back(name, text);
  }

  Instrumented made() {
    for (const GhostVariable& g : c_.ghosts)
      if (!is_constant(g.initial)) skip("the first value of " + g.name + " is no constant");
    add_updates();
    for (size_t n = 0; n < c_.facts.size(); ++n) add(c_.facts[n], n + 1);
    bool first = true;
    for (File& f : files_) {
      if (!f.changed()) continue;
      out_.files[f.name()] = f.text(prologue(first));
      first = false;
    }
    return std::move(out_);
  }

 private:
  void skip(const std::string& why) { out_.not_placed.push_back(why); }

  // Tools name files as they were given them: the last part has to do, if there is one such file.
  File* file(const std::string& name) {
    File* found = nullptr;
    for (File& f : files_) {
      if (f.name() == name) return &f;
      if (name_of_file(f.name()) != name_of_file(name)) continue;
      if (found) return nullptr;
      found = &f;
    }
    return found;
  }

  std::optional<size_t> find(File* f, const Location& l, const std::string& what) {
    const std::string where = what + " at " + l.file + ":" + std::to_string(l.line);
    if (!f) return skip(where + ": the program has no such file"), std::nullopt;
    if (!f->source().has_its_own_lines())
      return skip(where + ": the file says that its lines are those of another file"), std::nullopt;
    const std::optional<size_t> at = f->source().find(l.line, l.column);
    if (!at) skip(where + ": nothing begins there");
    return at;
  }

  void add_updates() {
    std::map<std::pair<File*, size_t>, std::vector<const GhostUpdate*>> at_place;
    for (const GhostUpdate& u : c_.updates) {
      File* f = file(u.at.file);
      if (std::optional<size_t> at = find(f, u.at, "the update of " + u.variable)) at_place[{f, *at}].push_back(&u);
    }
    for (const auto& [place, updates] : at_place)
      if (!place.first->update(place.second, updates))
        skip("the update of " + updates[0]->variable + " at line " + std::to_string(updates[0]->at.line) +
             ": the statement has others inside");
  }

  void add(const Invariant& i, size_t number) {
    File* f = file(i.at.file);
    const std::string what = name_of_invariant(number);
    const std::optional<size_t> at = find(f, i.at, what);
    if (!at) return;
    const std::string check = std::string("(") + kBegin + ", ((" + i.value + ") ? (void)0 : __assert_fail(" +
                              quoted(what) + ", " + quoted(f->name()) + ", " + std::to_string(i.at.line) +
                              ", \"\")), " + kEnd + ")";
    if (!f->invariant(*at, i.of_loop, check))
      skip(what + " at line " + std::to_string(i.at.line) + ": no loop begins there");
  }

  std::string prologue(bool defines) const {
    std::string out =
        "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); extern void "
        "__assert_fail(const char *, const char *, unsigned int, const char *);";
    for (const GhostVariable& g : c_.ghosts)
      out += defines ? " " + g.type + " " + g.name + " = " + g.initial + ";" : " extern " + g.type + " " + g.name + ";";
    return out;
  }

  const Correctness& c_;
  std::vector<File> files_;
  Instrumented out_;
};

}  // namespace

std::string name_of_invariant(size_t number) { return "invariant " + std::to_string(number) + " of the witness"; }

Instrumented instrument(const Correctness& c, const std::map<std::string, std::string>& texts) {
  return Instrument(c, texts).made();
}

}  // namespace heddle::witness
