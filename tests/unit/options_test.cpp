// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: what is understood, and that what is not is refused with a message that helps.
#include "options/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "options/commands.h"
#include "options/table.h"

namespace heddle::options {
namespace {

using base::Property;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// A directory with a program in it, for one test.
class OptionsTest : public testing::Test {
 protected:
  OptionsTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "heddle-options-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    program_ = write("a.c", "int main(void) { return 0; }\n");
  }
  ~OptionsTest() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& content) {
    std::string path = directory_ + "/" + name;
    std::ofstream(path) << content;
    return path;
  }
  Options parse(std::vector<std::string> args) {
    args.insert(args.begin(), program_);
    return parse_check(args);
  }
  std::string refusal(const std::vector<std::string>& args) {
    try {
      parse_check(args);
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  }
  std::string refusal_with_program(std::vector<std::string> args) {
    args.push_back(program_);
    return refusal(args);
  }

  std::string directory_, program_;
};

TEST_F(OptionsTest, Defaults) {
  Options o = parse({});
  EXPECT_THAT(o.files, ElementsAre(program_));
  EXPECT_THAT(o.properties, ElementsAre(Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock));
  EXPECT_EQ(o.engine, Engine::Auto);
  EXPECT_EQ(o.data_model, DataModel::Lp64);
  EXPECT_EQ(o.format, Format::Text);
  EXPECT_EQ(o.fairness, Fairness::Strong);
  EXPECT_EQ(o.reduction, Reduction::Por);
  EXPECT_TRUE(o.progress);
  EXPECT_FALSE(o.all || o.quiet || o.help);
  EXPECT_EQ(o.time_limit + o.memory_limit + o.state_limit, 0u);
}

TEST_F(OptionsTest, EveryValueArrives) {
  Options o = parse({"--engine=explore",
                     "--time-limit",
                     "2m",
                     "--memory-limit=4G",
                     "--state-limit",
                     "7",
                     "--unwind",
                     "3",
                     "--contexts=2",
                     "--jobs",
                     "4",
                     "--seed",
                     "42",
                     "--all",
                     "--no-progress",
                     "--format",
                     "json",
                     "--32",
                     "--reduction",
                     "none"});
  EXPECT_EQ(o.engine, Engine::Explore);
  EXPECT_EQ(o.time_limit, 120'000u);
  EXPECT_EQ(o.memory_limit, uint64_t{4} << 30);
  EXPECT_EQ(o.state_limit, 7u);
  EXPECT_EQ(o.unwind, 3u);
  EXPECT_EQ(o.contexts, 2u);
  EXPECT_EQ(o.jobs, 4u);
  EXPECT_EQ(o.seed, 42u);
  EXPECT_EQ(o.data_model, DataModel::Ilp32);
  EXPECT_EQ(o.reduction, Reduction::None);
  EXPECT_EQ(o.format, Format::Json);
  EXPECT_TRUE(o.all);
  EXPECT_FALSE(o.progress);
}

TEST_F(OptionsTest, ClangFlagsKeepTheirOrderAndAreNotRead) {
  Options o = parse({"-Iinc", "-I", "other", "-DN=3", "-D", "M", "--", "--engine", "-std=gnu11", "--"});
  EXPECT_THAT(o.cflags, ElementsAre("-Iinc", "-Iother", "-DN=3", "-DM", "--engine", "-std=gnu11", "--"));
}

TEST_F(OptionsTest, AnOptionTakesOneValueOnly) {
  EXPECT_THAT(parse_check({"--engine", "explore", program_}).files, ElementsAre(program_));
}

TEST_F(OptionsTest, PropertiesByNameListAndFile) {
  std::string prp = write("t.prp", "CHECK( init(main()), LTL(F end) )\n");
  EXPECT_THAT(parse({"--property", "no-deadlock,unreach-call"}).properties,
              ElementsAre(Property::UnreachCall, Property::NoDeadlock));
  EXPECT_THAT(parse({"--property", "no-data-race", "--property", prp}).properties,
              ElementsAre(Property::NoDataRace, Property::Termination));
  EXPECT_THAT(parse({"--property", "no-data-race,no-data-race"}).properties, ElementsAre(Property::NoDataRace));
}

TEST_F(OptionsTest, NamesOfEnumerators) {
  EXPECT_STREQ(text(Engine::BmcOrder), "bmc-order");
  EXPECT_STREQ(text(Engine::Lasso), "lasso");
  EXPECT_STREQ(text(DataModel::Ilp32), "ilp32");
}

TEST_F(OptionsTest, BadValuesNameTheRemedy) {
  EXPECT_THAT(refusal_with_program({"--engine", "quick"}), HasSubstr("one of auto, explore"));
  EXPECT_THAT(refusal_with_program({"--engine", "lasso"}),
              HasSubstr("engine lasso looks for executions that never end; add --property termination"));
  EXPECT_THAT(refusal_with_program({"--time-limit", "soon"}), HasSubstr("60s"));
  EXPECT_THAT(refusal_with_program({"--time-limit", "0s"}), HasSubstr("1ms to"));
  EXPECT_THAT(refusal_with_program({"--memory-limit", "1K"}), HasSubstr("64M to"));
  EXPECT_THAT(refusal_with_program({"--unwind", "0"}), HasSubstr("1 to 1000000"));
  EXPECT_THAT(refusal_with_program({"--unwind", "-1"}), HasSubstr("a whole number"));
  EXPECT_THAT(refusal_with_program({"--property", "speed"}), HasSubstr("unknown property `speed`"));
  EXPECT_THAT(refusal_with_program({"--property", "no-overflow"}), HasSubstr("not supported yet"));
  EXPECT_THAT(refusal_with_program({"--dump", "formula"}), HasSubstr("model"));
  EXPECT_THAT(refusal_with_program({"--unknown"}), HasSubstr("unknown option --unknown"));
  EXPECT_THAT(refusal_with_program({"--all=yes please"}), HasSubstr("--all takes no value"));
  EXPECT_THAT(refusal({program_, "--engine"}), HasSubstr("--engine needs a value"));
}

TEST_F(OptionsTest, Contradictions) {
  EXPECT_THAT(refusal_with_program({"--32", "--64"}), HasSubstr("--data-model is given twice"));
  EXPECT_THAT(refusal_with_program({"--quiet", "--progress"}), HasSubstr("contradict"));
  EXPECT_THAT(refusal_with_program({"--quiet", "--full-trace"}), HasSubstr("contradict"));
  EXPECT_THAT(refusal_with_program({"--fairness", "weak"}), HasSubstr("termination"));
  EXPECT_THAT(refusal({program_, program_}), HasSubstr("given twice"));
  EXPECT_EQ(refusal_with_program({"--32", "--data-model", "ilp32"}), "accepted");
}

TEST_F(OptionsTest, FilesAreLookedAtFirst) {
  EXPECT_THAT(refusal({}), HasSubstr("no file to check"));
  EXPECT_THAT(refusal({directory_ + "/none.c"}), HasSubstr("no such C source file"));
  EXPECT_THAT(refusal({directory_}), HasSubstr("is a directory"));
  EXPECT_THAT(refusal({write("empty.c", "")}), HasSubstr("is empty"));
  EXPECT_THAT(refusal({write("b.c", std::string("\x7f"
                                                "ELF\0\0",
                                                6))}),
              HasSubstr("binary data"));
  EXPECT_THAT(refusal_with_program({"-o", directory_ + "/no/result.json"}), HasSubstr("there is no directory"));
  EXPECT_THAT(refusal_with_program({"-o", directory_}), HasSubstr("is a directory"));
}

TEST_F(OptionsTest, HelpNeedsNoFile) { EXPECT_TRUE(parse_check({"--help"}).help); }

TEST_F(OptionsTest, HelpAndDocumentNameEveryOption) {
  const std::string document = options_document();
  for (const CommandInfo& c : commands()) {
    if (!c.command) continue;
    const Command command = static_cast<Command>(c.command);
    const std::string page = help(command);
    EXPECT_THAT(page, StartsWith(std::string("Usage: heddle ") + c.name + " "));
    for (const Row& r : table(command)) {
      EXPECT_THAT(page, HasSubstr(long_name(r))) << c.name;
      EXPECT_THAT(document, HasSubstr(long_name(r)));
    }
  }
}

TEST_F(OptionsTest, EveryCommandHasItsOwnOptions) {
  EXPECT_THAT(refusal_with_program({"--gdb"}), HasSubstr("unknown option --gdb; see `heddle check --help`"));
  EXPECT_TRUE(parse({"--confirm"}).confirm);
  Options o = parse_replay({"r.json", "--times", "20", "--violation=2", "--loops", "3", "--print", "--format", "json"});
  EXPECT_THAT(o.files, ElementsAre("r.json"));
  EXPECT_EQ(o.times, 20u);
  EXPECT_EQ(o.violation, 2u);
  EXPECT_EQ(o.loops, 3u);
  EXPECT_TRUE(o.print);
  EXPECT_EQ(parse_replay({"r.json"}).loops, 10u);
}

TEST_F(OptionsTest, RunPassesTheRestToTheProgram) {
  Options o =
      parse_run({"-DN=2", "--stop-after", "2s", "--record", directory_ + "/r.json", program_, "--", "--record", "x"});
  EXPECT_THAT(o.arguments, ElementsAre("--record", "x"));
  EXPECT_THAT(o.cflags, ElementsAre("-DN=2"));
  EXPECT_EQ(o.stop_after, 2000u);
  EXPECT_EQ(o.record, directory_ + "/r.json");
}

TEST_F(OptionsTest, ReplayAndRunRefuse) {
  auto said = [](Options (*parse)(const std::vector<std::string>&),
                 const std::vector<std::string>& args) -> std::string {
    try {
      parse(args);
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_THAT(said(parse_replay, {}), HasSubstr("no file to replay"));
  EXPECT_THAT(said(parse_replay, {"a.json", "b.json"}), HasSubstr("one result at a time"));
  EXPECT_THAT(said(parse_replay, {"a.json", "--", "x"}), HasSubstr("nothing may follow"));
  EXPECT_THAT(said(parse_replay, {"a.json", "--times", "0"}), HasSubstr("1 to"));
  EXPECT_THAT(said(parse_replay, {"a.json", "--gdb", "--print"}), HasSubstr("contradict"));
  EXPECT_THAT(said(parse_replay, {"a.json", "--property", "x"}), HasSubstr("see `heddle replay --help`"));
  EXPECT_THAT(said(parse_run, {}), HasSubstr("no file to run"));
  EXPECT_THAT(said(parse_run, {program_, "--schedule", "s.json"}), HasSubstr("the schedule names the program"));
  EXPECT_THAT(said(parse_run, {"--schedule", "s.json", "--verbose"}), HasSubstr("unknown option --verbose"));
  EXPECT_THAT(said(parse_run, {program_, "--opt", "1"}), HasSubstr("--opt goes with --schedule"));
  EXPECT_THAT(said(parse_run, {"--schedule", "s.json", "--opt", "3"}), HasSubstr("0 to 2"));
  EXPECT_THAT(said(parse_run, {program_, "--record", directory_}), HasSubstr("is a directory"));
  EXPECT_THAT(said(parse_run, {program_, "--verbose"}), HasSubstr("arguments of the program go after `--`"));
}

TEST_F(OptionsTest, TaskDefinitionStandsForItsFile) {
  write("r.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
  write("o.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
  std::string yml = write(
      "t.yml",
      "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: r.prp\n    expected_verdict: true\n"
      "  - property_file: o.prp\noptions:\n  language: C\n  data_model: ILP32\n");
  Options o = parse_check({yml});
  EXPECT_THAT(o.files, ElementsAre(program_));
  EXPECT_THAT(o.properties, ElementsAre(Property::NoDataRace));
  EXPECT_EQ(o.data_model, DataModel::Ilp32);
  EXPECT_THAT(o.notes, ElementsAre(HasSubstr("no-overflow left out")));

  Options own = parse_check({yml, "--property", "no-deadlock", "--64"});
  EXPECT_THAT(own.properties, ElementsAre(Property::NoDeadlock));
  EXPECT_EQ(own.data_model, DataModel::Lp64);
  EXPECT_THAT(refusal({yml, program_}), HasSubstr("give it alone"));
}

TEST_F(OptionsTest, TaskDefinitionWithNothingToCheck) {
  write("o.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
  EXPECT_THAT(
      refusal({write("t.yml", "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: o.prp}]\n")}),
      HasSubstr("none of its properties can be checked"));
}

}  // namespace
}  // namespace heddle::options
