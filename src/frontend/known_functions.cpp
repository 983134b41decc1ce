// SPDX-License-Identifier: GPL-3.0-or-later
#include "frontend/known_functions.h"

#include <map>
#include <set>

namespace heddle::frontend {
namespace {

using Table = std::map<std::string, KnownFunction>;

Table read_table() {
  using model::Builtin;
  Table table;
#define HEDDLE_FUNCTION(name, builtin, arguments) table[name] = {KnownFunction::Call, Builtin::builtin, arguments};
#define HEDDLE_OUTPUT(name) table[name] = {KnownFunction::Output};
#define HEDDLE_NO_EFFECT(name) table[name] = {KnownFunction::NoEffect};
#define HEDDLE_PURE_INPUT(name) table[name] = {KnownFunction::PureInput};
#include "frontend/known_functions.def"
#define HEDDLE_BUILTIN(name, args, event, object, traits) \
  table["__heddle_" #name] = {KnownFunction::Call, Builtin::name, args};
#include "model/builtins.def"
  table.erase("__heddle_None");
  table["__heddle_NondetLong"] = table["__heddle_Nondet"];  // of 64 bits
  table["__VERIFIER_error"] = table["reach_error"] = {KnownFunction::Call, Builtin::Error, 0};
  table["__VERIFIER_atomic_begin"] = {KnownFunction::Call, Builtin::AtomicBegin, 0};
  table["__VERIFIER_atomic_end"] = {KnownFunction::Call, Builtin::AtomicEnd, 0};
  table["__VERIFIER_assume"] = {KnownFunction::Call, Builtin::Assume, 1};
  for (const char* name : {"__assert_fail", "__assert_rtn", "__assert", "_assert", "__assert_perror_fail"})
    table[name] = {KnownFunction::Call, Builtin::AssertFail, 0};
  return table;
}

}  // namespace

std::optional<KnownFunction> known_function(const std::string& name) {
  static const Table table = read_table();
  auto it = table.find(name);
  if (it == table.end()) return std::nullopt;
  return it->second;
}

bool jumps_out(const std::string& name) {
  static const std::set<std::string> kJumps = {"setjmp",      "_setjmp", "__setjmp", "sigsetjmp",
                                               "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp"};
  return kJumps.count(name) != 0;
}

bool is_large_atomic(const std::string& name) {
  for (const char* atomic : {"__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange"})
    if (name == atomic || name == std::string(atomic) + "_16") return true;
  return false;
}

}  // namespace heddle::frontend
