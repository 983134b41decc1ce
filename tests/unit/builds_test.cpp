// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "builds/flags.h"
#include "builds/object_files.h"
#include "builds/records.h"

using namespace heddle;
using namespace heddle::builds;
using testing::ElementsAre;
using testing::IsEmpty;
using Words = std::vector<std::string>;

namespace {

Words kept(Words words, const std::string& directory = "/project/build") {
  words.insert(words.begin(), "cc");
  bool ilp32 = false;
  return meaning({directory, "a.c", words}, ilp32);
}

}  // namespace

TEST(Flags, WhatChangesTheMeaningStays) {
  EXPECT_THAT(kept({"-DA=1", "-D", "B", "-UC", "-std=c99", "-pthread", "-funsigned-char", "-march=x86-64-v3"}),
              ElementsAre("-DA=1", "-DB", "-UC", "-std=c99", "-pthread", "-funsigned-char", "-march=x86-64-v3"));
}

TEST(Flags, WhatABuildNeedsGoes) {
  EXPECT_THAT(kept({"-O2", "-g", "-Wall", "-Werror", "-fPIC", "-flto", "-MD", "-MF", "a.d", "-o", "a.o", "-c", "a.c",
                    "-fanalyzer", "-specs=/x", "--param", "x=1", "-Xclang", "-load"}),
              IsEmpty());
}

TEST(Flags, DirectoriesAreThoseOfTheCommand) {
  EXPECT_THAT(
      kept({"-I../include", "-I", "gen", "-isystem", "/usr/x", "-iquoteq"}),
      ElementsAre("-I/project/include", "-I/project/build/gen", "-isystem", "/usr/x", "-iquote", "/project/build/q"));
  const std::string here = std::filesystem::current_path().string();
  EXPECT_THAT(kept({"-I../include", "-I."}, here + "/build"), ElementsAre("-Iinclude", "-Ibuild"));
}

TEST(Flags, MacrosForThePreprocessor) {
  EXPECT_THAT(kept({"-Wp,-D_FORTIFY_SOURCE=2,-MD,x.d", "-Wp,-UX"}), ElementsAre("-D_FORTIFY_SOURCE=2", "-UX"));
}

TEST(Flags, OtherMachinesAreRefused) {
  EXPECT_THROW(kept({"--target=arm-linux-gnueabi"}), InputError);
  EXPECT_THROW(kept({"-target", "riscv64"}), InputError);
}

TEST(Flags, AllFilesAgreeAboutTheDataModel) {
  Build build;
  add_units(build, {{"/p", "a.c", {"cc", "-m32"}}, {"/p", "b.c", {"cc", "-m32"}}});
  EXPECT_TRUE(build.ilp32);
  EXPECT_THROW(add_units(build, {{"/p", "a.c", {"cc", "-m32"}}, {"/p", "b.c", {"cc"}}}), InputError);
}

TEST(Records, ComeBackAsTheyWere) {
  Record one{{"/p \xff", "a\"b.c", {"cc", "-DX=\"\xc3\xa4\\\""}}, {"a\"b.c", "x.h"}, std::string(64, '0'), {}};
  Record two{{"/q", "", {}}, {}, "", {"-lm"}};
  std::vector<Record> all = read_records(write(one) + std::string(3, '\0') + write(two) + std::string(1, '\0'), "x");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].command.directory, one.command.directory);
  EXPECT_EQ(all[0].command.file, one.command.file);
  EXPECT_EQ(all[0].command.arguments, one.command.arguments);
  EXPECT_EQ(all[0].sources, one.sources);
  EXPECT_EQ(all[0].sha256, one.sha256);
  EXPECT_EQ(all[1].libraries, two.libraries);
}

TEST(Records, DamagedOnesAreRefused) {
  const std::string good = write({{"/q", "a.c", {"cc"}}, {"a.c"}, "", {}});
  for (size_t n = 1; n < good.size(); ++n) EXPECT_THROW(read_records(good.substr(0, n), "x"), InputError) << n;
  EXPECT_THROW(read_records("heddle-record 99999999999999999999\n{}", "x"), InputError);
  EXPECT_THROW(read_records("heddle-record 2\n{}", "x"), InputError);
  EXPECT_THAT(read_records("", "x"), IsEmpty());
}

TEST(ObjectFiles, DamagedOnesAreRefused) {
  for (const char* self : {"/proc/self/exe"}) {
    std::ifstream in(self, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(in), {});
    ASSERT_TRUE(is_elf(bytes));
    EXPECT_FALSE(section(bytes, ".text", "x").empty());
    EXPECT_EQ(section(bytes, ".heddle", "x"), "");
    for (size_t n : {5u, 20u, 63u, 64u, 1000u, 5000u})
      EXPECT_THROW(section(bytes.substr(0, n), ".text", "x"), InputError);
  }
}
