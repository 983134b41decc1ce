// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "options/config.h"
#include "options/toml.h"

using namespace heddle;
using namespace heddle::options;
using testing::ElementsAre;

TEST(Toml, Values) {
  Toml t = parse_toml(
      "a = \"x # \\\"y\\\\\" # comment\nb-c = 'C:\\n'\nn = 1_000\nm = -3\nyes = true\n\n"
      "list = [ # of texts\n  \"a\",\n  'b',\n]\n[[l]]\nk = \"1\"\n[[l]]\nk = \"2\"\n[t]\nk = false",
      "x");
  EXPECT_EQ(std::get<std::string>(t.top.at("a").is), "x # \"y\\");
  EXPECT_EQ(std::get<std::string>(t.top.at("b-c").is), "C:\\n");
  EXPECT_EQ(std::get<int64_t>(t.top.at("n").is), 1000);
  EXPECT_EQ(std::get<int64_t>(t.top.at("m").is), -3);
  EXPECT_EQ(std::get<bool>(t.top.at("yes").is), true);
  EXPECT_THAT(std::get<std::vector<std::string>>(t.top.at("list").is), ElementsAre("a", "b"));
  EXPECT_EQ(t.top.at("list").line, 7u);
  EXPECT_EQ(t.lists.at("l").size(), 2u);
  EXPECT_EQ(std::get<bool>(t.tables.at("t").at("k").is), false);
}

TEST(Toml, NothingIsGuessed) {
  for (const char* text : {"a",
                           "a =",
                           "a = ",
                           "= 1",
                           "a = 1.5",
                           "a = 2026-01-01",
                           "a = b",
                           "a = \"x",
                           "a = \"\\q\"",
                           "a = [1]",
                           "a = [\"x\" \"y\"]",
                           "a = [\"x\"",
                           "a = {}",
                           "a.b = 1",
                           "a = 1 b = 2",
                           "[t",
                           "[t]]x",
                           "[[t]",
                           "[t]\n[t]",
                           "a = 1\na = 2",
                           "a = \"\"\"x\"\"\"",
                           "[[t]]\n[t]",
                           "[t]\n[[t]]",
                           "a = 99999999999999999999"})
    EXPECT_THROW(parse_toml(text, "x"), InputError) << text;
}

TEST(Config, PathsAreThoseOfTheFile) {
  Config c = parse_config("files = [\"a.c\", \"/x/b.c\"]\nmodel = \"m.c\"\nbuild = \"out\"\ndefine = [\"X\"]\n",
                          "../p/heddle.toml");
  EXPECT_THAT(c.files, ElementsAre("../p/a.c", "/x/b.c"));
  EXPECT_THAT(c.given.at("models"), ElementsAre("../p/m.c"));
  EXPECT_THAT(c.given.at("build_directory"), ElementsAre("../p/out"));
  EXPECT_THAT(c.given.at("defines"), ElementsAre("X"));
}
