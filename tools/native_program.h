// SPDX-License-Identifier: GPL-3.0-or-later
// The program of a result, and the program as a thing that runs: what check, replay, certify and run share.
#pragma once
#include <string>
#include <variant>

#include "frontend/frontend.h"
#include "model/program.h"
#include "replay/replay.h"
#include "report/report.h"
#include "trace/native.h"
#include "trace/result.h"

namespace heddle::tools {

// The program with its acts marked: what engines search and what is instrumented.
model::Program load_program(const frontend::CompileJob& job);

std::vector<frontend::Place> places(const std::vector<std::string>& texts);  // FILE:LINE each

// A file that a command wrote; refused if it contradicts itself.
std::variant<trace::Result, trace::Recording> read_result(const std::string& path);
// The same, or a schedule.
std::variant<trace::Result, trace::Recording, report::SafeSchedule> read_judgeable(const std::string& path);

// How the program of this input is compiled.
frontend::CompileJob compile_job(const trace::InputFiles& input);

// Goes to the directory the program was checked in and makes sure that it is still the same program.
frontend::CompileJob job_of(const trace::InputFiles& input);

// Replays every violation once. True when each of them came out; else `problem` is one sentence about the first that
// did not.
bool confirm(const trace::Result& result, const frontend::CompileJob& job, const model::Program& program,
             const std::atomic<bool>& interrupted, std::string& problem);

}  // namespace heddle::tools
