// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequential/sequentialize.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "sequential/body.h"
#include "sequential/idle_counters.h"

namespace heddle::sequential {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::ProcId;

namespace {

class Writer {
 public:
  Writer(const analysis::Analyses& analyses, const Settings& settings)
      : analyses_(analyses), p_(analyses.program()), t_(result_.program.exprs) {
    result_.settings = settings;
    result_.program.pointer_width = p_.pointer_width;
    result_.program.files.push_back("sequential");
    result_.sites.emplace_back();
  }

  Sequential write() {
    model::Program& q = result_.program;
    const Settings& s = result_.settings;
    result_.left_out = idle_counters(analyses_);
    Memory memory(analyses_, s, q);
    Shop shop{analyses_, s, q, memory, result_.sites, result_.left_out};
    shop.started = variable("started", 8);
    shop.begins = variable("begins", 24 * s.threads);
    shop.waits_at = variable("waits_at", 8 * s.threads);
    shop.waits_how = variable("waits_how", 8 * s.threads);
    shop.waited = variable("waited", 8 * s.threads);
    shop.location = variable("location", 8);
    shop.somebody_moves = variable("somebody_moves", 8);
    shop.round_kept = variable("round_kept", 8);
    shop.moved_kept = variable("moved_kept", 8);
    shop.told = variable("told", 8);
    shop.recursive = find_recursive();
    shop.choices_made = variable("choices_made", 8);
    shop.choices_taken = variable("choices_taken", 8);
    shop.needed.resize(p_.procedures.size());
    for (const model::Procedure& f : p_.procedures)
      for (const Instr& i : f.code)
        if (i.kind == InstrKind::Builtin) {
          shop.starts_threads |= i.builtin == Builtin::ThreadCreate;
          shop.has_fair_choices |= model::is_fair_choice(i);
          shop.has_sections |= i.builtin == Builtin::AtomicBegin;
        }
    std::map<ProcId, ProcId> bodies;
    for (ProcId f : beginnings()) {
      Body body(shop, f, Body::Thread);
      bodies[f] = body.id();
      body.write();
    }
    while (!shop.unwritten.empty()) {
      std::unique_ptr<Body> body = std::move(shop.unwritten.back());
      shop.unwritten.pop_back();
      body->write();
    }
    write_released(shop);
    q.entry = write_main(shop, bodies);
    model::check_invariants(q);
    return std::move(result_);
  }

 private:
  model::ObjectId variable(const std::string& name, uint64_t size) {
    model::Object o;
    o.name = name;
    o.size = size;
    o.init.resize(size);
    o.alignment = 8;
    result_.program.objects.push_back(std::move(o));
    return static_cast<model::ObjectId>(result_.program.objects.size() - 1);
  }

  std::vector<bool> find_recursive() const {
    const size_t count = p_.procedures.size();
    std::vector<std::set<ProcId>> calls(count);
    for (ProcId f = 0; f < count; ++f)
      for (const Instr& i : p_.procedures[f].code) {
        if (i.kind == InstrKind::Call) calls[f].insert(i.callee);
        if (i.kind == InstrKind::CallPointer)
          for (ProcId g : analyses_.points_to().targets(f, i.a)) calls[f].insert(g);
      }
    std::vector<bool> recursive(count, false);
    for (ProcId f = 0; f < count; ++f) {
      std::set<ProcId> seen;
      std::vector<ProcId> todo(calls[f].begin(), calls[f].end());
      while (!todo.empty() && !recursive[f]) {
        const ProcId g = todo.back();
        todo.pop_back();
        recursive[f] = g == f;
        if (seen.insert(g).second) todo.insert(todo.end(), calls[g].begin(), calls[g].end());
      }
    }
    return recursive;
  }

  // The procedures that threads begin with; the first one is main's.
  std::vector<ProcId> beginnings() const {
    std::vector<ProcId> all{p_.entry};
    std::set<ProcId> seen;
    for (ProcId f = 0; f < p_.procedures.size(); ++f)
      for (const Instr& i : p_.procedures[f].code)
        if (i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadCreate)
          for (ProcId g : analyses_.points_to().targets(f, i.args[2]))
            if (seen.insert(g).second && !p_.procedures[g].code.empty()) all.push_back(g);
    return all;
  }

  // A word has changed in the loop.
  void write_released(Shop& shop) {
    for (auto& [blocks, a] : shop.released) {
      for (unsigned thread = 0; thread < result_.settings.threads; ++thread) {
        const std::set<uint32_t>& waits = shop.waits_of(thread).blocks;
        if (std::any_of(blocks.begin(), blocks.end(), [&](uint32_t b) { return waits.count(b) > 0; }))
          tell(*a, shop, thread);
      }
      a->leave();
      a->finish();
    }
  }

  // `thread` may wait for the word that has changed.
  void tell(Assembler& a, Shop& shop, unsigned thread) {
    const LocalId address = 0, word = 1, at = a.local(64), how = a.local(8);
    const ExprId index = t_.number(thread, p_.pointer_width);
    a.load(at, shop.word(shop.waits_at, index));
    a.load(how, shop.word(shop.waits_how, index));
    const ExprId meant = t_.eq(a.read(at), t_.wide(a.read(address), 64)), on = goes(t_, a.read(how), a.read(word));
    if (result_.settings.strong) return a.assume(t_.no(t_.both(meant, on)));
    const Assembler::Label had_to = a.label(), next = a.label();
    a.branch(t_.both(meant, t_.no(on)), had_to, next);
    a.place(had_to);
    a.store(shop.word(shop.waited, index), t_.number(1, 8));
    a.jump(next);
    a.place(next);
  }

  ProcId write_main(Shop& shop, const std::map<ProcId, ProcId>& bodies) {
    const Settings& s = result_.settings;
    Assembler a(result_.program, "main", 32);
    guess(a, shop);  // all bodies are written: which words of memory matter is known
    for (unsigned thread = 0; thread < s.threads; ++thread) run(a, shop, thread, bodies);
    compare(a, shop);
    a.error();
    a.finish();
    return a.id();
  }

  template <class F>
  void each_guessed_word(const Memory& memory, F f) {
    for (uint32_t k = 0; k < memory.count(); ++k) {
      const Block& b = memory.block(k);
      if (b.kind != Block::Shared) continue;
      const uint64_t words = b.part_bytes() / 8;
      for (uint64_t at : memory.words(k)) f(b, at / words, t_.number(at % words, p_.pointer_width));
    }
  }

  void guess(Assembler& a, Shop& shop) {
    const Settings& s = result_.settings;
    each_guessed_word(shop.memory, [&](const Block& b, size_t part, ExprId at) {
      for (unsigned round = 1; round < s.rounds(); ++round) {
        const LocalId v = a.local(64);
        a.input(v, 0, ~uint64_t{0}, shop.site(Site::Guess), "guess");
        a.store(shop.word(b.guesses[round][part], at), a.read(v));
        a.store(shop.word(b.copies[round][part], at), a.read(v));
      }
    });
    for (unsigned thread = 0; thread < s.threads; ++thread) {
      const Shop::Waits& waits = shop.waits_of(thread);
      if (waits.blocks.empty()) continue;
      const ExprId index = t_.number(thread, p_.pointer_width);
      const LocalId at = a.local(64), how = a.local(8);
      a.input(at, 0, shop.memory.end() - 1, shop.site(Site::Guess), "guess");
      a.input(how, *waits.how.begin(), *waits.how.rbegin(), shop.site(Site::Guess), "guess");
      a.store(shop.word(shop.waits_at, index), a.read(at));
      a.store(shop.word(shop.waits_how, index), a.read(how));
    }
  }

  void run(Assembler& a, Shop& shop, unsigned thread, const std::map<ProcId, ProcId>& bodies) {
    const unsigned pointer = p_.pointer_width;
    const LocalId marker = a.local(8);
    for (model::ObjectId o = 0; o < p_.objects.size(); ++o) reset(a, shop, o);
    a.store(shop.object(shop.told), t_.number(0, 8));
    for (model::ObjectId o : {shop.choices_made, shop.choices_taken}) a.store(shop.object(o), t_.number(0, 64));
    if (thread == 0) {
      a.input(marker, 0, 0, shop.site(Site::Thread), "thread");
      return a.call(bodies.at(p_.entry), {t_.number(0, 16), t_.number(0, pointer), t_.number(0, 8)});
    }
    const Assembler::Label begins = a.label(), absent = a.label(), done = a.label(), wrong = a.label();
    const LocalId started = a.local(8), with = a.local(64), argument = a.local(64), round = a.local(64);
    a.load(started, shop.object(shop.started));
    a.branch(t_.ult(a.read(started), t_.number(thread, 8)), absent, begins);
    a.place(begins);
    a.input(marker, thread, thread, shop.site(Site::Thread), "thread");
    auto field = [&](unsigned k) { return shop.word(shop.begins, t_.number(uint64_t{thread} * 3 + k, pointer)); };
    a.load(with, field(0));
    a.load(argument, field(1));
    a.load(round, field(2));
    std::vector<std::pair<uint64_t, Assembler::Label>> cases;
    for (auto [f, body] : bodies)
      if (f != p_.entry) cases.emplace_back(shop.memory.of_procedure(f), a.label());
    a.choose(a.read(with), cases, wrong);
    size_t k = 0;
    for (auto [f, body] : bodies) {
      if (f == p_.entry) continue;
      a.place(cases[k++].second);
      a.call(body, {t_.number(thread, 16), t_.low(a.read(argument), pointer), t_.low(a.read(round), 8)});
      a.jump(done);
    }
    a.place(wrong);
    a.impossible();
    a.jump(done);
    a.place(absent);  // nobody waits here, so that a deadlock is no loop
    a.jump(done);
    a.place(done);
  }

  // Thread-local variables begin anew with each thread.
  void reset(Assembler& a, Shop& shop, model::ObjectId o) {
    if (!p_.objects[o].thread_local_) return;
    const Block& b = shop.memory.block(o);
    if (b.kind == Block::Absent) return;
    std::vector<uint8_t> bytes = result_.program.objects[b.copies[0][0]].init;
    for (uint64_t at = 0; at < b.bytes() / 8; ++at) {
      uint64_t word;
      std::memcpy(&word, bytes.data() + 8 * at, 8);
      a.store(shop.word(b.copies[0][0], t_.number(at, p_.pointer_width)), t_.number(word, 64));
    }
  }

  // Each round begins with what the one before it has left; the loop comes back to its first round.
  void compare(Assembler& a, Shop& shop) {
    const Settings& s = result_.settings;
    const LocalId moves = a.local(8);
    a.load(moves, shop.object(shop.somebody_moves));
    a.assume(t_.eq(a.read(moves), t_.number(1, 8)));
    if (!s.strong)
      for (unsigned thread = 0; thread < s.threads; ++thread) {
        const ExprId index = t_.number(thread, p_.pointer_width);
        const LocalId at = a.local(64), waited = a.local(8);
        a.load(at, shop.word(shop.waits_at, index));
        a.load(waited, shop.word(shop.waited, index));
        a.assume(t_.either(t_.eq(a.read(at), t_.number(0, 64)), t_.eq(a.read(waited), t_.number(1, 8))));
      }
    each_guessed_word(shop.memory, [&](const Block& b, size_t part, ExprId at) {
      for (unsigned round = 0; round < s.rounds(); ++round) {
        const unsigned next = round + 1 < s.rounds() ? round + 1 : s.stem;
        const LocalId left = a.local(64), found = a.local(64);
        a.load(left, shop.word(b.copies[round][part], at));
        a.load(found, shop.word(b.guesses[next][part], at));
        a.assume(t_.eq(a.read(left), a.read(found)));
      }
    });
  }

  const analysis::Analyses& analyses_;
  const model::Program& p_;
  Sequential result_;
  Terms t_;
};

}  // namespace

Sequential sequentialize(const analysis::Analyses& analyses, const Settings& settings) {
  return Writer(analyses, settings).write();
}

}  // namespace heddle::sequential
