// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "witness/correctness.h"
#include "witness/source_text.h"

namespace heddle::witness {
namespace {

using testing::HasSubstr;

size_t place(const SourceText& s, const std::string& of) { return s.text().find(of); }

TEST(witness, calls_that_are_statements) {
  auto is_one = [](const std::string& before, const std::string& behind = ";") {
    SourceText s("void f(void) {" + before + " lock(&m)" + behind + " }");
    return s.is_call_statement(place(s, "lock"), "lock");
  };
  EXPECT_TRUE(is_one(""));
  EXPECT_TRUE(is_one("x = 1; // x\n"));
  EXPECT_TRUE(is_one("if (x)"));
  EXPECT_TRUE(is_one("if (x) y(); else"));
  EXPECT_TRUE(is_one("while (f(x))"));
  EXPECT_TRUE(is_one("{ x = \";\"; }"));
  EXPECT_FALSE(is_one("x ="));
  EXPECT_FALSE(is_one("(void)"));
  EXPECT_FALSE(is_one("case 1:"));
  EXPECT_FALSE(is_one("for (x = 0;", "; x++) {}"));
  EXPECT_FALSE(is_one("if (", ") y();"));
  EXPECT_FALSE(is_one("", " == 0;"));
  EXPECT_FALSE(is_one("un"));
}

TEST(witness, what_is_no_code_is_looked_through) {
  SourceText s("/* lock(&m); */ void f(void) {\n#define X lock(&m); \\\n  more\n  '\"'; lock(&m); // \"\n}\n");
  EXPECT_FALSE(s.find(1, 4));
  EXPECT_FALSE(s.find(3, 3));
  ASSERT_TRUE(s.find(4, 8));
  EXPECT_TRUE(s.is_call_statement(*s.find(4, 8), "lock"));
  EXPECT_FALSE(SourceText("# 3 \"other.c\"\n").has_its_own_lines());
  EXPECT_FALSE(SourceText("#line 7\n").has_its_own_lines());
  EXPECT_TRUE(SourceText("#include <linux.h>\n").has_its_own_lines());
}

TEST(witness, names_that_mean_something_else) {
  SourceText s("int x, y, z;\nvoid g(int x) { y = 1; }\nvoid f(int a, int *z) { return x; int b, y; here(); }\n");
  EXPECT_FALSE(s.is_redeclared("x", place(s, "here")));
  EXPECT_TRUE(s.is_redeclared("y", place(s, "here")));
  EXPECT_TRUE(s.is_redeclared("z", place(s, "here")));
}

TEST(witness, an_update_and_its_statement_are_one_step) {
  Correctness c;
  c.ghosts = {{"g"}};
  c.updates = {{{"dir/a.c", "f", 2, 3}, "g", "g + 1"}, {{"a.c", "f", 3, 10}, "g", "0"}};
  c.facts = {{{"a.c", "f", 2, 0}, "g == 0", false}};
  const Instrumented made = instrument(c, {{"a.c", "void f(void) {\n  lock();\n  if (1) unlock();\n}\n"}});
  EXPECT_TRUE(made.not_placed.empty());
  const std::string text = made.files.at("a.c");
  EXPECT_THAT(text, HasSubstr("int g = 0;"));
  EXPECT_THAT(text, HasSubstr("; __VERIFIER_atomic_begin(); lock(); g = (g + 1); __VERIFIER_atomic_end();"));
  EXPECT_THAT(text, HasSubstr("if (1) { __VERIFIER_atomic_begin(); unlock(); g = (0); __VERIFIER_atomic_end(); }"));
}

TEST(witness, invariants_of_loops) {
  Correctness c;
  c.facts = {{{"a.c", "f", 2, 3}, "A", true},
             {{"a.c", "f", 3, 3}, "B", true},
             {{"a.c", "f", 4, 0}, "C", true},
             {{"a.c", "f", 2, 3}, "D", true}};
  const Instrumented made =
      instrument(c, {{"a.c", "void f(void) {\n  for (;;) {}\n  while (x(1)) {}\n  do {} while (x(2));\n}\n"}});
  EXPECT_EQ(made.not_placed.size(), 1u);
  EXPECT_THAT(made.files.at("a.c"), HasSubstr("((A)"));
  EXPECT_THAT(made.files.at("a.c"), HasSubstr("((D)"));
  EXPECT_THAT(made.files.at("a.c"), HasSubstr("__VERIFIER_atomic_end()), 1;) {}"));
  EXPECT_THAT(made.files.at("a.c"), HasSubstr("__VERIFIER_atomic_end()), x(1)) {}"));
}

TEST(witness, what_has_no_place_is_told) {
  Correctness c;
  c.ghosts = {{"g", "int", "x"}};
  c.updates = {{{"a.c", "f", 9, 0}, "g", "1"}, {{"a.c", "f", 2, 0}, "g", "1"}};
  c.facts = {{{"b.c", "f", 1, 0}, "1", false}};
  EXPECT_EQ(instrument(c, {{"a.c", "void f(void) {\n  if (1) {}\n}\n"}}).not_placed.size(), 4u);
}

}  // namespace
}  // namespace heddle::witness
