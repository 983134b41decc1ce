// SPDX-License-Identifier: GPL-3.0-or-later
// Layout: [lasso bracket] step number, one lane per thread that has something to show, and, when there is room, the
// source line. A lane shows a bullet and the deed where its thread acts and a bar while the thread lives. Threads that
// are blocked at the end get a last row of their own. Lanes shrink before they give way to the list form.
#include "report/lanes.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <ostream>
#include <set>

#include "report/phrases.h"
#include "report/visible_steps.h"
#include "trace/folded_steps.h"

namespace heddle::report {
namespace {

constexpr size_t kMostLanes = 5, kLeastLane = 20, kGap = 2, kLeastSource = 24, kMostSource = 48, kMostFile = 20;

class Interleaving {
 public:
  Interleaving(const Ink& ink, const trace::Violation& v, bool all_steps)
      : ink_(ink), violation_(v), trace_(v.trace), rows_(visible_steps(v, all_steps)) {
    find_lanes();
    find_places();
    number_width_ = std::max<size_t>(3, std::to_string(trace_.steps.size()).size());
  }
  bool print(std::ostream& out) {
    if (!rows_.empty() || !blocked_.empty()) {
      bool lanes_fit = fit_lanes();
      out << title(lanes_fit);
      lanes_fit ? lanes(out) : list(out);
    }
    out << loop_remark();
    return !rows_.empty() || !blocked_.empty() || trace_.lasso_start;
  }

 private:
  using Painter = std::function<std::string(const std::string&)>;
  struct Segment {
    std::string text;
    Painter paint;
  };

  void find_lanes() {
    std::set<int> threads;
    for (const Row& r : rows_)
      if (r.kind == Row::Step) threads.insert(trace_.steps[r.step].thread);
    for (const trace::Location& l : violation_.locations) {
      threads.insert(l.thread);
      if (is_waiting(l)) blocked_.push_back(&l);
    }
    lanes_.assign(threads.begin(), threads.end());
  }

  void find_places() {
    std::set<std::string> files;
    for (const trace::Step& s : trace_.steps)
      if (s.line) files.insert(s.file);
    for (const trace::Location* l : blocked_) files.insert(l->file);
    if (files.size() == 1) one_file_ = *files.begin();
    measure_places();
  }
  void measure_places() {
    for (const Row& r : rows_)
      if (r.kind == Row::Step)
        place_width_ =
            std::max(place_width_, display_width(bare_place(trace_.steps[r.step].file, trace_.steps[r.step].line)));
    for (const trace::Location* l : blocked_)
      place_width_ = std::max(place_width_, display_width(bare_place(l->file, l->line)));
  }

  std::string bare_place(const std::string& file, uint32_t line) const {
    if (!line) return "";
    std::string number = std::to_string(line);
    if (!one_file_.empty()) return number;
    return ink_.shorten_front(ink_.clean(std::filesystem::path(file).filename().string()), kMostFile) + ":" + number;
  }
  std::string place(const std::string& file, uint32_t line) const {
    std::string p = bare_place(file, line);
    return one_file_.empty() ? pad(p, place_width_) : pad_left(p, place_width_);
  }

  std::string loop_remark() const {
    if (!trace_.lasso_start) return "";
    bool silent = *trace_.lasso_start >= trace_.steps.size();
    std::string what = silent ? "what repeats for ever touches nothing shared"
                              : "the steps from " + std::to_string(*trace_.lasso_start + 1) + " on repeat for ever";
    return "  " + std::string(ink_.glyph().loop) + " " + what + "\n";
  }

  std::string title(bool with_file) const {
    std::string in = with_file && !one_file_.empty()
                         ? " in " + ink_.clean(std::filesystem::path(one_file_).filename().string())
                         : "",
                count;
    size_t shown = static_cast<size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const Row& r) { return r.kind == Row::Step; }));
    uint64_t taken = trace::folds(trace_).value_or(trace::Folds{trace_.steps.size(), {}}).taken;
    if (shown < taken) {
      count = " (" + std::to_string(shown) + " of " + plural(taken, "step");
      std::string hint = ", all with --full-trace";
      if (shown < trace_.steps.size() && display_width("  interleaving" + in + count + hint) < ink_.columns())
        count += hint;
      count += ")";
    }
    return "  " + ink_.paint(Paint::Bold, "interleaving") + in + ink_.paint(Paint::Dim, count) + "\n";
  }

  size_t prefix_width() const { return 2 + (trace_.lasso_start ? 2 : 0) + number_width_ + 2; }
  size_t lane_of(int thread) const {
    return static_cast<size_t>(std::find(lanes_.begin(), lanes_.end(), thread) - lanes_.begin());
  }

  std::string step_cell(const Row& r, size_t width) const {
    const trace::Step& s = trace_.steps[r.step];
    return cell(r.culprit, s.file, s.line, [&](size_t room) { return step_phrase(ink_, s, room); }, width);
  }
  std::string blocked_cell(const trace::Location& l, size_t width) const {
    return cell(
        true, l.file, l.line,
        [&](size_t room) { return ink_.shorten(ink_.clean(waiting_phrase(l, Detail::Brief)), room); }, width);
  }
  std::string cell(bool culprit, const std::string& file, uint32_t line,
                   const std::function<std::string(size_t)>& phrase, size_t width) const {
    std::string front = std::string(culprit ? ink_.glyph().cross : ink_.glyph().dot) + " " +
                        (place_width_ ? place(file, line) + " " : "");
    size_t used = display_width(front);
    return ink_.shorten(front + phrase(width > used ? width - used : 1), width);
  }

  // Natural widths if they fit, else shared out; false when the list form reads better.
  bool fit_lanes() {
    constexpr size_t kUnlimited = 1000;
    size_t n = lanes_.size(), room = ink_.columns() - prefix_width();
    if (n == 0 || n > kMostLanes || room / n < kLeastLane) return false;
    widths_.clear();
    for (int thread : lanes_) widths_.push_back(display_width(ink_.clean(thread_title(trace_, thread))) + kGap);
    auto need = [&](int thread, const std::string& text) {
      size_t& w = widths_[lane_of(thread)];
      w = std::max(w, display_width(text) + kGap);
    };
    for (const Row& r : rows_)
      if (r.kind == Row::Step) need(trace_.steps[r.step].thread, step_cell(r, kUnlimited));
    for (const trace::Location* l : blocked_) need(l->thread, blocked_cell(*l, kUnlimited));
    shrink(room + kGap);  // nothing follows the gap of the last lane
    size_t used = total(), left = room > used ? room - used : 0;
    source_width_ = left >= kLeastSource ? std::min(left, kMostSource) : 0;
    return true;
  }
  size_t total() const {
    size_t sum = 0;
    for (size_t w : widths_) sum += w;
    return sum;
  }
  void shrink(size_t room) {  // the widest lane gives first
    while (total() > room) --*std::max_element(widths_.begin(), widths_.end());
  }

  void lanes(std::ostream& out) {
    std::vector<Segment> header;
    for (size_t i = 0; i < lanes_.size(); ++i) {
      std::string title = ink_.shorten(ink_.clean(thread_title(trace_, lanes_[i])), widths_[i] - kGap);
      header.push_back({pad(title, widths_[i]), painter(lanes_[i])});
    }
    out << std::string(prefix_width(), ' ') << line(header);
    std::vector<bool> alive = alive_at_start();
    size_t done = 0;
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Row& r = rows_[i];
      out << prefix(i) << (r.kind == Row::Step ? line(step_row(r, alive)) : gap(r));
      for (; done < r.step + r.entries; ++done) live_on(trace_.steps[done], alive);
    }
    if (!blocked_.empty()) out << std::string(prefix_width(), ' ') << line(blocked_row(alive));
  }

  std::string gap(const Row& r) const {
    std::string text = plural(r.count, "step");
    if (r.kind == Row::NotWritten) text = "steps that were not written down: " + ink_.clean(trace_.gap->why);
    if (r.kind == Row::Rounds)
      text = plural(r.count, "more round") + (r.from == r.to ? " of step " : " of steps ") +
             std::to_string(r.from + 1) + (r.from == r.to ? "" : " to " + std::to_string(r.to + 1));
    return ink_.paint(Paint::Dim, text) + "\n";
  }

  std::vector<bool> alive_at_start() const {
    std::set<int> created;
    for (const trace::Step& s : trace_.steps)
      if (s.kind == model::EventKind::Create && s.other_thread >= 0) created.insert(s.other_thread);
    std::vector<bool> alive;
    for (int thread : lanes_) alive.push_back(!created.count(thread));
    return alive;
  }
  void live_on(const trace::Step& s, std::vector<bool>& alive) const {
    if (s.kind == model::EventKind::Create && lane_of(s.other_thread) < lanes_.size())
      alive[lane_of(s.other_thread)] = true;
    if (s.kind == model::EventKind::ThreadExit && lane_of(s.thread) < lanes_.size()) alive[lane_of(s.thread)] = false;
  }

  std::vector<Segment> step_row(const Row& r, const std::vector<bool>& alive) const {
    const Glyphs& g = ink_.glyph();
    const trace::Step& s = trace_.steps[r.step];
    size_t actor = lane_of(s.thread),
           target = s.kind == model::EventKind::Create ? lane_of(s.other_thread) : lanes_.size();
    bool arrow = target < lanes_.size() && target > actor;
    std::vector<Segment> row;
    for (size_t i = 0; i < lanes_.size(); ++i) {
      size_t w = widths_[i];
      if (i == actor) {
        std::string text = step_cell(r, w - kGap);
        if (arrow) text += " " + repeat(g.line, w - display_width(text) - 1);
        row.push_back({pad(text, w), r.culprit ? red() : painter(s.thread)});
      } else if (arrow && i > actor && i < target) {
        row.push_back({repeat(g.line, w), painter(s.thread)});
      } else if (arrow && i == target) {
        row.push_back({pad(g.right, w), painter(s.thread)});
      } else {
        row.push_back({pad(alive[i] ? g.bar : "", w), dim()});
      }
    }
    if (source_width_ && s.kind != model::EventKind::Local)
      row.push_back({ink_.shorten(ink_.clean(s.text), source_width_), dim()});
    return row;
  }

  std::vector<Segment> blocked_row(const std::vector<bool>& alive) const {
    std::vector<Segment> row;
    for (size_t i = 0; i < lanes_.size(); ++i)
      row.push_back({pad(alive[i] ? ink_.glyph().bar : "", widths_[i]), dim()});
    for (const trace::Location* l : blocked_) {
      size_t i = lane_of(l->thread);
      row[i] = {pad(blocked_cell(*l, widths_[i] - kGap), widths_[i]), red()};
    }
    return row;
  }

  Painter painter(int thread) const {
    return [this, thread](const std::string& s) { return ink_.thread_paint(thread, s); };
  }
  Painter dim() const {
    return [this](const std::string& s) { return ink_.paint(Paint::Dim, s); };
  }
  Painter red() const {
    return [this](const std::string& s) { return ink_.paint(Paint::Red, s); };
  }

  // The segments without blanks at the end of the line.
  static std::string line(std::vector<Segment> row) {
    while (!row.empty() && row.back().text.find_last_not_of(' ') == std::string::npos) row.pop_back();
    if (!row.empty()) row.back().text.erase(row.back().text.find_last_not_of(' ') + 1);
    std::string out;
    for (const Segment& s : row) out += s.paint(s.text);
    return out + "\n";
  }

  std::string bracket(size_t row) const {
    const Glyphs& g = ink_.glyph();
    if (!trace_.lasso_start) return "";
    if (rows_[row].step < *trace_.lasso_start) return "  ";
    bool first = row == 0 || rows_[row - 1].step < *trace_.lasso_start, last = row + 1 == rows_.size();
    if (first && last) return std::string(g.loop) + " ";
    if (first) return std::string(g.top) + g.loop;
    return std::string(last ? g.bottom : g.middle) + " ";
  }
  std::string prefix(size_t row) const {
    std::string number = rows_[row].kind == Row::Step ? std::to_string(rows_[row].step + 1) : ink_.glyph().dots;
    return "  " + bracket(row) + ink_.paint(Paint::Dim, pad_left(number, number_width_)) + "  ";
  }

  void list(std::ostream& out) {
    one_file_.clear();  // each line names its file
    measure_places();
    size_t who = 0;
    for (int thread : lanes_) who = std::max(who, ("thread " + std::to_string(thread)).size());
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Row& r = rows_[i];
      if (r.kind != Row::Step) {
        out << prefix(i) << gap(r);
        continue;
      }
      const trace::Step& s = trace_.steps[r.step];
      std::string number = "  " + bracket(i) + pad_left(std::to_string(r.step + 1), number_width_) + ". ";
      out << list_line(
          number, s.thread, who, s.file, s.line, [&](size_t room) { return step_phrase(ink_, s, room); }, r.culprit);
    }
    for (const trace::Location* l : blocked_)
      out << list_line(
          std::string(prefix_width() - 2, ' ') + ink_.glyph().cross + " ", l->thread, who, l->file, l->line,
          [&](size_t room) { return ink_.shorten(ink_.clean(waiting_phrase(*l, Detail::Plain)), room); }, true);
  }
  std::string list_line(const std::string& number, int thread, size_t who, const std::string& file,
                        uint32_t line_number, const std::function<std::string(size_t)>& phrase, bool culprit) const {
    std::string front = number + pad("thread " + std::to_string(thread), who) + "  " +
                        (place_width_ ? place(file, line_number) + "  " : "");
    size_t used = display_width(front), room = ink_.columns() > used + kLeastLane ? ink_.columns() - used : kLeastLane;
    std::string deed = phrase(room);
    return front + (culprit ? ink_.paint(Paint::Red, deed) : ink_.thread_paint(thread, deed)) + "\n";
  }

  const Ink& ink_;
  const trace::Violation& violation_;
  const trace::Trace& trace_;
  std::vector<Row> rows_;
  std::vector<int> lanes_;                       // thread ids, ascending
  std::vector<const trace::Location*> blocked_;  // threads that wait at the end
  std::vector<size_t> widths_;                   // of the lanes, gap included
  std::string one_file_;                         // set when all steps are in the same file
  size_t place_width_ = 0, number_width_ = 3, source_width_ = 0;
};

}  // namespace

bool write_interleaving(std::ostream& out, const Ink& ink, const trace::Violation& v, bool all_steps) {
  return Interleaving(ink, v, all_steps).print(out);
}

}  // namespace heddle::report
