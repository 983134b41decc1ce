// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of the threads in the sequential program: blocks at fixed places, so that addresses are numbers. A block
// that several threads know has a copy for each round; one that a single thread knows has one, and another for what was
// in it where the loop began; constants have one.
#pragma once
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/analyses.h"
#include "sequential/assembler.h"
#include "sequential/sequentialize.h"

namespace heddle::sequential {

struct Block {
  enum Kind : uint8_t { Absent, Constant, Private, Shared } kind = Absent;
  std::string name;
  uint64_t base = 0;
  uint64_t size = 0;  // of one slot, a multiple of 8
  unsigned slots = 1;
  // By round and part; a part is a slot of a pool, or the whole block. Private blocks and constants have one round.
  std::vector<std::vector<model::ObjectId>> copies;
  std::vector<std::vector<model::ObjectId>> guesses;  // Shared: what a copy held at first; none for round 0
  model::ObjectId saved = model::kNone;               // Private
  uint64_t bytes() const { return size * slots; }
  uint64_t part_bytes() const { return bytes() / copies[0].size(); }
};

class Memory {
 public:
  Memory(const analysis::Analyses& analyses, const Settings& settings, model::Program& q);

  // Addresses.
  uint64_t of_object(model::ObjectId o) const { return blocks_[o].base; }
  uint64_t of_procedure(model::ProcId f) const { return kProcedures + (uint64_t{f} << 4); }
  uint64_t of_handle(unsigned thread) const { return kHandles + thread; }
  const Block& of_site(model::SiteId s) const;
  // Words about a thread: has it ended, what does it sleep on (0: it is awake), what did it return.
  enum Word : unsigned { Ended = 0, Asleep = 8, Result = 16, kThreadWords = 24 };
  const Block& threads() const { return blocks_[threads_]; }
  // Which blocks of a pool are in use: a byte each, 8 times the place of the site.
  uint64_t in_use(model::SiteId s, unsigned slot) const { return blocks_[used_].base + pool_at_.at(s) + slot; }

  // Where an address may lead: the blocks, ascending; and how far into a block of the heap, if that is known.
  struct Reach {
    std::vector<uint32_t> blocks;
    std::optional<uint64_t> offset = {};
    auto operator<=>(const Reach&) const = default;
  };
  std::vector<uint32_t> blocks(model::ProcId f, model::ExprId address) const;
  Reach thread_words() const { return {{threads_}}; }
  Reach use_words() const { return {{used_}}; }
  // Procedures that read and write memory through an address, in a round: (address, round) -> value,
  // (address, round, value). `constant`: the address, if it is one.
  model::ProcId reader(const Reach& to, std::optional<uint64_t> constant, unsigned width);
  model::ProcId writer(const Reach& to, std::optional<uint64_t> constant, unsigned width);
  // The words of a block that some procedure accesses: the others need not be guessed.
  const std::set<uint64_t>& words(uint32_t block) const { return words_[block]; }
  bool is_pool(uint32_t block) const {
    return block >= p_.objects.size() && block < p_.objects.size() + p_.sites.size() && blocks_[block].slots > 1 &&
           p_.sites[block - p_.objects.size()].kind == model::Site::Heap;
  }
  const Block& block(uint32_t index) const { return blocks_[index]; }
  size_t count() const { return blocks_.size(); }
  uint64_t end() const { return (count() + 1) << kPlace; }  // no block lies here or behind

  unsigned pointer_width() const { return q_.pointer_width; }

 private:
  static constexpr unsigned kPlace = 20;  // bits of an offset
  static constexpr uint64_t kProcedures = 0x60000000, kHandles = 0x70000001;

  uint32_t add(Block block, const model::Object* like);
  model::ObjectId make_object(const std::string& name, uint64_t size, const std::vector<uint8_t>& init, bool constant);
  std::vector<uint8_t> image(const model::Object& o) const;
  void find_sizes();
  using Key = std::tuple<Reach, std::optional<uint64_t>, unsigned, bool>;
  void access(Assembler& a, const Key& key, model::LocalId address, model::LocalId round, model::LocalId value);
  void touch(uint32_t block, uint64_t offset, uint64_t bytes);

  const analysis::Analyses& analyses_;
  const model::Program& p_;
  const Settings& settings_;
  model::Program& q_;
  std::vector<Block> blocks_;  // by abstract object of the threads; then our own
  uint32_t threads_ = 0, used_ = 0;
  std::map<model::SiteId, uint64_t> pool_at_;
  std::map<Key, model::ProcId> accessors_;
  std::vector<std::set<uint64_t>> words_;  // by block
};

}  // namespace heddle::sequential
