// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler of the build need not be clang, and clang refuses flags that it does not know. So flags that stay are
// listed, and all others go: warnings, optimisation, output, and whatever changes the code but not what the source
// says.
#include "builds/flags.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/check.h"
#include "base/shell_words.h"

namespace heddle::builds {

namespace fs = std::filesystem;

namespace {

// The value follows at once or as the next word.
const std::vector<std::string> kPaths = {"-include",   "-imacros",  "-isystem", "-iquote",
                                         "-idirafter", "-isysroot", "-I"};
const std::vector<std::string> kMacros = {"-D", "-U"};
const std::set<std::string> kTakeNext = {"-o",
                                         "-I",
                                         "-D",
                                         "-U",
                                         "-L",
                                         "-l",
                                         "-include",
                                         "-imacros",
                                         "-isystem",
                                         "-iquote",
                                         "-idirafter",
                                         "-iprefix",
                                         "-isysroot",
                                         "-iwithprefix",
                                         "-iwithprefixbefore",
                                         "--sysroot",
                                         "-MF",
                                         "-MT",
                                         "-MQ",
                                         "-MJ",
                                         "-Xlinker",
                                         "-Xassembler",
                                         "-Xpreprocessor",
                                         "-Xclang",
                                         "-mllvm",
                                         "-T",
                                         "-u",
                                         "-z",
                                         "-e",
                                         "-x",
                                         "-B",
                                         "--param",
                                         "-aux-info",
                                         "-target",
                                         "-arch",
                                         "-dumpbase",
                                         "-wrapper",
                                         "-A",
                                         "-specs"};
const std::set<std::string> kWords = {"-ansi", "-pthread", "-nostdinc", "-undef", "-trigraphs", "-mms-bitfields"};
const std::vector<std::string> kBeginnings = {
    "-std=", "-fopenmp", "-ffreestanding", "-fhosted", "-fsigned-", "-funsigned-", "-fno-signed-", "-fno-unsigned-",
    "-fshort-", "-fno-short-", "-fpack-struct", "-fcommon", "-fno-common", "-fwrapv", "-fno-wrapv", "-ftrapv",
    "-fgnu89-inline", "-fno-gnu89-inline", "-fms-extensions", "-fblocks", "-finput-charset", "-fexec-charset", "-fasm",
    "-fno-asm", "-fdollars-in-identifiers", "-fno-dollars-in-identifiers",
    // they decide which of its variants a source chooses
    "-march=", "-msse", "-mno-sse", "-mavx", "-mno-avx", "-mmmx", "-mno-mmx", "-maes", "-mno-aes", "-mpclmul", "-mbmi",
    "-mno-bmi", "-mpopcnt", "-mfma", "-mlzcnt", "-mf16c", "-mrdrnd", "-msha", "-madx"};

bool begins(const std::string& word, const std::vector<std::string>& with) {
  return std::any_of(with.begin(), with.end(), [&](const std::string& b) { return word.starts_with(b); });
}

std::string ending(const std::string& file) { return fs::path(file).extension().string(); }

class Reader {
 public:
  explicit Reader(const Command& c) : command_(c), words_(expand(c.arguments, c.directory)) {}

  std::vector<std::string> read(bool& ilp32) {
    for (at_ = 1; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (word == "-m32") ilp32 = true;
      if (word == "-m64") ilp32 = false;
      if (word.starts_with("-Wp,"))
        preprocessor(word);
      else if (!path(word) && !macro(word))
        other(word);
    }
    return kept_;
  }

 private:
  bool path(const std::string& word) {
    for (const std::string& flag : kPaths) {
      if (!word.starts_with(flag)) continue;
      if (word == "-include-pch" || word == "-I-") return false;
      std::string value = word.substr(flag.size());
      if (value.empty()) value = next();
      if (flag == "-include" && !fs::exists(fs::path(command_.directory) / value)) {
        kept_.insert(kept_.end(), {flag, value});  // looked for where headers are
        return true;
      }
      std::string here = from_here(command_.directory, value);
      if (flag == "-I")
        kept_.push_back(flag + here);
      else
        kept_.insert(kept_.end(), {flag, here});
      return true;
    }
    if (word == "--sysroot" || word.starts_with("--sysroot=")) {
      std::string value = word == "--sysroot" ? next() : word.substr(std::string("--sysroot=").size());
      kept_.push_back("--sysroot=" + from_here(command_.directory, value));
      return true;
    }
    return false;
  }

  bool macro(const std::string& word) {
    for (const std::string& flag : kMacros) {
      if (!word.starts_with(flag)) continue;
      kept_.push_back(word == flag ? flag + next() : word);
      return true;
    }
    return false;
  }

  // -Wp,-D_FORTIFY_SOURCE=2,-MD,FILE
  void preprocessor(const std::string& word) {
    size_t from = std::string("-Wp,").size();
    while (from <= word.size()) {
      size_t to = std::min(word.find(',', from), word.size());
      std::string part = word.substr(from, to - from);
      if (part.size() > 2 && begins(part, kMacros)) kept_.push_back(part);
      from = to + 1;
    }
  }

  void other(const std::string& word) {
    if (word == "-target" || word.starts_with("--target=") || word == "-mx32" || word == "-m16")
      throw InputError(command_.file + ": the build compiles it with " + word +
                       "; Heddle checks programs for x86-64 and x86");
    if (kWords.count(word) || begins(word, kBeginnings)) kept_.push_back(word);
    if (takes_next(word)) next();
  }

  std::string next() { return at_ + 1 < words_.size() ? words_[++at_] : ""; }

  const Command& command_;
  std::vector<std::string> words_, kept_;
  size_t at_ = 0;
};

}  // namespace

std::string from_here(const std::string& directory, const std::string& path) {
  fs::path whole = (fs::path(directory) / path).lexically_normal();
  std::error_code error;
  fs::path here = whole.lexically_relative(fs::current_path(error));
  std::string name = !here.empty() && *here.begin() != ".." ? here.string() : whole.string();
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  return name;
}

bool takes_next(const std::string& word) { return kTakeNext.count(word) != 0; }

std::string renaming(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    std::stringstream parts(word.starts_with("-Wl,") ? word.substr(4) : word);
    for (std::string part; std::getline(parts, part, ',');)
      for (const char* option : {"-wrap", "--wrap", "-defsym", "--defsym"})
        if (part == option || part.starts_with(std::string(option) + "=")) return word;
  }
  return "";
}

void refuse_renaming(const std::string& program, const std::string& word) {
  if (word.empty()) return;
  throw InputError(program + ": is linked with `" + word +
                   "`, which gives a name another meaning than the sources do; " +
                   "link it without, or check the sources and say with --model what the name stands for");
}

bool is_c(const Command& c) {
  for (size_t i = 1; i + 1 < c.arguments.size(); ++i)
    if (c.arguments[i] == "-x") return c.arguments[i + 1] == "c" || c.arguments[i + 1] == "cpp-output";
  return ending(c.file) == ".c" || ending(c.file) == ".i";
}

std::vector<std::string> meaning(const Command& c, bool& ilp32) {
  ilp32 = false;
  return Reader(c).read(ilp32);
}

std::vector<std::string> expand(const std::vector<std::string>& arguments, const std::string& directory) {
  std::vector<std::string> words;
  for (const std::string& a : arguments) {
    std::ifstream in;
    if (a.size() > 1 && a[0] == '@') in.open(fs::path(directory) / a.substr(1));
    if (!in.is_open()) {
      words.push_back(a);
      continue;
    }
    std::string text((std::istreambuf_iterator<char>(in)), {});
    for (const std::string& w : base::shell_words(text, a)) words.push_back(w);
  }
  return words;
}

void add_units(Build& build, const std::vector<Command>& commands) {
  std::string narrow, wide;
  for (const Command& c : commands) {
    bool ilp32 = false;
    std::vector<std::string> flags = meaning(c, ilp32);
    (ilp32 ? narrow : wide) = c.file;
    build.units.push_back({from_here(c.directory, c.file), std::move(flags)});
  }
  if (!narrow.empty() && !wide.empty())
    throw InputError(narrow + ": the build compiles it with -m32, and " + wide +
                     " without; a program has to agree with itself");
  build.ilp32 = !narrow.empty();
}

}  // namespace heddle::builds
