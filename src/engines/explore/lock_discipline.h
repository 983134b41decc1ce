// SPDX-License-Identifier: GPL-3.0-or-later
// Which lock protects what, learnt while searching: a thread that accesses what a lock protects, while it holds the
// lock, is alone with it. Its access makes a persistent set of its own, and so does the release of the lock: a critical
// section is followed without looking at the others, as if it were one step.
//
// For each word of memory (by static object or allocation site, and offset) we keep the locks that every access so far
// held: Savage et al., "Eraser" (SOSP 1997), but as a claim about the program that the search relies on. It looks at
// the next operation of every thread in every state that it meets. The first one that breaks a claim which a reduction
// relied on ends the search, and it starts again with what it has learnt: claims are only ever lost, so this ends.
//
// Why no violation of a claim is overlooked. Let the search choose thread t alone in state s, and let w be a shortest
// execution of the others from s that breaks a claim with its last step. No step of w before the last one touches what
// t accesses (t holds the lock meanwhile, and the claims are not broken yet) or takes the lock that t releases. So w
// can be executed after t's step, too, and its last step still breaks the claim: it is the kind of access by its own
// thread that does, whatever t has done; t is not joined in w. The rest is as for any persistent set (put_off.h).
// Compare Flanagan and Qadeer, "Transactions for Software Model Checking" (SoftMC 2003), who prove it for atomic
// blocks, and Dwyer et al., "Exploiting Object Escape and Locking Information in Partial-Order Reductions for
// Concurrent Object-Oriented Programs" (FMSD 2004).
//
// What breaks a claim: an access while another thread is there (neither free nor joined) by a thread that does not hold
// the lock; an atomic section that may touch the word; the end of a procedure whose variable it is; the lock's
// initialisation or destruction while another thread is there, or anything else that writes its bytes or ends its
// memory; and, for the release, an attempt to lock that may fail, and whoever looks at the bytes of the lock as memory.
// A lock in an object made at run time is named by its place in the same object or by an allocation site of which there
// is one object; a second one breaks the claim, too.
//
// "Whatever t has done" needs care with what states forget: an object that nobody can reach any more. The end of a
// procedure counts whether its variable is still there or not, since t may have been the last one to know it. A site
// that has lost an object does not name a lock: the object may have been there together with the next one. And when a
// lock that is held cannot be reached any more, nothing is claimed at all.
#pragma once
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "analysis/footprints.h"
#include "semantics/machine.h"

namespace heddle::explore {

class LockDiscipline {
 public:
  LockDiscipline(const semantics::Machine& machine, const analysis::Footprints& footprints);

  // What all threads do next. `before`: a state that was looked at, and from which a step led here that left the locks
  // of the others alone; a thread that is as it was there does the same, under the same locks. May be null.
  void look_at(const semantics::State& s, const semantics::State* before);
  // Does such a step of another thread leave the locks that a thread holds as they are?
  static bool leaves_locks(const semantics::ThreadInfo& step);
  void look_at_step(const semantics::State& from, const semantics::StepResult& r, const semantics::State& to);
  // Can no other thread touch this, or notice this step of t, before t moves? The answer is relied upon.
  bool protects(const semantics::State& s, unsigned t, const semantics::Access& a);

  bool broken() const {
    return broken_;
  }  // something relied upon was wrong: nothing is known until the search restarts
  void restart();  // and what was learnt stays
  // Several searches share the work: what the other one has seen and relied upon counts here, too, as if one had done
  // both; and this one goes on with what the other one knows.
  void add(const LockDiscipline& other);
  void take_over(const LockDiscipline& other);
  unsigned restarts() const { return restarts_; }

 private:
  struct Guard {
    enum Kind : uint8_t { Fixed, Same, Site } kind = Fixed;
    uint32_t object = 0;  // Fixed: an object; Site: abstract, there is one at a time; Same: the one that is accessed
    uint32_t offset = 0;
    bool operator==(const Guard&) const = default;
  };
  struct Word {
    std::vector<Guard> guards, relied_upon;
    void add(const Word& other);
    bool broken(const std::vector<Guard>& held) const;  // relied upon something that is not held
  };
  struct Use {          // of a lock, by its abstract object and offset
    uint32_t size = 0;  // of what is locked there; 0: nobody was seen to do so
    bool reset = false, tried = false;
    bool noticed = false;                   // its bytes are accessed as memory, or end
    bool guards = false, releases = false;  // relied upon
    bool misleads() const { return (reset && (guards || releases)) || ((tried || noticed) && releases); }
  };
  struct Together {  // the words of one abstract object
    std::vector<uint64_t> words;
    bool whole_known = false;
    Word whole;  // accesses to all of it at once
    unsigned broken = 0;
    bool never = false;
  };

  void look_at_operation(const semantics::State& s, unsigned t, const semantics::ThreadInfo& in);
  void look_at_section(const semantics::ThreadInfo& in);
  void narrow(const semantics::State& s, unsigned t, const semantics::Access& a, uint32_t object, Word& word);
  std::vector<Guard> guards_held(const semantics::State& s, unsigned t, semantics::ObjRef accessed);
  bool holds(const semantics::State& s, unsigned t, const Guard& g, semantics::ObjRef accessed) const;
  Use& use_of(const Guard& g, uint32_t accessed);
  Use& use_at(uint32_t object, uint32_t offset);  // of a lock there
  Use& use_at(uint32_t object, uint32_t offset, model::Synchronises as);
  // What is no operation on a lock, but may be an access to its bytes, or their end.
  void note_bytes(uint32_t object, const semantics::Access& a);
  void note_all_bytes(uint32_t object, bool write);
  void note_end(uint32_t object);
  void look_at_bytes(uint32_t object);  // of the locks in it
  void look_at_bytes(uint64_t lock, Use& use);
  bool is_touched(uint32_t object, uint32_t offset, uint32_t size, bool by_writes) const;
  bool releases(const semantics::State& s, unsigned t, const semantics::Access& a);
  bool alone(const semantics::State& s) const;  // one thread is there
  void look_at_new_objects(const semantics::State& s);
  void note_several(uint32_t site);
  void give_up();
  void look_at_claims();
  void never(uint32_t object);
  void lose(uint32_t object);

  const semantics::Machine& machine_;
  const analysis::Footprints& footprints_;
  std::unordered_map<uint64_t, Word> words_;  // by abstract object and offset / kWord
  std::unordered_map<uint32_t, Together> objects_;
  std::unordered_map<uint64_t, Use> uses_;
  // sites: with several objects, perhaps at once; named by Guard::Site
  std::set<uint32_t> several_, sites_relied_upon_;
  const std::vector<std::vector<uint32_t>> variables_;  // by procedure, abstract
  struct Bytes {                                        // of a word, a bit each
    uint8_t touched = 0, written = 0;
  };
  std::unordered_map<uint64_t, Bytes> bytes_;             // likewise
  std::set<uint32_t> all_touched_, all_written_, ended_;  // abstract objects
  std::set<std::pair<model::ProcId, model::Pc>> sections_;
  bool off_ = false, broken_ = false;
  unsigned restarts_ = 0;
};

}  // namespace heddle::explore
