// SPDX-License-Identifier: GPL-3.0-or-later
// The passes, in the order in which build() runs them. For .cpp files that may include llvm/ only.
#pragma once
#include "instrument/places.h"

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace heddle::instrument {

// Synchronisation, threads, inputs and ends become calls of the run-time.
void redirect_calls(llvm::Module& module, const Places& places);
// The library models get names of their own; a call of one goes to the real function unless a trace is followed.
void separate_library(llvm::Module& module);
// The run-time is told before and after each access.
void announce_accesses(llvm::Module& module, const Places& places);
// What C leaves undefined means what it means to the checker.
void define_behaviour(llvm::Module& module);

// Metadata of what is called in front of main's return, but belongs behind it.
inline constexpr const char* kAfterMain = "heddle.after_main";

// Variables of the run-time.
llvm::GlobalVariable& run_time_flag(llvm::Module& module, const char* name);

}  // namespace heddle::instrument
