// SPDX-License-Identifier: GPL-3.0-or-later
// Random small threaded C programs. Each program uses only some of the features (what is left out matters as much as
// what is put in), few statements and tiny values, so that all its states can be visited. Half of the programs are
// disciplined: every shared variable has a guard that is taken around its accesses, so that not everything is a race;
// now and then one forgets. Variables only take values from a small range, so that loops without end still have
// finitely many states.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "pieces.h"
#include "source_tree.h"

namespace heddle::fuzz {

struct Features {
  bool disciplined, mutex, two_mutexes, special_mutex, rwlock, spin, cond, sem, barrier, atomics, section, assume,
      nondet;
  bool orders, relaxed, hand_over, word, publications;
  bool heap, pointers, aggregates, characters, calls, loops, endless, arguments, returns, detach, main_leaves,
      thread_local_, copies;
  bool undefined, trylock, timed, stack_escape, switches, handles_global, once, realloc_, nested;
  bool keys, nested_create, create_loop, mutex_pointer;
  bool cancel;
  bool team, leaves_early;
  bool picks, arithmetic, ends, work, static_kind, unknown_start;
};

inline bool prefer_loops = false, prefer_loose = false, prefer_teams = false;  // heddle-fuzz --loops, --loose, --teams

class Generator {
 public:
  explicit Generator(uint64_t seed);
  Node program();

 private:
  enum class AtomicAccess { Load, Store, Update };
  enum class Counted { Locked, Atomic, Bare };
  static constexpr const char* kWord = "(word)";  // Guard::enter: there are several ways
  struct Guard {  // what must be around the accesses of a group of variables; empty for atomic variables
    std::string enter, leave;
  };
  struct Variable {
    std::string name;
    unsigned guard;  // index into guards_
  };

  // generator.cpp: the frame of the program
  void choose_features();
  void declare_variables();
  void declare_guards();
  void declare_synchronisation();
  Node thread_function(unsigned i);
  Node helper_function();
  Node leaf_function();
  Node main_function();
  void initialise(std::vector<Node>& out);
  void create_and_join(std::vector<Node>& out);
  void create(unsigned i, std::vector<Node>& out);
  void create_team(std::vector<Node>& out);
  void join_team(std::vector<Node>& out);
  std::string handle(unsigned i) const;
  std::string handles() const;
  void check_result(std::vector<Node>& out);

  // data_pieces.cpp, control_pieces.cpp, scope_pieces.cpp, lock_pieces.cpp
  void choose_pieces();
  std::string index();
  Node locked(const std::string& mutex, std::vector<Node> body);
  Node pick_function();
  Piece wide_inputs();
  Piece sized_atomics();
  Piece overlaid();
  Piece list();
  Piece reused_blocks();
  Piece queue();
  Piece function_pointers();
  Piece atomic_functions();
  Piece lock_array();
  Piece boxes();
  Piece flags();
  Piece scopes();
  Piece fleeting_locks();
  // waiting_pieces.cpp
  Piece tokens();
  Piece rounds();
  Piece retries();
  // sleeper_pieces.cpp, number_pieces.cpp
  Piece sleepers();
  Piece far_numbers();
  // worker_pieces.cpp
  Piece turns();
  Piece own_values();
  Piece growing_block();
  Piece chosen_addresses();
  Piece swaps();

  // publication_pieces.cpp
  std::string published(const std::string& operation, const char* strong);
  std::string seen(const std::string& declare, const std::string& operation, const std::string& condition,
                   const std::string& then);
  Piece message();
  Piece new_object();
  Piece checked_twice();
  Piece homemade_locks();
  Piece references();
  Piece publication();

  // expressions.cpp
  std::string constant() { return std::to_string(r_.below(3)); }
  std::string place(bool to_write);
  std::string value(unsigned depth);
  std::string arithmetic();
  std::string condition();
  std::string small(const std::string& e);
  bool declared(const std::string& name) const;

  // statements.cpp
  std::vector<Node> statements(unsigned budget);
  std::vector<Node> one(unsigned& budget);
  std::vector<Node> plain(unsigned& budget);
  std::vector<Node> compound(unsigned& budget);
  Node assignment();
  Node assertion();
  Node memory_statement();
  const Piece::Use* piece_use();
  Node undefined_statement();
  std::vector<Node> endless_loop(unsigned& budget);

  // sync_statements.cpp
  std::vector<Node> synchronised(unsigned& budget);
  std::vector<Node> guarded(unsigned& budget);
  std::vector<Node> try_lock(unsigned& budget);
  std::vector<Node> condition_variable(unsigned& budget);
  Node semaphore_statement();
  Node barrier_statement();

  // cancel_statements.cpp
  void handler_functions(std::vector<Node>& out);
  Node cancellation(unsigned& budget);
  Node cancellable_wait(Node wait);
  void cancel_workers(const std::vector<unsigned>& joined_later, std::vector<Node>& out);

  // loose_statements.cpp
  void declare_loose();
  std::vector<Node> loose_statements(unsigned budget);
  Node own_work();
  Node statistic();

  // section_statements.cpp
  Node section_statement(unsigned& budget);
  Node section_with_ends(const std::string& test, std::vector<Node> body);
  int section_guard() const;

  // atomic_statements.cpp
  std::string order(AtomicAccess a, const std::string& object);
  std::string load(const std::string& object);
  std::string store(const std::string& object, const std::string& v);
  std::string exchange(const std::string& object, const std::string& v);
  std::string fetch(const std::string& operation, const std::string& object, const std::string& v);
  std::string compare_exchange(const std::string& object, const std::string& v);
  Node atomic_statement();
  Node gcc_atomic();
  Node c11_atomic();
  Node publish();
  Node consume();
  std::string take_word();

  base::Random r_;
  Features f_{};
  std::vector<Node> globals_;
  std::vector<Guard> guards_;
  std::vector<Variable> variables_;   // plain shared ints (lvalues)
  std::vector<std::string> atomics_;  // `at` for the GCC built-ins, `au` for <stdatomic.h>
  std::vector<std::string> locals_{"l0", "l1"};
  std::vector<Piece> pieces_;
  unsigned workers_ = 2;
  unsigned self_ = 0;                  // whose statements are made
  Counted counted_ = Counted::Locked;  // how what nobody looks at is shared (--loose)
  int held_ = -1;                      // guard that is held here, in disciplined programs; -1: none
  unsigned unbounded_ = 0;             // depth of loops without a bound: increments would never end
  bool in_section_ = false, in_main_ = false, may_call_ = false;
  bool publishes_ = false;     // this is the thread that hands over
  bool has_argument_ = false;  // `ap` is declared here
  bool has_work_ = false;      // `me` is
  bool alone_ = false;         // no other thread runs: everything may be touched
  bool all_joined_ = true;
  bool cannot_fail_ = false;  // sir proves no race absent where something can
  unsigned loop_names_ = 0;
};

}  // namespace heddle::fuzz
