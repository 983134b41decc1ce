// SPDX-License-Identifier: GPL-3.0-or-later
// The front end on small programs: what C means in the model, seen on the instructions, and what is refused.
#include "frontend/frontend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/check.h"

namespace heddle::frontend {
namespace {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using testing::HasSubstr;

class Frontend : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = testing::TempDir() + "heddle-frontend-" + std::to_string(getpid());
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string file(const std::string& name, const std::string& text) {
    std::string path = directory_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  model::Program program(const std::string& text, bool ilp32 = false) {
    CompileJob job;
    job.files = {file("program.c", text)};
    job.ilp32 = ilp32;
    return load(job);
  }
  std::string refusal(const CompileJob& job) {
    try {
      load(job);
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  }
  std::string refusal(const std::string& text) {
    CompileJob job;
    job.files = {file("program.c", text)};
    return refusal(job);
  }

  std::string directory_;
};

const model::Procedure& procedure(const model::Program& p, const std::string& name) {
  for (const model::Procedure& f : p.procedures)
    if (f.name == name) return f;
  throw std::runtime_error("no procedure " + name);
}

int count(const model::Procedure& f, InstrKind kind) {
  int n = 0;
  for (const Instr& i : f.code) n += i.kind == kind;
  return n;
}

const Instr* find(const model::Procedure& f, Builtin b) {
  for (const Instr& i : f.code)
    if (i.kind == InstrKind::Builtin && i.builtin == b) return &i;
  return nullptr;
}

TEST_F(Frontend, IncrementOfASharedVariableIsALoadAndAStore) {
  model::Program p = program("int x; int main(void) { x++; return 0; }");
  const model::Procedure& f = procedure(p, "main");
  ASSERT_EQ(f.code.size(), 3u);
  EXPECT_EQ(f.code[0].kind, InstrKind::Load);
  EXPECT_EQ(f.code[1].kind, InstrKind::Store);
  EXPECT_LT(f.code[0].event, f.code[1].event);
  EXPECT_EQ(f.code[1].width, 32);
  EXPECT_EQ(model::position_text(p, f.code[0].pos), directory_ + "/program.c:1:26");
}

TEST_F(Frontend, UninitialisedVariableStaysUndefined) {
  model::Program p = program("int main(int n) { int x; if (n > 1) x = 3; return x; }");
  EXPECT_THAT(model::dump(p), HasSubstr("undef"));
}

TEST_F(Frontend, LocalsCarryTheirNames) {
  model::Program p =
      program("int g(int a) { int twice = a * 2; return twice * twice; } int main(void) { return g(3); }");
  const model::Procedure& f = procedure(p, "g");
  ASSERT_EQ(f.params, 1u);
  EXPECT_EQ(f.locals[0].name, "a");
  EXPECT_EQ(f.locals[1].name, "twice");
}

TEST_F(Frontend, InitialisersAreBytesAndRelocations) {
  model::Program p = program("int a[3] = {1, 2, 3}; int *q = &a[2]; int main(void) { return *q; }", true);
  const model::Object* q = nullptr;
  for (const model::Object& o : p.objects)
    if (o.name == "q") q = &o;
  ASSERT_TRUE(q);
  EXPECT_EQ(q->size, 4u);
  ASSERT_EQ(q->relocations.size(), 1u);
  EXPECT_EQ(q->relocations[0].addend, 8);
  EXPECT_EQ(p.objects[q->relocations[0].target].init[4], 2);
}

TEST_F(Frontend, StructResultGoesThroughAHiddenPointer) {
  model::Program p = program(
      "struct S { long a, b; }; struct S f(void) { struct S s = {1, 2}; return s; } int main(void) { return "
      "(int)f().b; }");
  EXPECT_EQ(procedure(p, "f").params, 1u);
  EXPECT_EQ(procedure(p, "f").return_width, 0);
  EXPECT_GE(count(procedure(p, "f"), InstrKind::Store), 2);
}

TEST_F(Frontend, BitFieldsAreAccessedInLegalPieces) {
  model::Program p =
      program("struct { unsigned a : 24; } __attribute__((packed)) s; int main(void) { s.a = 5; return 0; }");
  for (const Instr& i : procedure(p, "main").code)
    if (i.kind == InstrKind::Store) {
      EXPECT_TRUE(i.width == 8 || i.width == 16) << int(i.width);
    }
}

TEST_F(Frontend, AtomicFunctionsAreSections) {
  model::Program p =
      program("int x; void __VERIFIER_atomic_inc(void) { x++; } int main(void) { __VERIFIER_atomic_inc(); return 0; }");
  const model::Procedure& f = procedure(p, "__VERIFIER_atomic_inc");
  EXPECT_EQ(f.code.front().builtin, Builtin::AtomicBegin);
  EXPECT_EQ(f.code[f.code.size() - 2].builtin, Builtin::AtomicEnd);
}

TEST_F(Frontend, ErrorsAndAssumptionsByName) {
  model::Program p = program(
      "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
      "void reach_error(void) { __assert_fail(\"0\", \"\", 0, \"\"); } void __VERIFIER_assume(int);\n"
      "int x; int main(void) { __VERIFIER_assume(x); if (x == 1) __assert_fail(\"x != 1\", \"\", 0, \"\"); "
      "reach_error(); }");
  const model::Procedure& f = procedure(p, "main");
  ASSERT_TRUE(find(f, Builtin::AssertFail));
  EXPECT_EQ(find(f, Builtin::AssertFail)->text, "x != 1");
  EXPECT_TRUE(find(f, Builtin::Error));
  EXPECT_EQ(p.exprs[find(f, Builtin::Assume)->args[0]].width, 1);
  EXPECT_THROW(procedure(p, "reach_error"), std::runtime_error);
}

TEST_F(Frontend, UnreachableBehindAReturningCallIsUndefined) {
  model::Program p = program(
      "_Noreturn void a(void) {} void abort(void) __attribute__((noreturn)); int main(int n) { if (n > 1) a(); if (n > "
      "0) __builtin_unreachable(); abort(); }");
  EXPECT_EQ(count(procedure(p, "main"), InstrKind::Unreachable), 2);
}

TEST_F(Frontend, UnknownFunctionsAreNamed) {
  model::Program p = program("int strange(int); int main(void) { return strange(3); }");
  const Instr* i = find(procedure(p, "main"), Builtin::Unmodelled);
  ASSERT_TRUE(i);
  EXPECT_EQ(i->text, "strange");
}

TEST_F(Frontend, LibraryModelsReplaceOnlyDeclarations) {
  model::Program p = program(
      "unsigned long strlen(const char *); char *strchr(const char *s, int c) { return 0; }\n"
      "int main(void) { return strlen(\"abc\") + (strchr(\"a\", 'a') != 0); }");
  EXPECT_TRUE(procedure(p, "strlen").library);
  EXPECT_FALSE(procedure(p, "strchr").library);
}

TEST_F(Frontend, AddressOfAKnownFunctionCanBeCalled) {
  model::Program p =
      program("void free(void *); void (*release)(void *) = free; int main(void) { release(0); return 0; }");
  EXPECT_TRUE(find(procedure(p, "free"), Builtin::Free));
}

TEST_F(Frontend, CallsThroughOldDeclarationsAreAdapted) {
  model::Program p = program("int f(); int main(void) { return f(3L); } int f(int a, long b) { return a; }");
  for (const Instr& i : procedure(p, "main").code)
    if (i.kind == InstrKind::Call) {
      ASSERT_EQ(i.args.size(), 2u);
      EXPECT_EQ(p.exprs[i.args[0]].width, 32);
      EXPECT_EQ(p.exprs[i.args[1]].op, model::ExprOp::Undef);
    }
}

TEST_F(Frontend, ConstantsOfTheSourceAreCandidatesForInputs) {
  model::Program p = program("int x; int main(void) { return x == 4711; }");
  for (uint64_t near : {4710, 4711, 4712}) EXPECT_THAT(p.constants, testing::Contains(near));
}

TEST_F(Frontend, RefusalsNameThePlaceAndTheWayOut) {
  EXPECT_THAT(refusal("long double f(long double d) {\n  return d; } int main(void) { void *p = f; return !p; }"),
              HasSubstr("program.c:1: `long double` is not supported; use double"));
  EXPECT_THAT(refusal("int main(int n) { void *t[] = {&&a}; goto *t[0]; a: return 1; }"), HasSubstr("computed goto"));
  EXPECT_EQ(refusal("int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return 0; } int main(void) { "
                    "return 0; }"),
            "accepted");
}

TEST_F(Frontend, WhatIsNotKnownInABodyIsNamedThere) {
  CompileJob job;
  job.files = {file("a.c", "int main(void) { asm(\"hlt\"); return 1; }")};
  model::Program p = load(job);
  const model::Instr* reached = find(procedure(p, "main"), Builtin::Unmodelled);
  ASSERT_TRUE(reached);
  EXPECT_THAT(reached->text, HasSubstr("inline assembly at "));
  EXPECT_TRUE(find(procedure(p, "main"), Builtin::Abort));
}

TEST_F(Frontend, BadFilesGetOneClearMessage) {
  CompileJob job;
  EXPECT_THAT(refusal(job), HasSubstr("no input file"));
  job.files = {directory_ + "/missing.c"};
  EXPECT_THAT(refusal(job), HasSubstr("no such file"));
  job.files = {directory_};
  EXPECT_THAT(refusal(job), HasSubstr("is a directory"));
  EXPECT_THAT(refusal(""), HasSubstr("is empty"));
  EXPECT_THAT(refusal(std::string("a\0b", 3)), HasSubstr("not a text file"));
  EXPECT_THAT(refusal("int f(void) { return 0; }"),
              AllOf(HasSubstr("no function `main`"), HasSubstr("--entry f"), HasSubstr("--main f")));
  EXPECT_THAT(refusal("#include \"nowhere.h\"\n"), HasSubstr("add -I DIRECTORY after `--`"));
  EXPECT_THAT(refusal("int main(void) { return x; }"), HasSubstr("program.c:1:25: error:"));
}

TEST_F(Frontend, InlineFunctionsHaveBodiesUnderEitherRule) {
  std::string header = "inline int two(void) { return 2; } inline int four(void) { return two() * 2; }\n";
  CompileJob job;
  job.files = {file("a.c", header + "int g(void); int main(void) { return four() + g(); }"),
               file("b.c", header + "int g(void) { return two(); }")};
  model::Program p = load(job);
  EXPECT_FALSE(find(procedure(p, "main"), Builtin::Unmodelled));
  EXPECT_FALSE(procedure(p, "four").code.empty());
  job.files = {file("c.c", "extern inline int one(void) { return 1; } int main(void) { return one(); }")};
  EXPECT_FALSE(procedure(load(job), "one").code.empty());
}

TEST_F(Frontend, PreprocessedFilesMaySpeakTheDialectOfGcc) {
  CompileJob job;
  job.files = {
      file("a.i",
           "# 1 \"a.c\"\n"
           "extern void release(void *);\n"
           "extern void *acquire(void) __attribute__ ((__nothrow__)) __attribute__ ((__malloc__ (release, 1)));\n"
           "extern _Float128 wide(_Float32x, _Float64x); int linux = 2;\n"
           "_Atomic int x; int y;\n"
           "int main(void) { x++; __atomic_fetch_add(&x, 1, 5); __atomic_store_n(&y, 1, 0);\n"
           "  return __extension__ ({ __auto_type p = &x; __typeof__ ((void)0, *p) t; __atomic_load(p, &t, 5); t; }) + "
           "linux; }\n")};
  model::Program p = load(job);
  size_t atomic = 0;
  for (const model::Instr& i : procedure(p, "main").code) atomic += i.atomic();
  EXPECT_EQ(atomic, 4u);
}

TEST_F(Frontend, TwoDefinitionsOfOneSymbolAreRefused) {
  CompileJob job;
  job.files = {file("a.c", "int x = 1; int main(void) { return x; }"), file("b.c", "int x = 2;")};
  EXPECT_THAT(refusal(job), HasSubstr("`x` is defined in"));
}

TEST_F(Frontend, StaticFunctionsOfTwoFilesKeepTheirName) {
  CompileJob job;
  job.files = {file("a.c", "static int f(void) { return 1; } int g(void); int main(void) { return f() + g(); }"),
               file("b.c", "static int f(void) { return 2; } int g(void) { return f(); }")};
  model::Program p = load(job);
  int named = 0;
  for (const model::Procedure& f : p.procedures) named += f.name == "f";
  EXPECT_EQ(named, 2);
}

}  // namespace
}  // namespace heddle::frontend
