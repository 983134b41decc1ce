// SPDX-License-Identifier: GPL-3.0-or-later
// The clang command line. No optimisation: what the source says must still be there (a dereferenced null, an
// uninitialised read, every single access). Library functions stay calls by name (-fno-builtin), floating-point
// expressions are not contracted, and what older C allowed is not an error. The user's flags come after ours, except
// for those that would change what is produced.
#include "frontend/compile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/check.h"
#include "frontend/clang_process.h"

namespace heddle::frontend {
namespace {

constexpr size_t kShownErrors = 3;
constexpr size_t kShownLineLength = 240;

std::string extension(const std::string& file) { return std::filesystem::path(file).extension().string(); }

void refuse_other_languages(const std::string& file) {
  std::string e = extension(file);
  for (const char* cxx : {".cpp", ".cc", ".cxx", ".C", ".c++", ".cp", ".hpp", ".hh", ".hxx", ".ii"})
    if (e == cxx) throw InputError(file + ": this is a C++ file; Heddle checks C programs");
  for (const char* binary : {".o", ".a", ".so", ".bc", ".ll", ".s", ".S"})
    if (e == binary) throw InputError(file + ": this is not a C source file; give the .c file it was made from");
}

// A readable, non-empty text file, or a message that says which of these it is not.
void check_readable_text(const std::string& file) {
  std::error_code error;
  auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw InputError(file + ": no such file");
  if (std::filesystem::is_directory(status)) throw InputError(file + ": is a directory; give the C files in it");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file + ": cannot be read: " + std::strerror(errno));
  size_t total = 0, strange = 0;
  char buffer[65536];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    size_t n = static_cast<size_t>(in.gcount());
    for (size_t i = 0; i < n; ++i) {
      unsigned char c = static_cast<unsigned char>(buffer[i]);
      if (c == 0) throw InputError(file + ": is not a text file (it contains a zero byte); give a C source file");
      if (c < 32 && !(c >= 9 && c <= 13)) ++strange;
    }
    total += n;
  }
  if (total == 0) throw InputError(file + ": is empty; a program needs a function main");
  if (strange * 20 > total) throw InputError(file + ": is not a text file; give a C source file");
}

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// Flags that choose another output, language or optimisation are dropped: they matter for a build, not for checking.
std::vector<std::string> harmless_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& f = flags[i];
    if (f == "-o" || f == "-MF" || f == "-MT" || f == "-MQ" || f == "-L" || f == "-l") {
      ++i;
      continue;
    }
    bool dropped = f == "-c" || f == "-S" || f == "-E" || f == "-fsyntax-only" || f == "-Werror" || f == "-pg" ||
                   f == "--coverage";
    for (const char* prefix : {"-O", "-M", "-Werror=", "-flto", "-fsanitize", "-fprofile", "-fcoverage", "-l", "-L",
                               "-Wl,", "-o", "-save-temps"})
      dropped = dropped || starts_with(f, prefix);
    if (!dropped) kept.push_back(f);
  }
  return kept;
}

// gcc's built-ins take _Atomic objects; clang's want plain ones.
void take_atomic_objects(std::vector<std::string>& flags) {
  auto cast = [&](const std::string& builtin) {
    flags.push_back("-D" + builtin + "(p,...)=" + builtin + "((volatile __typeof_unqual__(*(p))*)(p),##__VA_ARGS__)");
  };
  for (const char* name : {"load",
                           "load_n",
                           "store",
                           "store_n",
                           "exchange",
                           "exchange_n",
                           "compare_exchange",
                           "compare_exchange_n",
                           "fetch_add",
                           "fetch_sub",
                           "fetch_and",
                           "fetch_or",
                           "fetch_xor",
                           "fetch_nand",
                           "add_fetch",
                           "sub_fetch",
                           "and_fetch",
                           "or_fetch",
                           "xor_fetch",
                           "nand_fetch"})
    cast(std::string("__atomic_") + name);
  for (const char* name :
       {"fetch_and_add", "fetch_and_sub", "fetch_and_or", "fetch_and_and", "fetch_and_xor", "fetch_and_nand",
        "add_and_fetch", "sub_and_fetch", "or_and_fetch", "and_and_fetch", "xor_and_fetch", "nand_and_fetch",
        "bool_compare_and_swap", "val_compare_and_swap", "lock_test_and_set", "lock_release"})
    cast(std::string("__sync_") + name);
}

// A preprocessed file may come from gcc and speak its dialect: attributes and types of new glibc headers that clang
// does not know, and <stdatomic.h> as built-ins on _Atomic objects. It goes through the preprocessor once more, without
// predefined macros (`linux` is a name there), to translate those.
void translate_gcc(const std::string& file, std::vector<std::string>& argv) {
  for (const char* f : {"-undef", "-D__malloc__(...)=__malloc__"}) argv.push_back(f);
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  if (text.find("typedef float _Float32;") == std::string::npos)
    for (const char* f : {"-D_Float32=float", "-D_Float64=double", "-D_Float32x=double", "-D_Float64x=long double",
                          "-D_Float128=__float128"})
      argv.push_back(f);
  take_atomic_objects(argv);
}

bool wants_plain_types(const std::string& errors) {
  return errors.find("address argument to atomic ") != std::string::npos &&
         errors.find("_Atomic(") != std::string::npos;
}

// gcc takes plain objects in <stdatomic.h>'s functions; clang wants _Atomic ones. The built-ins behind them get casts.
bool wants_atomic_types(const std::string& errors) {
  return errors.find("must be a pointer to _Atomic type") != std::string::npos ||
         errors.find("must be a pointer to atomic") != std::string::npos;
}
void take_plain_objects(std::vector<std::string>& flags) {
  for (const char* name : {"init", "load", "store", "exchange", "compare_exchange_strong", "compare_exchange_weak",
                           "fetch_add", "fetch_sub", "fetch_and", "fetch_or", "fetch_xor"}) {
    std::string builtin = std::string("__c11_atomic_") + name;
    flags.push_back("-D" + builtin + "(p,...)=" + builtin +
                    "((volatile _Atomic(__typeof__(((void)0,*(p))))*)(p),__VA_ARGS__)");
  }
}

// Code as at -O0, but with the bodies of C99 `inline` functions, which -O0 leaves out: -O1 with all passes off.
std::vector<std::string> command(const std::string& file, const std::vector<std::string>& user_flags, bool ilp32) {
  std::vector<std::string> argv = {"clang-19",
                                   ilp32 ? "-m32" : "-m64",
                                   "-w",
                                   "-fno-color-diagnostics",
                                   "-fno-caret-diagnostics",
                                   "-ferror-limit=5",
                                   "-fno-builtin",
                                   "-fno-strict-aliasing",
                                   "-fno-delete-null-pointer-checks",
                                   "-fno-finite-loops",
                                   "-ffp-contract=off",
                                   "-fno-stack-protector",
                                   "-fcf-protection=none"};
  for (const char* old :
       {"implicit-function-declaration", "implicit-int", "int-conversion", "incompatible-pointer-types",
        "incompatible-function-pointer-types", "return-type", "return-mismatch"})
    argv.push_back(std::string("-Wno-error=") + old);
  bool standard_chosen = false;
  for (const std::string& f : user_flags) standard_chosen = standard_chosen || starts_with(f, "-std=") || f == "-ansi";
  if (!standard_chosen) argv.push_back("-std=gnu17");
  for (const std::string& f : harmless_flags(user_flags)) argv.push_back(f);
  for (const char* f : {"-Wno-unknown-warning-option", "-O1", "-U__OPTIMIZE__", "-Xclang", "-disable-llvm-passes", "-g",
                        "-fno-discard-value-names",  // bodies.cpp reads those of basic blocks
                        "-c", "-emit-llvm", "-o", "-", "-x"})
    argv.push_back(f);
  argv.push_back("c");
  if (extension(file) == ".i") translate_gcc(file, argv);
  argv.push_back(starts_with(file, "-") ? "./" + file : file);
  return argv;
}

std::string first_errors(const std::string& output) {
  std::istringstream lines(output);
  std::string line, shown;
  size_t count = 0;
  while (std::getline(lines, line) && count < kShownErrors) {
    if (line.find("error:") == std::string::npos || line.find("too many errors") != std::string::npos) continue;
    if (line.size() > kShownLineLength) line = line.substr(0, kShownLineLength) + "...";
    for (char& c : line)
      if (static_cast<unsigned char>(c) < 32) c = '?';
    shown += "\n  " + line;
    ++count;
  }
  return shown;
}

std::string advice(const std::string& output, bool ilp32) {
  if (output.find("file not found") == std::string::npos) return "";
  bool system_header = false;
  for (const char* part : {"'bits/", "'gnu/stubs", "'sys/cdefs", "'asm/"})
    system_header = system_header || output.find(part) != std::string::npos;
  if (system_header && ilp32)
    return "\n  the C headers for 32-bit programs are missing: install the Debian package gcc-multilib";
  if (system_header) return "\n  the C library's headers are missing: install the Debian package libc6-dev";
  return "\n  tell clang where that file is: add -I DIRECTORY after `--`";
}

}  // namespace

std::string compile_to_bitcode(const std::string& file, const std::vector<std::string>& own_flags,
                               const CompileJob& job) {
  refuse_other_languages(file);
  check_readable_text(file);
  std::vector<std::string> flags = own_flags;
  flags.insert(flags.end(), job.clang_flags.begin(), job.clang_flags.end());
  if (!job.entries.empty() || !job.main_function.empty())
    flags.push_back("-femit-all-decls");  // a static function that nobody calls may be named, too
  std::vector<std::string> argv = command(file, flags, job.ilp32);
  ChildResult child = run_child(argv);
  bool plain = false, atomic = false;  // each helps once
  while (child.started && child.exit_code != 0) {
    const std::string source = argv.back();
    argv.pop_back();
    if (!plain && wants_atomic_types(child.errors))
      plain = true, take_plain_objects(argv);
    else if (!atomic && wants_plain_types(child.errors))
      atomic = true, take_atomic_objects(argv);
    else
      break;
    argv.push_back(source);
    child = run_child(argv);
  }
  if (!child.started)
    throw InputError("cannot run clang-19 (" + child.errors + "): install the Debian package clang-19");
  if (child.signal != 0)
    throw InputError(file + ": clang-19 crashed on this file (signal " + std::to_string(child.signal) + ")");
  if (child.exit_code == 127 && child.errors.empty())
    throw InputError("cannot run clang-19: install the Debian package clang-19");
  if (child.exit_code != 0)
    throw InputError(file + ": does not compile" + first_errors(child.errors) + advice(child.errors, job.ilp32));
  return std::move(child.output);
}

}  // namespace heddle::frontend
