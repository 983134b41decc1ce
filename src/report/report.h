// SPDX-License-Identifier: GPL-3.0-or-later
// The ways out of Heddle for a Result: the JSON that other programs read (docs/json.md), the text that a person reads
// in ten seconds, and the formats of other tools (docs/howto/reports.md). read_json() is the way back in, for replay,
// certify and report.
#pragma once
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "trace/native.h"
#include "trace/result.h"
#include "trace/schedule.h"
#include "trace/ruling.h"

namespace heddle::report {

// One JSON object on one line. Bytes that are not UTF-8 become U+FFFD.
void write_json(std::ostream& out, const trace::Result& r);

// Throws InputError naming the field that is missing or wrong. Fields it does not know are left alone.
trace::Result read_json(std::istream& in);

// Runs of the real program: the objects of docs/json.md, each on one line.
void write_json(std::ostream& out, const trace::Replay& r);
void write_json(std::ostream& out, const trace::Recording& r);
void write_json(std::ostream& out, const trace::RunStats& s);

// What `heddle certify` says.
void write_json(std::ostream& out, const trace::Certification& c);

// A schedule that is proven safe, and a picture of it for Graphviz.
void write_json(std::ostream& out, const trace::Schedule& s, const trace::InputFiles& input);
void write_json(std::ostream& out, const trace::Scheduling& s, const std::vector<trace::IvrFile>& files);
std::pair<trace::Schedule, trace::InputFiles> read_schedule(std::istream& in);
void write_dot(std::ostream& out, const trace::Schedule& s);
// Who goes when, on the way to the first node that leads back: one line a thread's turn.
void write_text(std::ostream& out, const trace::Schedule& s);

struct SafeSchedule {
  trace::Schedule schedule;  // without what only people read: positions, facts, guards
  trace::InputFiles input;
};
// What `heddle certify` can judge. Throws InputError as read_json() does.
std::variant<trace::Result, trace::Recording, SafeSchedule> read_judgeable(std::istream& in);

// What `heddle replay` can replay.
std::variant<trace::Result, trace::Recording> read_replayable(std::istream& in);

struct TextStyle {
  bool colour = false;
  int width = 80;           // columns of the terminal
  bool utf8 = true;         // false: plain ASCII only
  bool quiet = false;       // headlines and verdict, no pictures
  bool full_trace = false;  // every step, not only those that matter
  bool all = false;         // every violation was asked for
  bool alone = false;       // one engine was asked by its name
  std::string saved_to;     // the file that the JSON was written to; empty: there is no file
};

// Ends with one line for machines: `verdict: true`, `verdict: false(no-data-race)`, `verdict: unknown`.
void write_text(std::ostream& out, const trace::Result& r, const TextStyle& style);

// SARIF 2.1.0, for editors and code scanning.
void write_sarif(std::ostream& out, const trace::Result& r);

// One page for the browser that needs nothing else: lanes, arrows, the sources, values and locks at every step.
void write_html(std::ostream& out, const trace::Result& r);
// The same for a safe schedule: its tree, large or small, with what holds at every node.
void write_html(std::ostream& out, const trace::Schedule& s, const trace::InputFiles& input);

// The first violation that SV-COMP's formats for witnesses know, or what the proofs claim. Throws InputError if there
// is neither.
bool has_witness(const trace::Result& r);
bool has_correctness_witness(const trace::Result& r);           // YAML only
std::string why_no_witness(const trace::Result& r);             // of a result that has none
void write_graphml(std::ostream& out, const trace::Result& r);  // format 1.0
void write_yaml(std::ostream& out, const trace::Result& r);     // format 2.2, or 2.1 for correctness

// Which of the violations `before` does not have, however the lines have moved.
std::vector<bool> are_new(const std::vector<trace::Violation>& violations, const trace::Result& before);

}  // namespace heddle::report
