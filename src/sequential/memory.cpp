// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequential/memory.h"

#include <cstring>

#include "base/check.h"

namespace heddle::sequential {

using analysis::abstract_site;
using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::kNone;

namespace {

constexpr uint64_t kLargest = 4096;  // bytes of a block that is copied

uint64_t rounded(uint64_t size) { return size < 8 ? 8 : (size + 7) / 8 * 8; }

// The number that an expression without locals stands for.
std::optional<uint64_t> constant(const model::ExprPool& pool, model::ExprId e) {
  const model::Expr& x = pool[e];
  if (x.op == ExprOp::Const) return x.bits;
  if (x.op == ExprOp::ZExt) return constant(pool, x.a);
  if (!meaning::is_arithmetic(x.op) || meaning::is_division(x.op) || meaning::is_shift(x.op)) return std::nullopt;
  std::optional<uint64_t> a = constant(pool, x.a), b = constant(pool, x.b);
  if (!a || !b) return std::nullopt;
  meaning::Numbers n{pool[x.a].width};
  return meaning::apply(n, x.op, *a, *b);
}

}  // namespace

Memory::Memory(const analysis::Analyses& analyses, const Settings& settings, model::Program& q)
    : analyses_(analyses), p_(analyses.program()), settings_(settings), q_(q) {
  const size_t objects = p_.objects.size() + p_.sites.size();
  if (objects + 3 >= (kProcedures >> kPlace)) throw Unsupported("too many objects");
  blocks_.resize(objects);
  for (size_t k = 0; k < objects; ++k) blocks_[k].base = (k + 1) << kPlace;
  for (model::ObjectId o = 0; o < p_.objects.size(); ++o) {
    const model::Object& object = p_.objects[o];
    if (object.external || object.size == 0) continue;
    Block& b = blocks_[o];
    b.kind = object.constant ? Block::Constant : object.thread_local_ ? Block::Private : Block::Shared;
    b.name = object.name;
    b.size = rounded(object.size);
    if (b.kind != Block::Constant && b.size > kLargest) throw Unsupported("the object " + b.name + " is too large");
    if (object.thread_local_ && analyses_.points_to().may_be_shared(o))
      throw Unsupported("a thread-local variable that other threads know");
  }
  find_sizes();
  Block threads;
  threads.kind = Block::Shared;
  threads.name = "threads";
  threads.size = uint64_t{kThreadWords} * settings_.threads;
  threads_ = static_cast<uint32_t>(blocks_.size());
  blocks_.push_back(threads);
  Block used;
  used.kind = pool_at_.empty() ? Block::Absent : Block::Shared;
  used.name = "used";
  used.size = rounded(pool_at_.size() * rounded(settings_.blocks));
  used_ = static_cast<uint32_t>(blocks_.size());
  blocks_.push_back(used);
  words_.resize(blocks_.size());
  for (uint32_t k = 0; k < blocks_.size(); ++k) {
    Block& b = blocks_[k];
    b.base = uint64_t{k + 1} << kPlace;
    if (b.kind == Block::Absent) continue;
    HEDDLE_CHECK(b.bytes() < (uint64_t{1} << kPlace)) << "block " << b.name << " does not fit into its place";
    std::vector<uint8_t> init = k < p_.objects.size() ? image(p_.objects[k]) : std::vector<uint8_t>();
    init.resize(b.bytes());
    const unsigned rounds = b.kind == Block::Shared ? settings_.rounds() : 1, parts = is_pool(k) ? b.slots : 1;
    b.copies.resize(rounds);
    b.guesses.resize(rounds);
    for (unsigned round = 0; round < rounds; ++round)
      for (unsigned part = 0; part < parts; ++part) {
        std::string name = b.name + (parts > 1 ? "_" + std::to_string(part) : "");
        const std::string in_round = b.kind == Block::Shared ? "_round" + std::to_string(round) : "";
        const uint64_t size = b.bytes() / parts;
        b.copies[round].push_back(
            make_object(name + in_round, size, parts > 1 ? std::vector<uint8_t>() : init, b.kind == Block::Constant));
        if (round > 0) b.guesses[round].push_back(make_object(name + "_guess" + in_round, size, {}, false));
      }
    if (b.kind == Block::Private) b.saved = make_object(b.name + "_saved", b.bytes(), {}, false);
  }
}

const Block& Memory::of_site(model::SiteId s) const {
  const Block& b = blocks_[abstract_site(p_, s)];
  if (b.kind == Block::Absent) throw Unsupported("memory whose size is not known beforehand: " + b.name);
  return b;
}

// Each site has one instruction that makes its objects.
void Memory::find_sizes() {
  for (const model::Procedure& f : p_.procedures)
    for (const Instr& i : f.code) {
      const bool allocates =
          i.kind == InstrKind::Builtin && (i.builtin == Builtin::Malloc || i.builtin == Builtin::Calloc);
      if (i.kind != InstrKind::Alloca && !allocates) continue;
      Block& b = blocks_[abstract_site(p_, i.site)];
      b.name = p_.sites[i.site].name + "_" + std::to_string(i.site);
      std::optional<uint64_t> size = constant(p_.exprs, allocates ? i.args[0] : i.a);
      if (size && i.builtin == Builtin::Calloc && allocates) {
        std::optional<uint64_t> each = constant(p_.exprs, i.args[1]);
        size = each ? std::optional(*size * *each) : std::nullopt;
      }
      if (!size || *size > kLargest) continue;
      b.size = rounded(*size);
      const bool shared = analyses_.points_to().may_be_shared(abstract_site(p_, i.site));
      b.kind = allocates || shared ? Block::Shared : Block::Private;
      b.slots = allocates ? settings_.blocks : shared ? settings_.threads : 1;
      if (b.bytes() > 4 * kLargest) throw Unsupported("the memory of " + b.name + " is too large");
      if (allocates) pool_at_.emplace(i.site, pool_at_.size() * rounded(settings_.blocks));
    }
}

std::vector<uint8_t> Memory::image(const model::Object& o) const {
  std::vector<uint8_t> bytes = o.init;
  for (const model::Object::Relocation& r : o.relocations) {
    const uint64_t to =
        (r.to_function ? of_procedure(r.target) : of_object(r.target)) + static_cast<uint64_t>(r.addend);
    std::memcpy(bytes.data() + r.offset, &to, p_.pointer_width / 8);
  }
  return bytes;
}

model::ObjectId Memory::make_object(const std::string& name, uint64_t size, const std::vector<uint8_t>& init,
                                    bool constant) {
  model::Object o;
  o.name = name;
  o.size = size;
  o.init = init;
  o.init.resize(size);
  o.constant = constant;
  o.alignment = 8;
  q_.objects.push_back(std::move(o));
  return static_cast<model::ObjectId>(q_.objects.size() - 1);
}

std::vector<uint32_t> Memory::blocks(model::ProcId f, model::ExprId address) const {
  std::vector<uint32_t> all;
  analyses_.points_to().objects(f, address).each([&](size_t o) {
    if (blocks_[o].kind != Block::Absent) all.push_back(static_cast<uint32_t>(o));
  });
  return all;
}

model::ProcId Memory::reader(const Reach& to, std::optional<uint64_t> constant, unsigned width) {
  const Key key{to, constant, width, false};
  auto [it, fresh] = accessors_.try_emplace(key, kNone);
  if (!fresh) return it->second;
  Assembler a(q_, "read" + std::to_string(width) + "_" + std::to_string(accessors_.size()), width);
  it->second = a.id();
  model::LocalId address = a.parameter(q_.pointer_width, "address"), round = a.parameter(8, "round");
  access(a, key, address, round, a.local(width, "value"));
  a.finish();
  return a.id();
}

model::ProcId Memory::writer(const Reach& to, std::optional<uint64_t> constant, unsigned width) {
  const Key key{to, constant, width, true};
  auto [it, fresh] = accessors_.try_emplace(key, kNone);
  if (!fresh) return it->second;
  Assembler a(q_, "write" + std::to_string(width) + "_" + std::to_string(accessors_.size()));
  it->second = a.id();
  model::LocalId address = a.parameter(q_.pointer_width, "address"), round = a.parameter(8, "round");
  access(a, key, address, round, a.parameter(width, "value"));
  a.finish();
  return a.id();
}

void Memory::touch(uint32_t block, uint64_t offset, uint64_t bytes) {
  for (uint64_t word = offset / 8; word <= (offset + bytes - 1) / 8; ++word) words_[block].insert(word);
}

// Where places are known, by a constant address or an offset in each block of a pool, all of them are read, and the
// address and the round choose; a write leaves in all the others what they hold. Otherwise there is a branch for each
// part, in which the address is computed.
void Memory::access(Assembler& a, const Key& key, model::LocalId address, model::LocalId round, model::LocalId value) {
  const auto& [to, constant, width, writes] = key;
  Terms t(q_.exprs);
  const unsigned pointer = q_.pointer_width, bytes = width / 8;
  struct Cell {
    uint32_t block;
    size_t part;
    ExprId when, offset;  // in the part
  };
  std::vector<Cell> known, computed;
  auto know = [&](uint32_t block, uint64_t offset) {
    const Block& b = blocks_[block];
    const size_t part = offset / b.part_bytes();
    const uint64_t inside = offset % b.part_bytes();
    if (offset >= b.bytes() || inside + bytes > b.part_bytes()) return;
    const ExprId when = constant ? t.bit(true) : t.eq(a.read(address), t.number(b.base + offset, pointer));
    known.push_back({block, part, when, t.number(inside, pointer)});
    touch(block, offset, bytes);
  };
  for (uint32_t k : to.blocks) {
    const Block& b = blocks_[k];
    if (constant) {
      if (*constant >= b.base && *constant < b.base + b.bytes()) know(k, *constant - b.base);
    } else if (is_pool(k) && to.offset) {
      for (unsigned slot = 0; slot < b.slots; ++slot) know(k, slot * b.size + *to.offset);
    } else {
      for (size_t part = 0; part < b.copies[0].size(); ++part) {
        const ExprId offset = t.sub(a.read(address), t.number(b.base + part * b.part_bytes(), pointer));
        const ExprId fits = t.ule(offset, t.number(b.part_bytes() - bytes, pointer));
        if (b.part_bytes() >= bytes) computed.push_back({k, part, fits, offset});
      }
      touch(k, 0, b.bytes());
    }
  }
  auto address_of = [&](const Cell& p, size_t copy) {
    const model::ObjectId o = blocks_[p.block].copies[copy][p.part];
    const ExprId object = q_.exprs.intern({ExprOp::Global, static_cast<uint8_t>(pointer), 0, 0, 0, o});
    return q_.exprs.binary(ExprOp::PtrAdd, pointer, object, p.offset);
  };
  const Assembler::Label out = a.label();
  ExprId found = t.bit(false), result = t.number(0, width);
  for (const Cell& p : known) {
    const Block& b = blocks_[p.block];
    found = t.either(found, p.when);
    for (size_t copy = 0; copy < b.copies.size(); ++copy) {
      ExprId here = p.when;
      if (b.copies.size() > 1) here = t.both(here, t.eq(a.read(round), t.number(copy, 8)));
      const model::LocalId old = a.local(width);
      if (writes && b.kind == Block::Constant) {
        a.assume(t.no(here));
        continue;
      }
      a.load(old, address_of(p, copy));
      if (writes)
        a.store(address_of(p, copy), t.ite(here, a.read(value), a.read(old)));
      else
        result = t.ite(here, a.read(old), result);
    }
  }
  if (!writes) a.assign(value, result);
  if (computed.empty()) {
    a.assume(found);
    a.leave(writes ? model::kNoExpr : a.read(value));
    return;
  }
  const Assembler::Label elsewhere = a.label();
  a.branch(found, out, elsewhere);
  a.place(elsewhere);
  for (const Cell& p : computed) {
    const Block& b = blocks_[p.block];
    const Assembler::Label here = a.label(), next = a.label();
    a.branch(p.when, here, next);
    a.place(here);
    std::vector<std::pair<uint64_t, Assembler::Label>> rounds;
    for (uint64_t copy = 0; copy + 1 < b.copies.size(); ++copy) rounds.emplace_back(copy, a.label());
    const Assembler::Label last = a.label();
    a.choose(a.read(round), rounds, last);
    rounds.emplace_back(b.copies.size() - 1, last);
    for (auto [copy, label] : rounds) {
      a.place(label);
      if (!writes)
        a.load(value, address_of(p, copy));
      else if (b.kind == Block::Constant)
        a.impossible();
      else
        a.store(address_of(p, copy), a.read(value));
      a.jump(out);
    }
    a.place(next);
  }
  a.impossible();
  a.jump(out);
  a.place(out);
  a.leave(writes ? model::kNoExpr : a.read(value));
}

}  // namespace heddle::sequential
