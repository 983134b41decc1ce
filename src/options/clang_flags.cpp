// SPDX-License-Identifier: GPL-3.0-or-later
// clang's flags by kind. The word of a flag or its beginning tells the kind; the first kind that fits decides. A flag
// without a kind goes to clang, and clang reports a flag that it does not know.
#include "options/clang_flags.h"

#include "base/check.h"
#include "options/table.h"

namespace heddle::options {

namespace {

enum class Fate {
  Pass,      // clang gets it
  PassPair,  // with the word behind it
  Ignore,    // matters for a build, not for a check
  IgnorePair,
  AboutClang,  // a question to clang itself
  OtherTarget,
  BehindUs,      // changes what clang makes of the program without our knowledge
  OtherLibrary,  // makes types other than those of the C library
  Language,
};

enum class Told { ByWord, ByBeginning };

struct Kind {
  Fate fate;
  Told told;
  const char* flags;
};

// Flags with a second word come first, because the second word may look like any other flag.
constexpr Kind kKinds[] = {
    {Fate::PassPair, Told::ByWord,
     "-I -D -U -L -l -include -imacros -isystem -iquote -idirafter -isysroot -iprefix -iwithprefix -iwithprefixbefore "
     "--sysroot "
     "-Xpreprocessor --param"},
    {Fate::IgnorePair, Told::ByWord, "-o -MF -MT -MQ -MJ -Xlinker -Xassembler -T -u -z -e"},
    {Fate::Language, Told::ByBeginning, "-x --language -ObjC -std=c++ -std=gnu++ --std=c++ --std=gnu++"},
    {Fate::AboutClang, Told::ByWord, "--version -help -### -V -march=help -mcpu=help -mtune=help --precompile"},
    {Fate::AboutClang, Told::ByBeginning,
     "--help -dump -print- --print- -ccc-print- --analyze --autocomplete -fproc-stat-report"},
    {Fate::OtherTarget, Told::ByWord, "-m16 -m32 -m64 -mx32 -target -arch"},
    {Fate::OtherTarget, Told::ByBeginning, "--target -mabi="},
    {Fate::BehindUs, Told::ByBeginning,
     "-Xclang -mllvm -cc1 -fplugin -fpass-plugin -Xopenmp-target -include-pch --driver-mode -ccc-"},
    {Fate::OtherLibrary, Told::ByBeginning, "-fshort-wchar -fpack-struct"},
    {Fate::Ignore, Told::ByWord,
     "-c -S -E -C -CC -P -p -pg -pipe -v -H -Q -s -r -dM -dD -dI -pie -no-pie -rdynamic -nostdlib -nostartfiles "
     "-nodefaultlibs "
     "-fsyntax-only --preprocess --compile --assemble"},
    {Fate::Ignore, Told::ByBeginning,
     "-O -M -o -g -emit- --emit- --output --optimize -save-temps --save-temps -static -shared -coverage --coverage "
     "-mcmodel -Wa, "
     "-fsanitize -fno-sanitize -fstack-protector -fstack-clash-protection -fcf-protection -finstrument-functions "
     "-fxray "
     "-fprofile -fcoverage -ftest-coverage -flto -fthinlto -fsplit- -fuse-ld -fembed-bitcode -fverbose-asm "
     "-fno-integrated "
     "-ffast-math -funsafe-math -ffinite-math -fassociative-math -freciprocal-math -ffp- -fbuiltin -fstrict-aliasing "
     "-fdelete-null -ffinite-loops -fcolor-diagnostics -fdiagnostics -fcaret -ferror-limit -foptimization "
     "-fsave-optimization "
     "-ftime-"},
};

Fate fate_of(const std::string& flag) {
  for (const Kind& kind : kKinds)
    for (const std::string& name : split(kind.flags, ' '))
      if (kind.told == Told::ByWord ? flag == name : flag.starts_with(name)) return kind.fate;
  return Fate::Pass;
}

// The word behind a flag, which must be there.
const std::string& second(const std::vector<std::string>& flags, size_t& i) {
  if (i + 1 == flags.size()) throw InputError(flags[i] + " (after `--`) needs a value");
  return flags[++i];
}

void check_language(const std::vector<std::string>& flags, size_t& i) {
  std::string flag = flags[i], language = flag.starts_with("-x") ? flag.substr(2) : flag;
  if (flag == "-x" || flag == "--language") language = second(flags, i);
  if (language == "c" || language == "--language=c" || language == "cpp-output" || language == "none") return;
  throw InputError(flag + (flag == "-x" ? " " + language : "") +
                   " (after `--`): Heddle checks programs in C; leave it out");
}

void check_target(const Options& options, const std::string& flag) {
  if (flag == (options.data_model == DataModel::Ilp32 ? "-m32" : "-m64")) return;
  if (flag == "-m32" || flag == "-m64")
    throw InputError(flag + " (after `--`): say --data-model " + (flag == "-m32" ? "ilp32" : "lp64") +
                     " before `--` instead");
  throw InputError(flag +
                   " (after `--`): Heddle checks programs for x86-64 and, with --data-model ilp32, x86; leave it out");
}

void check_word(const std::string& word) {
  if (word.empty()) throw InputError("a word after `--` is empty; flags for clang go there");
  if (word[0] == '@') throw InputError(word + " (after `--`): files of flags are not read; write the flags themselves");
  if (word[0] != '-' || word == "-")
    throw InputError(word + ": this is no flag for clang, which alone may follow `--`; give files before `--`");
}

}  // namespace

void take_flags_for_clang(Options& options, const std::vector<std::string>& flags) {
  std::string ignored;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string flag = flags[i];
    check_word(flag);
    switch (fate_of(flag)) {
      case Fate::Pass: options.cflags.push_back(flag); break;
      case Fate::PassPair:
        options.cflags.push_back(flag);
        options.cflags.push_back(second(flags, i));
        break;
      case Fate::Ignore: ignored += " " + flag; break;
      case Fate::IgnorePair: ignored += " " + flag + " " + second(flags, i); break;
      case Fate::Language: check_language(flags, i); break;
      case Fate::OtherTarget: check_target(options, flag); break;
      case Fate::AboutClang:
        throw InputError(flag + " (after `--`): this asks clang about something else; run `clang-19 " + flag +
                         "` for that");
      case Fate::BehindUs:
        throw InputError(flag + " (after `--`): this would change the program behind Heddle's back; leave it out");
      case Fate::OtherLibrary:
        throw InputError(flag +
                         " (after `--`): with it a type is not what the C library takes it for, so that no "
                         "library function can be modelled; leave it out");
    }
  }
  if (!ignored.empty()) options.notes.push_back("these matter for a build, not for a check:" + ignored);
}

// None of our own options begins like one of these.
std::vector<std::string> flags_among(std::vector<std::string>& words) {
  static const char* const beginnings[] = {"-std=", "-l", "-L", "-O", "-f", "-W", "-pthread"};
  std::vector<std::string> flags, kept;
  for (size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    const bool is_flag = std::any_of(std::begin(beginnings), std::end(beginnings),
                                     [&](const char* begin) { return word.starts_with(begin); });
    (is_flag ? flags : kept).push_back(word);
    if ((word == "-l" || word == "-L") && k + 1 < words.size()) flags.push_back(words[++k]);
  }
  words = std::move(kept);
  return flags;
}

}  // namespace heddle::options
