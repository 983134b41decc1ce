// SPDX-License-Identifier: GPL-3.0-or-later
// The page a person reads: for every violation the headline, the source lines, the ring of waiting threads, the
// interleaving and the inputs; then what is proven or unknown and why; then how to replay; last the line for machines.
#include <ostream>

#include "base/memory_safety.h"
#include "report/advice.h"
#include "report/deadlock_ring.h"
#include "report/ink.h"
#include "report/inputs.h"
#include "report/lanes.h"
#include "report/phrases.h"
#include "report/source_excerpt.h"

namespace heddle::report {
namespace {

class Page {
 public:
  Page(std::ostream& out, const trace::Result& r, const TextStyle& style)
      : out_(out), result_(r), style_(style), ink_(style), sources_(r.input.cwd) {}

  void write() {
    for (const trace::Violation& v : result_.violations)
      if (v.suppressed.empty()) violation(Paint::Red, ink_.glyph().cross, "", v);
    for (const trace::Violation& v : result_.violations)
      if (!v.suppressed.empty())
        out_ << ink_.paint(Paint::Yellow, "!") << " suppressed: " << ink_.clean(headline(v)) << short_places(v) << ": "
             << ink_.clean(v.suppressed) << "\n";
    for (const trace::Violation& v : result_.undefined_behaviour) violation(Paint::Yellow, "!", what_it_means(v), v);
    properties();
    unmodelled();
    taken_as_harmless();
    taken_as_locks();
    if (!style_.quiet) footer();
    out_ << verdict_line();
  }

 private:
  std::string what_it_means(const trace::Violation& undefined) const {
    const bool any_value = std::any_of(result_.properties.begin(), result_.properties.end(),
                                       [&](const auto& p) { return trace::proven_for_any_value(result_, p.first); });
    if (any_value && base::is_uninitialised_read(undefined.kind))
      return "not initialised (the proof holds for any value): ";
    return "undefined behaviour (makes a proof impossible): ";
  }

  void violation(Paint colour, const std::string& mark, const std::string& before, const trace::Violation& v) {
    out_ << ink_.paint(colour, mark + " " + before + ink_.clean(headline(v))) << (style_.quiet ? short_places(v) : "")
         << "\n";
    if (style_.quiet) return;
    out_ << "\n";
    if (v.locations.empty() && !v.message.empty() && headline(v) != v.message) paragraph(v.message);
    section(excerpts(v));
    if (!why_unordered(v).empty()) paragraph(why_unordered(v));
    section(deadlock_ring(ink_, v));
    if (write_interleaving(out_, ink_, v, style_.full_trace)) out_ << "\n";
    section(inputs(v.trace));
  }

  void section(const std::string& text) {
    if (!text.empty()) out_ << text << "\n";
  }
  void paragraph(const std::string& text) {
    for (const std::string& line : wrap(ink_.clean(text), ink_.columns() - 2)) out_ << "  " << line << "\n";
    out_ << "\n";
  }

  std::string short_places(const trace::Violation& v) const {
    std::string places;
    for (const trace::Location& l : v.locations)
      if (l.line) places += (places.empty() ? "" : ", ") + ink_.clean(l.file) + ":" + std::to_string(l.line);
    return places.empty() ? "" : " (" + places + ")";
  }

  // One excerpt per place; neighbouring locations on the same line share it.
  std::string excerpts(const trace::Violation& v) {
    std::string out;
    for (size_t i = 0; i < v.locations.size();) {
      Place place = place_of(v.locations[i]);
      std::vector<Note> notes;
      for (; i < v.locations.size() && place_of(v.locations[i]) == place; ++i)
        notes.push_back({v.locations[i].column, v.locations[i].thread, location_phrase(v, v.locations[i])});
      out += excerpt(ink_, sources_, place, notes);
    }
    return out;
  }
  static Place place_of(const trace::Location& l) { return {l.file, l.line, l.function}; }

  std::string inputs(const trace::Trace& t) const {
    constexpr size_t kMost = 40;
    std::string out;
    const std::vector<trace::Input> all = inputs_for_reader(t);
    for (const trace::Input& i : all) {
      if (&i - all.data() == kMost && !style_.full_trace) {
        out += "    " + std::string(ink_.glyph().dots) +
               ink_.paint(Paint::Dim, " " + plural(all.size() - kMost, "more input") + ", all with --full-trace") +
               "\n";
        break;
      }
      std::string where = "thread " + std::to_string(i.thread) +
                          (i.line ? ", " + ink_.clean(i.file) + ":" + std::to_string(i.line) : "");
      if (i.times > 1) where += ", " + plural(i.times, "time") + " in a row";
      out += "    " + ink_.clean(name_of_input(i)) + " = " + ink_.clean(i.value) +
             ink_.paint(Paint::Dim, "  (" + where + ")") + "\n";
    }
    return out.empty() ? "" : "  " + ink_.paint(Paint::Bold, "inputs") + "\n" + out;
  }

  void properties() {
    std::string undecided;
    size_t width = 0;
    for (trace::Property p : result_.requested) width = std::max(width, display_width(text(p)));
    for (trace::Property p : result_.requested) {
      auto it = result_.properties.find(p);
      trace::Verdict verdict = it == result_.properties.end() ? trace::Judgement() : it->second;
      if (verdict == trace::Verdict::True)
        out_ << ink_.paint(Paint::Green, ink_.glyph().tick) << " " << pad(text(p), width) << "  proven"
             << condition(result_, p) << ": " << rests_on(result_, p) << "\n";
      if (verdict == trace::Verdict::Unknown) undecided += (undecided.empty() ? "" : ", ") + std::string(text(p));
    }
    if (!result_.judged.empty() && result_.reason_code != trace::Reason::ProofRefused)
      hanging("judge: ", result_.judged);
    if (undecided.empty()) return;
    out_ << ink_.paint(Paint::Yellow, "?") << " " << undecided << "\n";
    hanging("unknown: ", why_unknown(result_, style_.all));
    for (const std::string& suspicion : not_shown(result_)) hanging("not shown: ", suspicion);
    const std::string next = style_.quiet ? "" : advice(result_, style_.alone);
    if (!next.empty()) hanging("next: ", next);
  }
  // A label and its text, the further lines under the text.
  void hanging(const std::string& label, const std::string& text) {
    std::string front = "  " + label;
    for (const std::string& line : wrap(ink_.clean(text), ink_.columns() - front.size())) {
      out_ << front << line << "\n";
      front = std::string(front.size(), ' ');
    }
  }

  void unmodelled() {
    if (result_.unmodelled.empty()) return;
    out_ << ink_.paint(Paint::Yellow, "!") << " not modelled (a proof cannot rest on it):";
    const char* before = " ";
    for (const std::string& name : result_.unmodelled) {
      out_ << before << ink_.clean(name) << (name.find(' ') == std::string::npos ? "()" : "");
      before = ", ";
    }
    out_ << "\n";
  }

  void taken_as_harmless() {
    if (result_.input.harmless.empty()) return;
    out_ << ink_.paint(Paint::Yellow, "!") << " taken as harmless (any value, no effect), as you said:";
    const char* before = " ";
    for (const std::string& name : result_.input.harmless) {
      out_ << before << ink_.clean(name) << "()";
      before = ", ";
    }
    out_ << "\n";
  }

  void taken_as_locks() {
    if (result_.input.acquires.empty()) return;
    out_ << ink_.paint(Paint::Yellow, "!") << " taken as locks, as you said:";
    for (size_t i = 0; i < result_.input.acquires.size(); ++i)
      out_ << (i ? ", " : " ") << ink_.clean(result_.input.acquires[i]) << " and "
           << ink_.clean(result_.input.releases[i]);
    out_ << "\n";
  }

  void footer() {
    if (!result_.violations.empty() && !style_.saved_to.empty())
      out_ << "replay: heddle replay " << ink_.clean(style_.saved_to) << "\n";
    else if (!result_.violations.empty() && !style_.quiet)
      out_ << "replay: check again with -o result.json, then heddle replay result.json\n";
    std::string line = effort(result_);
    if (!result_.violations.empty() && result_.validated != "none")
      line += (line.empty() ? "" : ", ") + std::string("trace ") + result_.validated;
    if (!result_.from_cache.empty())
      line += (line.empty() ? "" : "; ") + std::string("from the cache, found on ") + result_.from_cache +
              "; --no-cache searches again";
    if (!line.empty()) out_ << ink_.paint(Paint::Dim, ink_.clean(line)) << "\n";
  }

  std::string verdict_line() const {
    std::string violated;
    for (const auto& [p, verdict] : result_.properties)
      if (verdict == trace::Verdict::False) violated += (violated.empty() ? "" : ",") + std::string(text(p));
    std::string out = std::string("verdict: ") + text(result_.verdict);
    return out + (result_.verdict == trace::Verdict::False && !violated.empty() ? "(" + violated + ")" : "") + "\n";
  }

  std::ostream& out_;
  const trace::Result& result_;
  const TextStyle& style_;
  Ink ink_;
  SourceCache sources_;
};

}  // namespace

void write_text(std::ostream& out, const trace::Result& r, const TextStyle& style) { Page(out, r, style).write(); }

}  // namespace heddle::report
