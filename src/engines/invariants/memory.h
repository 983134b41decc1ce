// SPDX-License-Identifier: GPL-3.0-or-later
// What may be in the bytes of one abstract object: words that were written at known offsets, and what was written
// somewhere. A word that nobody wrote has what the object began with.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "engines/invariants/values.h"

namespace heddle::invariants {

class Content {
 public:
  enum class Begins : uint8_t { Undefined, Zero, Initialised };  // Initialised: as Program::objects[] says
  explicit Content(Begins begins = Begins::Undefined, uint64_t least_size = 0)
      : begins_(begins), least_size_(least_size) {}

  // `first`: what is read where nobody has written (nothing for what was never initialised).
  Value read(const Numbers& offset, unsigned bytes, const Value& first) const;
  // The word is now `v`: for an object of which there is one, at an offset that is known.
  void set(int64_t offset, unsigned bytes, const Value& v);
  // The word may now be `v` as well. True if that is new.
  bool add(const Numbers& offset, unsigned bytes, const Value& v, bool widening = false);
  // Any bytes may be anything.
  bool blur();
  bool join(const Content& o, bool widening = false);
  void publish(const Thing& fresh);
  void disown();
  template <class F>
  void each_value(F f) const {
    for (const auto& [at, word] : words_) f(word.value);
    for (const auto& [offsets, word] : elsewhere_) f(word.value);
  }
  // Was the word written for sure, or initialised from the start?
  bool surely_initialised(const Numbers& offset, unsigned bytes) const;
  // So many bytes were copied here for sure.
  void fill(const Numbers& offset, int64_t bytes);
  // Was any of it written for sure?
  bool surely_written_in_part(const Numbers& offset, uint64_t bytes) const;
  Begins begins() const { return begins_; }
  uint64_t least_size() const { return least_size_; }  // in bytes; 0: not known
  bool operator==(const Content&) const = default;

 private:
  struct Word {
    unsigned bytes = 0;  // 0: of any width
    Value value;
    bool sure = false;   // what the word began with is gone
    unsigned grown = 0;  // so often
    bool operator==(const Word& o) const { return bytes == o.bytes && value == o.value && sure == o.sure; }
  };
  bool add_to(Word& w, unsigned bytes, const Value& v, bool widening);
  bool add_elsewhere(const Numbers& offset, unsigned bytes, const Value& v, bool widening);

  Begins begins_;
  bool filled_ = false;  // with a copy as large as the object
  uint64_t least_size_;
  std::map<int64_t, Word> words_;
  std::vector<std::pair<Numbers, Word>> elsewhere_;  // at one of several offsets
};

}  // namespace heddle::invariants
