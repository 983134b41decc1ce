// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/enumerator/random_walk.h"

namespace heddle::oracle {

namespace {

constexpr unsigned kWakeSeldom = 16;  // one step in so many wakes somebody without a reason

class Walker {
 public:
  Walker(const Image& image, uint64_t seed, Walk& walk)
      : image_(image), choices_(seed * 0x9e3779b97f4a7c15ull), walk_(walk), now_(image.initial()) {
    constexpr unsigned kStays[] = {1, 4, 16, 256};  // one step in so many is another thread's turn
    stay_ = kStays[choices_.draw() % 4];
    Machine machine(image_, now_, choices_);
    machine.followed = &walk_.doings;
    machine.settle();
    walk_.notes = machine.notes;
  }

  // False: nobody can.
  bool step() {
    std::vector<unsigned> active;
    for (unsigned i = 0; i < now_.threads.size(); ++i)
      if (now_.threads[i].status == Thread::Active) active.push_back(i);
    if (active.empty()) return false;
    if (choices_.draw() % kWakeSeldom == 0) {
      unsigned sleeper = active[choices_.draw() % active.size()];
      if (take(sleeper, choices_.draw() % 2 ? Machine::SpuriousWake : Machine::TimeOut)) return true;
    }
    if (choices_.draw() % stay_ != 0 && take(last_, Machine::Normal)) return true;
    const size_t first = choices_.draw() % active.size();
    for (auto move : {Machine::Normal, Machine::TimeOut, Machine::CancelledWake})
      for (size_t k = 0; k < active.size(); ++k)
        if (take(active[(first + k) % active.size()], move)) return true;
    return false;
  }

  bool ended_in_a_section() const { return ended_in_a_section_; }

 private:
  bool take(unsigned slot, Machine::Move move) {
    if (now_.threads[slot].status != Thread::Active || !Machine::possible(now_.threads[slot], move)) return false;
    State next = now_;
    std::vector<Doing> doings;
    Machine machine(image_, next, choices_);
    machine.followed = &doings;
    const Machine::Outcome outcome = machine.step(slot, move);
    if (outcome == Machine::NotEnabled) return false;
    walk_.doings.insert(walk_.doings.end(), doings.begin(), doings.end());
    walk_.notes.insert(walk_.notes.end(), machine.notes.begin(), machine.notes.end());
    now_ = std::move(next);
    last_ = slot;
    ended_in_a_section_ = outcome == Machine::Terminal;
    return true;
  }

  const Image& image_;
  Choices choices_;
  Walk& walk_;
  State now_;
  unsigned stay_ = 1, last_ = 0;
  bool ended_in_a_section_ = false;
};

}  // namespace

Walk random_walk(const Image& image, uint64_t seed, unsigned most_steps, base::Budget& budget) {
  Walk walk;
  Walker walker(image, seed, walk);
  for (unsigned n = 0; n < most_steps && !walker.ended_in_a_section() && !budget.check(); ++n)
    if (!walker.step()) {
      walk.at_rest = true;
      break;
    }
  return walk;
}

}  // namespace heddle::oracle
