// SPDX-License-Identifier: GPL-3.0-or-later
// Property files, task definitions and single values, as texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "options/property_file.h"
#include "options/task_definition.h"
#include "options/values.h"

namespace heddle::options {
namespace {

using base::Property;
using testing::ElementsAre;
using testing::HasSubstr;

std::string check_line(const std::string& formula) { return "CHECK( init(main()), LTL(" + formula + ") )\n"; }

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(PropertyFile, EveryFormula) {
  const std::pair<const char*, Property> formulas[] = {{"G ! call(reach_error())", Property::UnreachCall},
                                                       {"G ! call(__VERIFIER_error())", Property::UnreachCall},
                                                       {"G ! data-race", Property::NoDataRace},
                                                       {"G ! deadlock", Property::NoDeadlock},
                                                       {"F end", Property::Termination},
                                                       {"G valid-free", Property::ValidMemsafety},
                                                       {"G valid-deref", Property::ValidMemsafety},
                                                       {"G valid-memtrack", Property::ValidMemsafety}};
  for (auto [formula, property] : formulas)
    EXPECT_THAT(parse_property_file(check_line(formula), "x.prp").properties, ElementsAre(property)) << formula;
}

TEST(PropertyFile, BlanksDoNotMatterAndLinesAddUp) {
  PropertyFile f = parse_property_file(
      "CHECK(init(main()),LTL(G!data-race))\r\n\n  CHECK ( init ( main ( ) ) ,\n LTL ( G valid-free ) )" +
          check_line("G valid-deref"),
      "x.prp");
  EXPECT_THAT(f.properties, ElementsAre(Property::NoDataRace, Property::ValidMemsafety));
}

TEST(PropertyFile, WhatCannotBeCheckedIsNotMappedToSomethingNear) {
  PropertyFile f = parse_property_file(check_line("G ! overflow") + check_line("G valid-memcleanup"), "x.prp");
  EXPECT_TRUE(f.properties.empty());
  EXPECT_THAT(f.unsupported, ElementsAre("no-overflow", "valid-memcleanup"));
}

TEST(PropertyFile, RefusesWithTheLine) {
  auto message = [](const std::string& text) { return refusal([&] { parse_property_file(text, "x.prp"); }); };
  EXPECT_THAT(message(""), HasSubstr("x.prp:1: the property file is empty"));
  EXPECT_THAT(message(check_line("F end") + "COVER EDGES(@CALL(f))"),
              HasSubstr("x.prp:2: found `COVER` where `CHECK` should stand"));
  EXPECT_THAT(message(check_line("G ! call(foo())")), HasSubstr("none that Heddle knows"));
  EXPECT_THAT(message(check_line("F e nd")), HasSubstr("none that Heddle knows"));
  EXPECT_THAT(message("CHECK( init(start()), LTL(F end) )"), HasSubstr("found `start` where `main` should stand"));
  EXPECT_THAT(message("CHECK( init(main()), LTL(F end"), HasSubstr("closing parenthesis"));
  EXPECT_THAT(message("CHECK( init(main()), LTL(F end)"), HasSubstr("the file ends"));
}

TEST(TaskDefinition, OneFileOrSeveral) {
  TaskDefinition one = parse_task_definition("format_version: '2.0'\ninput_files: a.i\n", "t.yml");
  EXPECT_THAT(one.input_files, ElementsAre("a.i"));
  EXPECT_TRUE(one.property_files.empty());
  EXPECT_FALSE(one.data_model);
  TaskDefinition two = parse_task_definition(
      "format_version: \"2.0\"\ninput_files: [a.c, b.c]\nproperties:\n  - property_file: ../p.prp\noptions: "
      "{data_model: LP64}\n",
      "t.yml");
  EXPECT_THAT(two.input_files, ElementsAre("a.c", "b.c"));
  EXPECT_THAT(two.property_files, ElementsAre("../p.prp"));
  EXPECT_EQ(two.data_model, DataModel::Lp64);
}

TEST(TaskDefinition, Refusals) {
  auto message = [](const std::string& text) { return refusal([&] { parse_task_definition(text, "t.yml"); }); };
  EXPECT_THAT(message(""), HasSubstr("is not a task definition"));
  EXPECT_THAT(message("[1, 2"), HasSubstr("is not valid YAML"));
  EXPECT_THAT(message("input_files: a.c"), HasSubstr("format_version"));
  EXPECT_THAT(message("format_version: '1.0'\ninput_files: a.c"), HasSubstr("format_version"));
  EXPECT_THAT(message("format_version: '2.0'"), HasSubstr("input_files is missing"));
  EXPECT_THAT(message("format_version: '2.0'\ninput_files: [{a: b}]"), HasSubstr("list of file names"));
  EXPECT_THAT(message("format_version: '2.0'\ninput_files: a.c\nproperties: x.prp"),
              HasSubstr("properties must be a list"));
  EXPECT_THAT(message("format_version: '2.0'\ninput_files: a.c\nproperties: [{expected_verdict: true}]"),
              HasSubstr("needs a property_file"));
  EXPECT_THAT(message("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LLP64}"),
              HasSubstr("ILP32 or LP64"));
  EXPECT_THAT(message("format_version: '2.0'\ninput_files: a.java\noptions: {language: Java}"),
              HasSubstr("language must be C"));
}

TEST(Values, DurationsAndSizes) {
  EXPECT_EQ(parse_duration("500ms"), 500u);
  EXPECT_EQ(parse_duration("60s"), 60'000u);
  EXPECT_EQ(parse_duration("60"), 60'000u);
  EXPECT_EQ(parse_duration("2m"), 120'000u);
  EXPECT_EQ(parse_duration("1h"), 3'600'000u);
  EXPECT_EQ(parse_size("512M"), uint64_t{512} << 20);
  EXPECT_EQ(parse_size("4G"), uint64_t{4} << 30);
  EXPECT_EQ(parse_size("4GiB"), uint64_t{4} << 30);
  EXPECT_EQ(parse_size("4096"), 4096u);
  for (const char* bad : {"", "s", "-1s", "1.5s", "1 s", " 1s", "1d", "99999999999999999999s", "18446744073709551615h"})
    EXPECT_FALSE(parse_duration(bad)) << bad;
  for (const char* bad : {"", "G", "-4G", "4g", "4GG", "4 G", "18446744073709551615T"})
    EXPECT_FALSE(parse_size(bad)) << bad;
  EXPECT_FALSE(parse_number("12x"));
}

TEST(Values, FormattedAsTheyAreRead) {
  for (uint64_t ms : {1ull, 999ull, 1000ull, 90'000ull, 3'600'000ull})
    EXPECT_EQ(parse_duration(format_duration(ms)), ms);
  for (uint64_t bytes : {1ull, 1024ull, 64ull << 20, 3ull << 40}) EXPECT_EQ(parse_size(format_size(bytes)), bytes);
}

}  // namespace
}  // namespace heddle::options
