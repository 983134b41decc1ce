// SPDX-License-Identifier: GPL-3.0-or-later
// From bitcode to an executable, kept in the user's cache under the hash of everything that went into it.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "base/sha256.h"
#include "base/user_cache.h"
#include "frontend/bitcode.h"
#include "frontend/clang_process.h"
#include "instrument/instrument.h"
#include "instrument/passes.h"
#include "instrument/run_time_archive.h"

namespace heddle::instrument {
namespace {

namespace fs = std::filesystem;

std::string instrumented_bitcode(const frontend::CompileJob& job, const model::Program& program) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = frontend::linked_module(context, job);
  Places places = acts_of(program);
  redirect_calls(*module, places);
  separate_library(*module);
  announce_accesses(*module, places);
  define_behaviour(*module);
  std::string problem, bitcode;
  llvm::raw_string_ostream problems(problem), out(bitcode);
  HEDDLE_CHECK(!llvm::verifyModule(*module, &problems)) << "the instrumented module is well-formed: " << problem;
  llvm::WriteBitcodeToFile(*module, out);
  return bitcode;
}

// What the user said for the linker; the rest is in the bitcode already.
std::vector<std::string> link_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& f = flags[i];
    if ((f == "-l" || f == "-L") && i + 1 < flags.size())
      kept.insert(kept.end(), {f, flags[++i]});
    else if (f.rfind("-l", 0) == 0 || f.rfind("-L", 0) == 0 || f.rfind("-Wl,", 0) == 0)
      kept.push_back(f);
  }
  return kept;
}

// Written whole or not at all: others may look for it at the same time.
void write_file(const fs::path& path, const std::string& content) {
  fs::path part = path;
  part += "." + std::to_string(getpid());
  std::ofstream(part, std::ios::binary) << content;
  std::error_code error;
  fs::rename(part, path, error);
  if (error)
    throw InputError(path.string() + ": cannot be written: " + error.message() +
                     "; set XDG_CACHE_HOME to a directory that can");
}

std::string first_lines(const std::string& text, size_t lines) {
  size_t end = 0;
  while (lines-- > 0 && end != std::string::npos) end = text.find('\n', end + (end > 0));
  return text.substr(0, end);
}

// The program refers to harmless functions weakly, so that it runs without them. That alone takes nothing from an
// archive: they are asked for first, and left out if they are nowhere.
frontend::ChildResult link(const std::vector<std::string>& argv, const std::vector<std::string>& harmless) {
  std::vector<std::string> with_all = argv;
  for (const std::string& name : harmless) with_all.push_back("-Wl,-u," + name);
  frontend::ChildResult child = frontend::run_child(with_all);
  return child.exit_code == 0 || harmless.empty() ? child : frontend::run_child(argv);
}

// A word that the run-time compares with the one in a plan.
std::string source_of_id(const fs::path& executable) {
  return ".section .rodata\n.globl heddle_program_id\n.balign 8\nheddle_program_id: .quad " +
         std::to_string(id_of(executable.string())) + "\n.section .note.GNU-stack,\"\",@progbits\n";
}

}  // namespace

// The directory is named by the hash.
uint64_t id_of(const std::string& executable) {
  return std::stoull(fs::path(executable).parent_path().filename().string().substr(0, 16), nullptr, 16);
}

std::string build(const frontend::CompileJob& job, const model::Program& program) {
  const char* begin = job.ilp32 ? heddle_run_time_32_begin : heddle_run_time_64_begin;
  const char* end = job.ilp32 ? heddle_run_time_32_end : heddle_run_time_64_end;
  std::string archive(begin, end), bitcode = instrumented_bitcode(job, program);
  std::vector<std::string> argv = {"clang-19", job.ilp32 ? "-m32" : "-m64", "-O2",     "-g",
                                   "-w",       "-ffp-contract=off",         "-pthread"};
  std::vector<std::string> libraries = link_flags(job.clang_flags);
  // a program without any act calls nothing of the run-time, which must be there all the same
  argv.push_back("-Wl,-u,heddle_mode");
  std::string key = bitcode + archive;
  for (const std::vector<std::string>* flags : {&argv, &libraries})
    for (const std::string& f : *flags) key += "\n" + f;
  fs::path home = base::user_cache() / base::sha256(key);
  fs::path executable = home / "program";
  std::error_code error;
  if (fs::exists(executable, error)) return executable.string();
  fs::create_directories(home, error);
  if (error)
    throw InputError(home.string() + ": cannot be made: " + error.message() +
                     "; set XDG_CACHE_HOME to a directory that can be written");
  // Another process may build the same program now: what is removed again has a name of its own.
  fs::path made = home / ("program." + std::to_string(getpid())), input = made, id = made;
  input += ".bc";
  id += ".s";
  write_file(id, source_of_id(executable));
  write_file(input, bitcode);
  write_file(home / "libheddle_rt.a", archive);
  for (const std::string& a : {input.string(), id.string(), (home / "libheddle_rt.a").string()}) argv.push_back(a);
  argv.insert(argv.end(), libraries.begin(), libraries.end());
  for (const std::string& a : {std::string("-lm"), std::string("-o"), made.string()}) argv.push_back(a);
  frontend::ChildResult child = link(argv, job.harmless);
  fs::remove(id, error);
  if (child.exit_code != 0) fs::remove(input, error);
  if (!child.started)
    throw InputError("cannot run clang-19 (" + child.errors + "): install the Debian package clang-19");
  if (child.exit_code != 0) {
    std::string advice =
        child.errors.find("undefined reference") != std::string::npos
            ? "\n  a function is declared but defined nowhere: add its file, or its library (-l NAME) after `--`"
            : "";
    throw InputError(job.files.front() + ": the program cannot be linked\n  " + first_lines(child.errors, 4) + advice);
  }
  fs::rename(made, executable, error);
  fs::remove(input, error);
  return executable.string();
}

}  // namespace heddle::instrument
