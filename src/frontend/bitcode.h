// SPDX-License-Identifier: GPL-3.0-or-later
// The program as LLVM sees it, before conversion. For .cpp files that may include llvm/ only.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "frontend/frontend.h"

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class LLVMContext;
class Module;
class Value;
}  // namespace llvm

namespace heddle::frontend {

// Compiled, linked with the library models, every event numbered; no pass has changed the code yet.
std::unique_ptr<llvm::Module> linked_module(llvm::LLVMContext& context, const CompileJob& job);

// Does this come from the library models?
bool from_library(const llvm::Function& f);
bool from_library(const llvm::GlobalVariable& v);

void mark_as_library(llvm::Function& f);

// These functions have no body and no model; they get one that returns any value. Throws InputError.
void make_harmless(llvm::Module& module, const std::vector<std::string>& names);
inline constexpr const char* kHarmlessMark = "heddle-harmless";

// The name in the source: linking renames a second static function of the same name.
std::string source_name(const llvm::Function& f);

// Does a call of f do what the body of f says? Not if f has no body. Some names mean what SV-COMP says even if the user
// gives them a body.
bool is_ordinary(const llvm::Function& f);
void make_ordinary(llvm::Function& f);  // for a body that was given to such a name

// The function that the job starts with is called main from now on: its main_function, or one that starts its entries
// as threads. Throws InputError.
void choose_start(llvm::Module& module, const CompileJob& job);

// The program's own locks, as the job names them, become mutexes of the model. Throws InputError.
void take_locks(llvm::Module& module, const CompileJob& job);

// Marks the lifetimes of block-local objects that clang leaves unmarked.
void mark_lifetimes(llvm::Module& module);

// Numbers every instruction that touches memory or calls: the user's code first, then the library's, from 1.
void assign_event_ids(llvm::Module& module);
uint32_t event_id(const llvm::Instruction& i);  // 0: the instruction has no number

// The arguments of main: those of the job, or library models that give any. Call it behind look_at_arguments.
void give_arguments(llvm::Module& module, const CompileJob& job);
inline constexpr const char *kArgumentCount = "__heddle_argc", *kArgumentVector = "__heddle_argv";
void give_standard_input(llvm::Module& module, const std::string& content);
// The model of a function that reads texts, where a text may be one from outside whose content is not known.
std::string outside_name(const std::string& function);

// Makes the reads of printf("%s"), puts, fwrite ... visible, as calls of library models.
void look_at_arguments(llvm::Module& module);

// aligned_alloc and the like: alignments.cpp. The second is for a function that makes blocks.
void align_blocks(llvm::Module& module);
uint32_t alignment_of_blocks(const llvm::Function& maker);

// sprintf, sscanf and the like with a literal format that their models know in full: known_formats.cpp.
void use_known_formats(llvm::Module& module);
// getenv and the like, where all names are literals: known_names.cpp.
void number_environment_variables(llvm::Module& module);
// The text of a literal.
std::optional<std::string> literal_text(const llvm::Value* v);

// Makes the reads of a `struct timespec` by sleeps and by calls with a time limit visible.
void read_times(llvm::Module& module);

// Inline assembly that is one atomic operation becomes that operation.
void translate_assembly(llvm::Module& module);

// Integers of 128 bits become pairs of 64 bits.
void split_wide_integers(llvm::Module& module);

// Where the program calls atexit: `exit` and the end of main run the functions, as library models.
void run_functions_at_exit(llvm::Module& module);
// Built-in functions of floating-point numbers become calls of the library functions of the same name.
void name_mathematics(llvm::Module& module);

// Cleanup handlers become calls of library models. Where the program cancels threads, its cancellation points become
// the models that act upon it: `pthread_join` is `__heddle_cancellable_pthread_join` then. Where starts of threads do
// not fail, what a program does after a failed one does not count, and is taken out if only that cancels threads.
// True: it cancels threads. If not, waits in the library models, once they are linked, need expect no request.
bool make_cancellable(llvm::Module& module, bool starts_may_fail);
void expect_no_requests(llvm::Module& module);
std::string cancellable_name(const std::string& function);

// Calls that take memory or another resource may fail.
void let_calls_fail(llvm::Module& module);
bool leaves_out_locks(const CompileJob& job);
void leave_out_locks(llvm::Module& module);  // throws InputError

// Makes the program reach an error call where the place is reached; with two places, where two threads are at them at
// the same time.
void watch_places(llvm::Module& module, const std::vector<Place>& places);

// Puts an undefined value into each local variable and then promotes variables to SSA values.
void promote_locals(llvm::Module& module);
inline constexpr const char* kUndefPrefix = "__heddle_undef_";

}  // namespace heddle::frontend
