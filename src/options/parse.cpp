// SPDX-License-Identifier: GPL-3.0-or-later
// The parser. CLI11 (included here only: it is heavy) cuts the command line into options and values; what the values
// mean, and what is wrong with them, is decided here by the table.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/check.h"
#include "base/shell_words.h"
#include "builds/builds.h"
#include "options/clang_flags.h"
#include "options/config.h"
#include "options/inputs.h"
#include "base/nearest.h"
#include "options/options.h"
#include "options/property_file.h"
#include "options/report_format.h"
#include "options/table.h"
#include "options/task_definition.h"
#include "options/values.h"

namespace heddle::options {

namespace {

std::string see_help(Command command) { return std::string("; see `heddle ") + text(command) + " --help`"; }

// The values given for each field, in order, and the words that are no options.
struct Words {
  Command command;
  std::map<std::string, std::vector<std::string>> given;
  std::vector<std::string> files;
};

// CLI11 would read --all=3 as a number, and stumble over large ones.
void refuse_switch_values(Command command, const std::vector<std::string>& args) {
  for (const Row& r : table(command))
    for (std::string name : split(r.names, ',')) {
      if (name.starts_with("!")) name.erase(0, 1);
      for (const std::string& a : args)
        if (r.kind == Kind::Switch && a.starts_with(name + "="))
          throw InputError(name + " takes no value" + see_help(command));
    }
}

Words cut(Command command, const std::vector<std::string>& args) {
  refuse_switch_values(command, args);
  CLI::App app;
  app.set_help_flag();
  std::map<std::string, CLI::Option*> handles;
  for (const Row& r : table(command)) {
    CLI::Option* o = r.kind == Kind::Switch ? app.add_flag(r.names) : app.add_option(r.names);
    if (r.kind != Kind::Switch) o->expected(1)->allow_extra_args(false);
    handles[r.field] = o->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  app.allow_extras();
  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::ArgumentMismatch& e) {
    std::string what = e.what();
    throw InputError(what.substr(0, what.find(':')) + " needs a value" + see_help(command));
  } catch (const CLI::Error& e) {
    throw InputError(std::string(e.what()) + see_help(command));
  }
  Words words{command, {}, app.remaining()};
  for (auto& [field, o] : handles)
    if (o->count()) words.given[field] = o->results();
  return words;
}

// The one value of an option; giving it twice with different values is a contradiction.
const std::string* one(const Words& words, const char* field) {
  auto it = words.given.find(field);
  if (it == words.given.end()) return nullptr;
  for (const std::string& v : it->second)
    if (v != it->second.front())
      throw InputError(long_name(row(field)) + " is given twice with different values; give it once");
  return &it->second.front();
}

[[noreturn]] void refuse_value(const Row& r, const std::string& value, const std::string& wanted) {
  throw InputError(long_name(r) + ": `" + value + "` will not do; give " + wanted);
}

std::string range(const Row& r, std::string (*format)(uint64_t)) {
  return format(r.low) + (r.high == ~0ull ? " or more" : " to " + format(r.high));
}

void read_amount(const Words& words, const char* field, uint64_t& into,
                 std::optional<uint64_t> (*parse)(const std::string&), std::string (*format)(uint64_t),
                 const char* example) {
  const std::string* value = one(words, field);
  if (!value) return;
  const Row& r = row(field);
  std::optional<uint64_t> n = parse(*value);
  if (!n) refuse_value(r, *value, example);
  if (*n < r.low || *n > r.high) refuse_value(r, *value, range(r, format));
  into = *n;
}

std::string format_number(uint64_t n) { return std::to_string(n); }

void read_value(const Words& words, const char* field, bool& into) {
  const std::string* value = one(words, field);
  if (value) into = *value == "true";
}
void read_value(const Words& words, const char* field, std::string& into) {
  const std::string* value = one(words, field);
  if (value && value->empty()) refuse_value(row(field), *value, row(field).metavar);
  if (value) into = *value;
}
void read_value(const Words& words, const char* field, std::vector<std::string>& into) {
  if (auto it = words.given.find(field); it != words.given.end()) into = it->second;
  for (const std::string& v : into)
    if (v.empty() && std::string_view(field) != "args") refuse_value(row(field), v, row(field).metavar);
}
template <class Enum>
void read_choice(const Words& words, const char* field, Enum& into) {
  const std::string* value = one(words, field);
  if (!value) return;
  std::vector<std::string> choices = split(row(field).metavar, '|');
  auto it = std::find(choices.begin(), choices.end(), *value);
  std::string wanted = "one of";
  for (const std::string& c : choices) wanted += (c == choices.front() ? " " : ", ") + c;
  if (it == choices.end()) refuse_value(row(field), *value, wanted + base::did_you_mean(*value, choices));
  into = static_cast<Enum>(it - choices.begin());
}

Options read_all(const Words& words) {
  Options options;
#define HEDDLE_CHOICE(Type, field, ...) read_choice(words, #field, options.field);
#define HEDDLE_NUMBER(field, ...) \
  read_amount(words, #field, options.field, parse_number, format_number, "a whole number");
#define HEDDLE_DURATION(field, ...) \
  read_amount(words, #field, options.field, parse_duration, format_duration, "a time such as 500ms, 60s or 2m");
#define HEDDLE_SIZE(field, ...) \
  read_amount(words, #field, options.field, parse_size, format_size, "a size such as 512M or 4G");
#define HEDDLE_SWITCH(field, ...) read_value(words, #field, options.field);
#define HEDDLE_TEXT(field, ...) read_value(words, #field, options.field);
#define HEDDLE_LIST(field, ...) read_value(words, #field, options.field);
#include "options/options.def"
  return options;
}

// --32 and --64, as other verifiers spell it.
std::string long_form(const std::string& arg) {
  return arg == "--32" ? "--data-model=ilp32" : arg == "--64" ? "--data-model=lp64" : arg;
}

std::vector<std::string> names_of_options(Command command) {
  std::vector<std::string> names;
  for (const Row& r : table(command))
    for (const std::string& name : split(r.names, ','))
      if (size_t dashes = name.find("--"); dashes != std::string::npos) names.push_back(name.substr(dashes));
  return names;
}

// What is wrong with a word that is neither an option nor its value; `example` is how it is done.
void take_files(Options& options, const Words& words, const std::string& example) {
  std::string after_dashes = words.command == Check || words.command == Batch ? "; options for clang go after `--`"
                             : words.command == Run ? "; arguments of the program go after `--`"
                                                    : "";
  for (const std::string& word : words.files) {
    if (word.size() > 1 && word[0] == '-')
      throw InputError("unknown option " + word + base::did_you_mean(word, names_of_options(words.command)) +
                       see_help(words.command) +
                       (std::filesystem::exists(word) ? "; for the file of this name write ./" + word : after_dashes));
    if (word.empty()) throw InputError("a file name is empty; give " + example);
    if (word == "-") throw InputError("standard input cannot be read; save it to a file first");
    options.files.push_back(word);
  }
  if (options.files.empty() && options.build_directory.empty())
    throw InputError(std::string("no file to ") + text(words.command) + "; give " + example);
}

void take_clang_flags(Options& options) {
  for (const std::string& d : options.include_dirs) options.cflags.push_back("-I" + d);
  for (const std::string& d : options.defines) options.cflags.push_back("-D" + d);
}

// C sources, or the task definition that names them.
void take_sources(Options& options, const Words& words) {
  if (std::any_of(options.files.begin(), options.files.end(), is_task_definition))
    apply_task_definition(options, words.given.contains("data_model"));
  std::set<std::string> seen;
  for (const std::string& file : options.files) {
    if (!seen.insert(file).second) throw InputError(file + ": is given twice; give every file once");
    check_source(file);
    std::error_code error;
    for (const std::string& other : options.files) {
      if (&other == &file) break;
      if (std::filesystem::equivalent(file, other, error))
        throw InputError(file + ": is the same file as " + other + "; give every file once");
    }
  }
}

// What the project wants of every check, where the command line says nothing else.
Config take_config(Words& words, const Options& options) {
  if (!options.config.empty() && options.no_config)
    throw InputError("--config and --no-config contradict each other; give one of them");
  const bool task = std::any_of(words.files.begin(), words.files.end(), is_task_definition);
  if (options.no_config || (task && options.config.empty())) return {};
  const std::string path = !options.config.empty() ? options.config : find_config();
  if (path.empty()) return {};
  Config found = read_config(path);
  const bool named = !words.files.empty() || words.given.contains("build_directory");
  for (const auto& [field, values] : found.given)
    if (!words.given.contains(field) && !(named && (field == "build_directory" || field == "target")))
      words.given[field] = values;
  if (!named && !found.given.contains("build_directory")) words.files = found.files;
  return found;
}

void take_project(Options& options, const Config& config) {
  if (config.file.empty()) return;
  options.acquires = config.acquires;
  options.releases = config.releases;
  options.suppressions = config.suppressions;
  options.notes.push_back("with the settings of " + config.file);
  if (!options.suppressions.empty()) options.all = true;  // one that is suppressed must not hide another one
}

// The files of a build, and how it compiles them. True if the files are those of a build.
bool take_build(Options& options, const Words& words) {
  const bool database = !options.build_directory.empty();
  if (!options.target.empty() && !database) throw InputError("--target names a part of a build; add -p DIR");
  // files beside a target, or beside what is built, are files of the user's own
  std::vector<std::string> built, more;
  for (const std::string& f : options.files) (builds::is_built(f) ? built : more).push_back(f);
  if (!database && built.empty()) return false;
  if (database && !built.empty())
    throw InputError("-p reads how C files are compiled; leave it out to check what is built");
  const bool named = database && options.target.empty();
  builds::Build build = database ? builds::read_database(options.build_directory, options.target,
                                                         named ? more : std::vector<std::string>{})
                                 : builds::read_built(built);
  options.files.clear();
  for (const builds::Unit& u : build.units) {
    options.files.push_back(u.file);
    options.file_flags.push_back(u.flags);
  }
  if (!named) options.files.insert(options.files.end(), more.begin(), more.end());
  options.file_flags.resize(options.files.size());
  if (build.ilp32 && words.given.contains("data_model") && options.data_model == DataModel::Lp64)
    throw InputError("--data-model lp64: the build compiles with -m32");
  if (build.ilp32) options.data_model = DataModel::Ilp32;
  options.cflags.insert(options.cflags.end(), build.libraries.begin(), build.libraries.end());
  options.notes.insert(options.notes.end(), build.notes.begin(), build.notes.end());
  for (const std::string& file : options.files) check_source(file);
  return true;
}

// Our words, and those after `--`.
std::pair<std::vector<std::string>, std::vector<std::string>> halves(const std::vector<std::string>& args) {
  auto dashes = std::find(args.begin(), args.end(), "--");
  std::vector<std::string> ours(args.begin(), dashes), theirs(dashes == args.end() ? dashes : dashes + 1, args.end());
  std::transform(ours.begin(), ours.end(), ours.begin(), long_form);
  return {ours, theirs};
}

void take_dumps(Options& options) {
  std::vector<std::string> forms;
  for (const std::string& word : options.dump)
    for (const std::string& form : split(word, ',')) {
      if (form != "model" && form != "footprints" && form != "transactions" && form != "transactions-dot")
        refuse_value(row("dump"), form, "model|footprints|transactions|transactions-dot");
      forms.push_back(form);
    }
  options.dump = forms;
}

// A comma separates places where a line number stands before it; else it belongs to the name of the file.
std::vector<std::string> split_places(const std::string& word) {
  std::vector<std::string> places{""};
  for (const std::string& piece : split(word, ',')) {
    std::string& last = places.back();
    size_t colon = last.rfind(':');
    bool whole = colon != std::string::npos && colon + 1 < last.size() &&
                 last.find_first_not_of("0123456789", colon + 1) == std::string::npos;
    if (whole)
      places.push_back(piece);
    else
      last += (last.empty() ? "" : ",") + piece;
  }
  return places;
}

// The question takes the place of the property: unreach-call of an error that stands at the line.
void take_places(Options& options) {
  if (options.reach.empty()) return;
  std::vector<std::string> places;
  for (const std::string& word : options.reach)
    for (const std::string& place : split_places(word)) places.push_back(place);
  options.reach = places;
  if (places.size() > 2) throw InputError("--reach takes one place or two, not " + std::to_string(places.size()));
  if (!options.properties.empty() && options.properties != std::vector{base::Property::UnreachCall})
    throw InputError("--reach is a question of its own; leave out --property");
  options.properties = {base::Property::UnreachCall};
}

bool is_function_name(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
}

// Where the program begins.
void take_start(Options& options) {
  std::vector<std::string> names;
  for (const std::string& word : options.entries)
    for (const std::string& name : split(word, ',')) {
      if (!is_function_name(name)) refuse_value(row("entries"), name, "names of functions: --entry reader,writer");
      names.push_back(name);
    }
  options.entries = names;
  if (!options.main_function.empty() && !is_function_name(options.main_function))
    refuse_value(row("main_function"), options.main_function, "the name of a function");
  if (!options.args.empty() && !options.entries.empty())
    throw InputError("--args is for main, and --entry leaves main out; give one of them");
}

// What the program is given from outside, and what stands for functions that have no model.
void take_surroundings(Options& options) {
  for (const std::string& text : options.args)
    for (const std::string& word : base::shell_words(text, "--args")) options.arguments.push_back(word);
  if (!options.stdin_file.empty()) check_readable(options.stdin_file, "standard input");
  for (const std::string& file : options.models) {
    check_source(file);
    if (std::find(options.files.begin(), options.files.end(), file) != options.files.end())
      throw InputError(file + ": is a file of the program already; leave out --model");
  }
  auto names = [](const std::vector<std::string>& words, const char* option, const char* example) {
    std::vector<std::string> all;
    for (const std::string& word : words)
      for (const std::string& name : split(word, ',')) {
        if (!is_function_name(name)) refuse_value(row(option), name, std::string("names of functions: ") + example);
        if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
      }
    return all;
  };
  options.slow = names(options.slow, "slow", "--slow search,compress");
  for (const std::string& name : options.slow) options.harmless.push_back(name);
  options.harmless = names(options.harmless, "harmless", "--harmless log_line,checksum");
}

void check_consistency(const Options& options, const Words& words) {
  if (options.engine == Engine::Lasso && options.properties != std::vector{base::Property::Termination})
    throw InputError("engine lasso looks for executions that never end; add --property termination, and no other");
  if (options.engine != Engine::BmcLazy && options.engine != Engine::BmcEager)
    for (const char* field : {"lazy_depth", "lazy_balance", "lazy_context", "lazy_locksets", "lazy_log"})
      if (words.given.contains(field))
        throw InputError(split(row(field).names, ',')[0] +
                         " is for the engines bmc-lazy and bmc-eager; add --engine bmc-lazy or leave it out");
  if (options.quiet && words.given.contains("progress") && options.progress)
    throw InputError("--quiet and --progress contradict each other; give one of them");
  if (options.quiet && options.full_trace)
    throw InputError("--quiet and --full-trace contradict each other; give one of them");
  bool about_termination = std::find(options.properties.begin(), options.properties.end(),
                                     base::Property::Termination) != options.properties.end();
  if (words.given.contains("fairness") && !about_termination)
    throw InputError("--fairness only matters for termination; add --property termination or leave it out");
}

}  // namespace

Options parse_check(const std::vector<std::string>& args) {
  auto [ours, clangs] = halves(args);
  Words words = cut(Check, ours);
  Options options = read_all(words);
  if (options.help) return options;
  const Config config = take_config(words, options);
  if (!config.file.empty()) options = read_all(words);
  take_files(options, words, "at least one C file: heddle check program.c");
  take_clang_flags(options);
  take_dumps(options);
  options.properties = resolve_properties(options.property, options.memory_safety);
  if (!take_build(options, words)) take_sources(options, words);
  take_flags_for_clang(options, config.cflags);
  take_flags_for_clang(options, clangs);
  take_places(options);
  take_surroundings(options);
  take_start(options);
  take_project(options, config);
  if (options.properties.empty()) options.properties = kDefaultProperties;
  check_consistency(options, words);
  if (!options.output.empty()) check_output("--output", options.output);
  if (!options.lazy_log.empty()) check_output("--lazy-log", options.lazy_log);
  for (const std::string& file : options.reports) {
    format_of("--report", file);
    check_output("--report", file);
  }
  if (!options.witness.empty()) {
    witness_format_of("--witness", options.witness);
    check_output("--witness", options.witness);
  }
  if (!options.validate.empty()) {
    check_readable(options.validate, "witness");
    if (!options.baseline.empty())
      throw InputError("--validate and --baseline contradict each other; give one of them");
    if (!options.reach.empty()) throw InputError("--validate and --reach contradict each other; give one of them");
  }
  if (!options.baseline.empty()) {
    check_readable(options.baseline, "baseline");
    options.all = true;  // a known violation must not hide a new one
  }
  options.certificate |= options.certify;
  if (!options.slurm && words.given.contains("slurm_options"))
    throw InputError(long_name(row("slurm_options")) + " goes with --slurm");
  if (options.slurm) options.handed_on = args;
  return options;
}

namespace {

// `example` is where the result comes from and how it is used.
void take_result(Options& options, const Words& words, const std::vector<std::string>& behind_dashes,
                 const std::string& example) {
  take_files(options, words, example);
  if (options.files.size() > 1) throw InputError(options.files[1] + ": one result at a time; give " + example);
  if (!behind_dashes.empty()) throw InputError("nothing may follow `--`: the result says how the program is called");
}

}  // namespace

Options parse_replay(const std::vector<std::string>& args) {
  auto [ours, theirs] = halves(args);
  Words words = cut(Replay, ours);
  Options options = read_all(words);
  if (options.help) return options;
  take_result(options, words, theirs,
              "the result of a check: heddle check -o result.json program.c, then heddle replay result.json");
  if (options.gdb && words.given.contains("times"))
    throw InputError("--gdb and --times contradict each other; give one of them");
  if (options.gdb && options.print) throw InputError("--gdb and --print contradict each other; give one of them");
  if (options.gdb && options.format == Format::Json) throw InputError("--gdb is for people; leave out --format json");
  return options;
}

Options parse_run(const std::vector<std::string>& args) {
  auto [ours, programs] = halves(args);
  const std::vector<std::string> flags = flags_among(ours);
  Words words = cut(Run, ours);
  Options options = read_all(words);
  if (options.help) return options;
  options.arguments = programs;
  if (!options.schedule.empty()) {
    std::string flag = flags.empty() ? "" : flags[0];
    for (const char* field : {"include_dirs", "defines", "data_model"})
      if (words.given.contains(field)) flag = split(row(field).names, ',').back();
    if (!flag.empty())
      throw InputError(flag + ": the schedule names the program with its flags; with others, find a schedule for it: " +
                       "heddle schedule -o safe program.c -- FLAGS");
  }
  if (options.schedule.empty()) {
    for (const char* field : {"opt", "on_divergence", "guarded", "show", "replicate", "tune"})
      if (words.given.contains(field))
        throw InputError(split(row(field).names, ',').back() +
                         " goes with --schedule: heddle run --schedule safe/ivr-001.json");
    take_files(options, words, "at least one C file: heddle run program.c -- arguments");
    take_clang_flags(options);
    take_sources(options, words);
    take_flags_for_clang(options, flags);
  } else if (!words.files.empty()) {
    take_files(options, words, "the schedule alone");
    throw InputError(words.files[0] + ": the schedule names the program; arguments of the program go after `--`");
  }
  if (options.tune != 0 && !words.given.contains("opt")) options.opt = 2;
  if (options.tune != 0 && words.given.contains("replicate"))
    throw InputError("--tune chooses --replicate; leave it out, or --tune");
  if (!options.guarded.empty()) check_output("--output", options.guarded);
  if (!options.show.empty()) check_output("--show", options.show);
  if (!options.record.empty()) check_output("--record", options.record);
  if (!options.stats.empty()) check_output("--stats", options.stats);
  return options;
}

Options parse_certify(const std::vector<std::string>& args) {
  auto [ours, theirs] = halves(args);
  Words words = cut(Certify, ours);
  Options options = read_all(words);
  if (options.help) return options;
  take_result(options, words, theirs,
              "the result of a check: heddle check -o result.json program.c, then heddle certify result.json");
  return options;
}

Options parse_report(const std::vector<std::string>& args) {
  auto [ours, theirs] = halves(args);
  Words words = cut(Report, ours);
  Options options = read_all(words);
  if (options.help) return options;
  take_result(options, words, theirs,
              "the result of a check: heddle check -o result.json program.c, then heddle report result.json");
  if (options.quiet && options.full_trace)
    throw InputError("--quiet and --full-trace contradict each other; give one of them");
  if (!options.report_to.empty()) check_output("--output", options.report_to);
  if (!options.witness_format.empty()) {
    if (words.given.contains("report_format"))
      throw InputError("--witness and --format contradict each other; give one of them");
    if (options.witness_format != "graphml" && options.witness_format != "yaml")
      refuse_value(row("witness_format"), options.witness_format, "graphml or yaml");
    options.report_format = options.witness_format == "yaml" ? ReportFormat::Yaml : ReportFormat::Graphml;
  } else if (!options.report_to.empty() && !words.given.contains("report_format")) {
    options.report_format = format_of("--output", options.report_to);
  }
  return options;
}

namespace {
// Of a command that takes C files, and flags for clang behind `--`.
Options parse_sources(Command command, const std::vector<std::string>& args, const char* wanted) {
  auto [ours, clangs] = halves(args);
  Words words = cut(command, ours);
  Options options = read_all(words);
  if (options.help) return options;
  take_files(options, words, wanted);
  take_clang_flags(options);
  take_sources(options, words);
  take_flags_for_clang(options, clangs);
  return options;
}
}  // namespace

Options parse_schedule(const std::vector<std::string>& args) {
  Options options = parse_sources(Plan, args, "at least one C file: heddle schedule -o safe program.c");
  if (options.help) return options;
  if (options.directory.empty())
    throw InputError("where do the schedules go? Give a directory: heddle schedule -o safe " + options.files[0]);
  options.properties = {base::Property::UnreachCall, base::Property::NoDeadlock};
  take_surroundings(options);
  return options;
}

namespace {
// What each check of a batch is told, too, as it was typed. Limits and the property are not among it: a task may have
// its own.
std::vector<std::string> words_for_checks(const Words& words) {
  std::vector<std::string> out;
  for (const Row& r : table(Batch)) {
    const std::string field = r.field;
    auto given = words.given.find(field);
    if (!(r.commands & Check) || given == words.given.end()) continue;
    if (std::set<std::string>{"property", "time_limit", "memory_limit", "quiet", "progress", "slurm", "slurm_options"}
            .contains(field))
      continue;
    for (const std::string& value : given->second) {
      out.push_back(long_name(r));
      if (r.kind != Kind::Switch) out.push_back(value);
    }
  }
  return out;
}
}  // namespace

Options parse_batch(const std::vector<std::string>& args) {
  auto [ours, clangs] = halves(args);
  Words words = cut(Batch, ours);
  Options options = read_all(words);
  if (options.help) return options;
  take_files(options, words,
             "C files, task definitions (.yml), sets of them (.set) or a list (.json): heddle batch -o results *.c");
  if (options.batch_to.empty())
    throw InputError("where do the results go? Give a directory: heddle batch -o results " + options.files[0]);
  if (!options.slurm)
    for (const char* field : {"slurm_options", "pack", "tries"})
      if (words.given.contains(field)) throw InputError(long_name(row(field)) + " goes with --slurm");
  options.properties = resolve_properties(options.property, options.memory_safety);
  options.handed_on = words_for_checks(words);
  take_flags_for_clang(options, clangs);
  options.cflags = clangs;
  if (!options.tool.empty()) check_readable(options.tool, "heddle");
  return options;
}

Options parse_compare(const std::vector<std::string>& args) {
  auto [ours, theirs] = halves(args);
  Words words = cut(Compare, ours);
  Options options = read_all(words);
  if (options.help) return options;
  const std::string example = "the folders of two batches: heddle compare before after";
  take_files(options, words, example);
  if (options.files.size() != 2 || !theirs.empty()) throw InputError("two batches are compared; give " + example);
  if (!options.compare_to.empty()) check_output("--output", options.compare_to);
  return options;
}

Options parse_sequentialize(const std::vector<std::string>& args) {
  Options options = parse_sources(Sequential, args, "at least one C file: heddle sequentialize program.c");
  options.properties = {base::Property::Termination};
  return options;
}

}  // namespace heddle::options
