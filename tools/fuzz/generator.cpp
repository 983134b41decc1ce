// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of a random program: features, declarations, thread functions and main.
#include "generator.h"

#include <iterator>

namespace heddle::fuzz {

Generator::Generator(uint64_t seed) : r_(seed * 0x2545f4914f6cdd1dull + 0x1234567) {
  for (int i = 0; i < 4; ++i) r_.next();
}

void Generator::choose_features() {
  Features& f = f_;
  auto p = [&](unsigned percent) { return r_.chance(percent); };
  f.disciplined = p(55), f.mutex = p(60), f.two_mutexes = p(40), f.special_mutex = p(15), f.rwlock = p(18),
  f.spin = p(15);
  f.cond = p(25), f.sem = p(22), f.barrier = p(15), f.atomics = p(40), f.section = p(25), f.assume = p(15);
  f.nondet = p(30), f.heap = p(20), f.pointers = p(30), f.aggregates = p(35), f.characters = p(20), f.calls = p(35),
  f.loops = p(35);
  f.endless = p(35), f.arguments = p(30), f.returns = p(30), f.detach = p(12), f.main_leaves = p(15),
  f.thread_local_ = p(10);
  f.copies = p(12), f.undefined = p(8), f.trylock = p(30), f.timed = p(15), f.stack_escape = p(10), f.switches = p(15);
  f.handles_global = p(15), f.once = p(5), f.realloc_ = p(20), f.nested = p(40);
  f.keys = p(6), f.nested_create = p(8), f.create_loop = p(6), f.mutex_pointer = p(12);
  f.orders = p(50), f.relaxed = p(12), f.hand_over = p(20), f.word = p(12), f.publications = p(18);
  f.picks = p(25), f.arithmetic = p(25), f.ends = p(50), f.work = !f.arguments && p(20), f.static_kind = p(50),
  f.unknown_start = p(4);
  f.cancel = p(12);
  f.team = p(20), f.leaves_early = p(7);
  if (f.cond) f.mutex = true;
  if (f.hand_over) {
    f.atomics = f.disciplined = f.orders = true;
    f.trylock = f.timed = false;
  }
  if (f.publications) f.disciplined = true, f.undefined = false;
  if (prefer_loops) {  // and without what lasso does not translate
    f.endless = f.loops = true;
    f.undefined = f.cancel = f.keys = f.unknown_start = f.realloc_ = f.nested_create = f.once = false;
  }
  if (prefer_loose) {
    f.team = f.hand_over = f.word = f.publications = f.cancel = f.keys = f.endless = f.undefined = false;
    f.barrier = f.sem = f.cond = f.heap = false;
    f.mutex = true;
    cannot_fail_ = p(50);
  }
  if (prefer_teams && p(85)) f.team = true;
  workers_ = p(70) ? 2 : p(60) ? 1 : 3;
  if (prefer_loose && workers_ == 1) workers_ = p(75) ? 3 : 4;
  if (f.team) {  // several that run one function
    workers_ = p(65) ? 2 : 3;
    f.hand_over = f.unknown_start = f.detach = false;
    f.work = !f.arguments && p(60);
  }
}

void Generator::choose_pieces() {
  static constexpr Piece (Generator::* kinds[])() = {&Generator::wide_inputs,
                                                     &Generator::overlaid,
                                                     &Generator::list,
                                                     &Generator::reused_blocks,
                                                     &Generator::queue,
                                                     &Generator::function_pointers,
                                                     &Generator::atomic_functions,
                                                     &Generator::lock_array,
                                                     &Generator::boxes,
                                                     &Generator::flags,
                                                     &Generator::sized_atomics,
                                                     &Generator::tokens,
                                                     &Generator::rounds,
                                                     &Generator::scopes,
                                                     &Generator::fleeting_locks,
                                                     &Generator::sleepers,
                                                     &Generator::sleepers,
                                                     &Generator::far_numbers,
                                                     &Generator::turns,
                                                     &Generator::own_values,
                                                     &Generator::growing_block,
                                                     &Generator::chosen_addresses,
                                                     &Generator::swaps};
  constexpr unsigned n = std::size(kinds);
  unsigned how_many = r_.chance(prefer_loose ? 85 : 35) ? 0 : r_.chance(85) ? 1 : 2, first = r_.below(n);
  if (how_many > 0) pieces_.push_back((this->*kinds[first])());
  const unsigned second = (first + 1 + r_.below(n - 1)) % n;
  if (how_many > 1 && kinds[second] != kinds[first]) pieces_.push_back((this->*kinds[second])());
  if (prefer_loops) pieces_.push_back(retries());
  if (f_.publications) pieces_.push_back(publication());
  for (Piece& p : pieces_)
    for (Node& line : p.globals) globals_.push_back(std::move(line));
}

void Generator::declare_guards() {
  // guard 0: none; in disciplined programs its variables belong to main before and after the threads
  guards_.push_back({"", ""});
  if (f_.mutex) guards_.push_back({"pthread_mutex_lock(&m0);", "pthread_mutex_unlock(&m0);"});
  if (f_.mutex && f_.two_mutexes) guards_.push_back({"pthread_mutex_lock(&m1);", "pthread_mutex_unlock(&m1);"});
  if (f_.rwlock) guards_.push_back({"pthread_rwlock_wrlock(&rw);", "pthread_rwlock_unlock(&rw);"});
  if (f_.spin) guards_.push_back({"pthread_spin_lock(&sp);", "pthread_spin_unlock(&sp);"});
  if (f_.word) guards_.push_back({kWord, "__atomic_store_n(&word, 0, __ATOMIC_RELEASE);"});
  if (f_.section && r_.chance(40)) guards_.push_back({"__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"});
}

void Generator::declare_synchronisation() {
  if (f_.mutex) globals_.push_back("pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;");
  if (f_.mutex && f_.two_mutexes)
    globals_.push_back(!f_.special_mutex ? "pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;"
                       : !f_.static_kind ? "pthread_mutex_t m1;"
                       : r_.chance(50)   ? "pthread_mutex_t m1 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;"
                                         : "pthread_mutex_t m1 = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;");
  if (f_.rwlock) globals_.push_back("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
  if (f_.spin) globals_.push_back("pthread_spinlock_t sp;");
  if (f_.word) globals_.push_back("int word;");
  if (f_.cond) globals_.push_back("pthread_cond_t cv = PTHREAD_COND_INITIALIZER;");
  if (f_.sem) globals_.push_back("sem_t sem;");
  if (f_.barrier) globals_.push_back("pthread_barrier_t bar;");
  if (f_.mutex && f_.mutex_pointer) globals_.push_back("pthread_mutex_t *pm = &m0;");
  if (f_.keys) globals_.push_back("pthread_key_t key;");
  if (f_.timed) globals_.push_back("struct timespec soon;");
  if (f_.once) globals_.push_back("pthread_once_t once = PTHREAD_ONCE_INIT;");
}

void Generator::declare_variables() {
  auto guard = [&] { return guards_.size() > 1 ? 1 + r_.below(static_cast<unsigned>(guards_.size()) - 1) : 0u; };
  std::string type = f_.characters ? "unsigned char" : "int";
  globals_.push_back(type + " x = " + constant() + ";");
  variables_.push_back({"x", guard()});
  if (r_.chance(70)) {
    globals_.push_back("int y;");
    variables_.push_back({"y", guard()});
  }
  if (f_.aggregates && r_.chance(50)) {
    globals_.push_back("int a[2];");
    unsigned g = guard();
    variables_.push_back({"a[0]", g});
    variables_.push_back({"a[" + std::string(r_.chance(50) ? "1" : "l0 & 1") + "]", g});
  }
  if ((f_.aggregates && r_.chance(60)) || f_.copies) {
    globals_.push_back("struct pair { char c; short s; int i; int j; } st, su;");
    unsigned g = guard();
    variables_.push_back({"st.c", g});
    variables_.push_back({"st.i", g});
    if (f_.copies) variables_.push_back({"su.j", g});
  }
  if (f_.pointers) {
    std::string target = f_.characters ? "y2" : "x";
    if (f_.characters) globals_.push_back("int y2;");
    globals_.push_back("int *p = &" + target + ";");
    variables_.push_back({"(*p)", f_.characters ? guard() : variables_[0].guard});
  }
  if (f_.heap) {
    globals_.push_back("int *h;");
    variables_.push_back({"(*h)", guard()});
  }
  if (f_.work)
    globals_.push_back("struct work { int id; char tag; int out; } works[" + std::to_string(workers_) + "];");
  if (f_.stack_escape) globals_.push_back("int * _Atomic gp;");
  if (f_.thread_local_) {
    globals_.push_back("_Thread_local int tl;");
    locals_.push_back("tl");
  }
  if (f_.atomics) {
    globals_.push_back("int at;");
    atomics_.push_back("at");
    if (f_.hand_over) globals_.push_back("int flag, goods;");
    if (r_.chance(40)) {
      globals_.push_back("_Atomic int au = 1;");
      atomics_.push_back("au");
    }
  }
}

Node Generator::thread_function(unsigned i) {
  in_main_ = false;
  self_ = i;
  publishes_ = i == 0;
  may_call_ = f_.calls;
  has_argument_ = f_.arguments;
  has_work_ = f_.work;
  std::vector<Node> body;
  body.push_back("int l0 = 0, l1 = 0;");
  if (f_.arguments) body.push_back("int *ap = arg;");
  if (f_.work) body.push_back("struct work *me = arg;"), body.push_back("l0 = me->id;");
  if (f_.stack_escape && r_.chance(60)) {
    body.push_back("int here = 1;");
    body.push_back("gp = &here;");
  }
  unsigned budget = workers_ == 1 ? 8 + r_.below(10) : workers_ == 2 ? 5 + r_.below(8) : 2 + r_.below(4);
  if (prefer_loose) budget = workers_ == 2 ? 4 + r_.below(5) : 1 + r_.below(6 - workers_);
  if (f_.hand_over) body.push_back(publishes_ ? publish() : consume());
  for (Node& n : prefer_loose ? loose_statements(budget) : statements(budget)) body.push_back(std::move(n));
  if (f_.stack_escape && r_.chance(60)) body.push_back("gp = 0;");
  if (f_.keys && r_.chance(70)) body.push_back("pthread_setspecific(key, &l0);");
  if (f_.keys && r_.chance(30)) body.push_back("{ int *mine = pthread_getspecific(key); if (mine) *mine = 1; }");
  if (f_.nested_create && r_.chance(60)) {
    body.push_back("pthread_t inner;");
    body.push_back("pthread_create(&inner, 0, leaf, 0);");
    if (r_.chance(50)) body.push_back(assignment());
    if (r_.chance(85)) body.push_back("pthread_join(inner, 0);");
  }
  if (f_.leaves_early && r_.chance(70)) body.push_back(assertion());
  if (f_.detach && r_.chance(15)) body.push_back("pthread_detach(pthread_self());");
  if (r_.chance(15)) body.push_back("pthread_exit((void *)(long)l0);");
  if (f_.work && r_.chance(60)) body.push_back("me->out = l1;");
  body.push_back(f_.returns && f_.work ? "return me;"
                 : f_.returns          ? "return (void *)(long)" + r_.pick(locals_) + ";"
                                       : "return 0;");
  return Node("void *t" + std::to_string(i) + "(void *arg) {", std::move(body));
}

// Run by threads that threads start, and when a thread with a key ends.
Node Generator::leaf_function() {
  may_call_ = has_argument_ = has_work_ = false;
  std::vector<Node> body;
  body.push_back("int l0 = 0, l1 = 0;");
  for (Node& n : statements(1)) body.push_back(std::move(n));
  body.push_back("return 0;");
  return Node("void *leaf(void *arg) {", std::move(body));
}

Node Generator::helper_function() {
  may_call_ = has_argument_ = has_work_ = false;
  ++unbounded_;  // it may be called from an endless loop
  std::vector<Node> body;
  body.push_back("int l1 = 0;");
  if (r_.chance(20)) body.push_back("volatile int held = l0;");
  for (Node& n : statements(1 + r_.below(2))) body.push_back(std::move(n));
  body.push_back("return l1;");
  --unbounded_;
  return Node("int f(int l0) {", std::move(body));
}

void Generator::initialise(std::vector<Node>& out) {
  if (f_.mutex && f_.two_mutexes && f_.special_mutex && !f_.static_kind) {
    out.push_back("pthread_mutexattr_t attr;");
    out.push_back("pthread_mutexattr_init(&attr);");
    out.push_back(std::string("pthread_mutexattr_settype(&attr, ") +
                  (r_.chance(50) ? "PTHREAD_MUTEX_RECURSIVE" : "PTHREAD_MUTEX_ERRORCHECK") + ");");
    out.push_back("pthread_mutex_init(&m1, &attr);");
  }
  if (f_.keys) out.push_back("pthread_key_create(&key, bye);");
  if (f_.spin && !(f_.undefined && r_.chance(20))) out.push_back("pthread_spin_init(&sp, 0);");
  if (f_.sem) out.push_back("sem_init(&sem, 0, " + constant() + ");");
  if (f_.barrier) out.push_back("pthread_barrier_init(&bar, 0, " + std::to_string(workers_ + r_.below(2)) + ");");
  if (f_.heap) {
    out.push_back(r_.chance(70) ? "h = malloc(sizeof(int));" : "h = calloc(1, sizeof(int));");
    if (r_.chance(95)) out.push_back("*h = " + constant() + ";");
  }
}

void Generator::create(unsigned i, std::vector<Node>& out) {
  std::string n = std::to_string(i), argument = f_.arguments ? "&w" : f_.work ? "&works[" + n + "]" : "0";
  std::string start = "t" + std::to_string(!f_.hand_over && r_.chance(20) ? 0 : i);
  if (f_.unknown_start && i > 0) start = "l0 ? t0 : " + start;
  if (f_.work) out.push_back("works[" + n + "].id = " + n + ";");
  out.push_back("pthread_create(&" + handle(i) + ", 0, " + start + ", " + argument + ");");
}

std::string Generator::handle(unsigned i) const {
  return f_.team ? "hs[" + std::to_string(i) + "]" : "h" + std::to_string(i);
}

std::string Generator::handles() const {
  if (f_.team) return "pthread_t hs[" + std::to_string(workers_) + "];";
  std::string all;
  for (unsigned i = 0; i < workers_; ++i) all += (i ? ", " : "") + handle(i);
  return "pthread_t " + all + ";";
}

// Threads that run one function, started in a loop; what tells them apart is their argument, or nothing.
void Generator::create_team(std::vector<Node>& out) {
  static const std::vector<std::string> ids{"k", "k", "k & 1", "0", "2 - k"};
  std::vector<Node> round;
  if (f_.work) round.push_back("works[k].id = " + r_.pick(ids) + ";");
  const std::string argument = f_.work ? (r_.chance(90) ? "&works[k]" : "&works[0]") : f_.arguments ? "&w" : "0";
  round.push_back("pthread_create(&hs[" + std::string(r_.chance(95) ? "k" : "0") + "], 0, t0, " + argument + ");");
  out.push_back(Node("for (int k = 0; k < " + std::to_string(workers_) + "; ++k) {", std::move(round)));
}

// All of them, in one order or the other, or one of them.
void Generator::join_team(std::vector<Node>& out) {
  const std::string n = std::to_string(workers_);
  all_joined_ = r_.chance(75);
  if (!all_joined_)
    out.push_back("pthread_join(hs[" + (r_.chance(70) ? std::to_string(r_.below(workers_)) : "l0 & 1") + "], 0);");
  else if (r_.chance(60))
    out.push_back(Node("for (int k = 0; k < " + n + "; ++k) {", {"pthread_join(hs[k], 0);"}));
  else
    for (unsigned i = workers_; i-- > 0;) {
      out.push_back("pthread_join(" + handle(i) + ", 0);");
      if (r_.chance(20)) out.push_back(assertion());
    }
}

void Generator::check_result(std::vector<Node>& out) {
  if (f_.cancel && r_.chance(50))
    out.push_back(std::string("assert(result ") + (r_.chance(50) ? "!=" : "==") + " PTHREAD_CANCELED);");
  else if (f_.work)
    out.push_back("{ struct work *done = result; if (done && result != PTHREAD_CANCELED) assert(done->out <= " +
                  constant() + "); }");
  else
    out.push_back("assert((long)result <= " + constant() + ");");
}

void Generator::create_and_join(std::vector<Node>& out) {
  std::vector<unsigned> joined;
  size_t early = 0;
  if (f_.create_loop)
    out.push_back(Node("for (int k = 0; k < 2; ++k) {",
                       {"pthread_t again;", "pthread_create(&again, 0, leaf, 0);", "pthread_join(again, 0);"}));
  if (f_.team) create_team(out);
  for (unsigned i = 0; i < workers_ && !f_.team; ++i) {
    std::string t = handle(i);
    create(i, out);
    if (f_.detach && r_.chance(40))
      out.push_back("pthread_detach(" + t + ");");
    else if (r_.chance(85))
      joined.push_back(i);
    if (r_.chance(8)) {  // one after the other
      if (!joined.empty() && joined.back() == i)
        ++early, joined.pop_back(), out.push_back("pthread_join(" + t + ", 0);");
    }
  }
  if (workers_ > 1 && (f_.detach || f_.handles_global) && r_.chance(40))
    out.push_back("if (pthread_equal(" + handle(0) + ", " + handle(1) + ")) reach_error();");
  all_joined_ = joined.size() + early == workers_;
  for (Node& n : statements(r_.below(workers_ == 1 ? 5 : 3))) out.push_back(std::move(n));
  if (f_.leaves_early) out.push_back(r_.chance(50) ? "pthread_exit(0);" : "if (" + condition() + ") pthread_exit(0);");
  if (f_.cancel) cancel_workers(joined, out);
  if (f_.team) join_team(out);
  for (unsigned i : joined) {
    std::string t = handle(i);
    if (f_.returns && r_.chance(60)) {
      out.push_back("pthread_join(" + t + ", &result);");
      check_result(out);
    } else if (f_.handles_global && r_.chance(15)) {
      out.push_back("if (pthread_tryjoin_np(" + t + ", 0) == 0) l1 = 1;");
    } else {
      out.push_back("pthread_join(" + t + ", 0);");
    }
  }
}

Node Generator::main_function() {
  in_main_ = true;
  publishes_ = false;
  has_argument_ = f_.arguments;
  has_work_ = false;
  may_call_ = f_.calls;
  std::vector<Node> body;
  body.push_back("int l0 = 0, l1 = 0;");
  if (f_.arguments) body.push_back("int w = 1, *ap = &w;");
  if (f_.returns) body.push_back("void *result = 0;");
  if (!f_.handles_global) body.push_back(handles());
  initialise(body);
  for (const Piece& p : pieces_) body.insert(body.end(), p.setup.begin(), p.setup.end());
  create_and_join(body);
  if (f_.heap && r_.chance(30)) body.push_back("free(h);");
  alone_ = all_joined_ || r_.chance(10);
  if (r_.chance(70)) body.push_back(assertion());
  if (f_.work && alone_ && r_.chance(50)) body.push_back("assert(works[0].out <= " + constant() + ");");
  for (const Piece& p : pieces_)
    if (!p.checks.empty() && (alone_ || !f_.disciplined) && r_.chance(80)) body.push_back(r_.pick(p.checks));
  if (f_.mutex && r_.chance(10)) body.push_back("pthread_mutex_destroy(&m0);");
  if (f_.cond && r_.chance(10)) body.push_back("pthread_cond_destroy(&cv);");
  if (f_.sem && r_.chance(10)) body.push_back("sem_destroy(&sem);");
  if (f_.main_leaves) body.push_back("pthread_exit(0);");
  body.push_back("return 0;");
  return Node("int main(void) {", std::move(body));
}

Node Generator::program() {
  choose_features();
  declare_guards();
  declare_synchronisation();
  declare_variables();
  if (prefer_loose) declare_loose();
  choose_pieces();
  if (f_.handles_global) globals_.push_back(handles());
  Node root;
  root.kids.push_back("#define _GNU_SOURCE");
  if (cannot_fail_) root.kids.push_back("#define NDEBUG");
  for (const char* header :
       {"assert.h", "pthread.h", "sched.h", "semaphore.h", "stdatomic.h", "stdio.h", "stdlib.h", "string.h", "time.h"})
    root.kids.push_back("#include <" + std::string(header) + ">");
  root.kids.push_back(
      "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int), "
      "reach_error(void);");
  root.kids.push_back("extern _Bool __VERIFIER_nondet_bool(void);");
  if (f_.picks) root.kids.push_back(pick_function());
  for (Node& n : globals_) root.kids.push_back(std::move(n));
  if (f_.once) {
    in_section_ = true;  // nothing that blocks
    root.kids.push_back(Node("void first(void) {", {Node("int l0 = 0, l1 = 0;"), assignment()}));
    in_section_ = false;
  }
  if (f_.cancel) handler_functions(root.kids);
  if (f_.nested_create || f_.create_loop || f_.keys) root.kids.push_back(leaf_function());
  if (f_.keys) root.kids.push_back(Node("void bye(void *value) {", {Node("leaf(value);")}));
  if (f_.calls) root.kids.push_back(helper_function());
  for (unsigned i = 0; i < (f_.team ? 1 : workers_); ++i) root.kids.push_back(thread_function(i));
  root.kids.push_back(main_function());
  return root;
}

}  // namespace heddle::fuzz
