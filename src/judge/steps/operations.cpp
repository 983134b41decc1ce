// SPDX-License-Identifier: GPL-3.0-or-later
// Library operations: inputs, ends, memory, threads.
//
// A join takes a thread away that has ended. Which one is said by the word that its handle was read from: its Handle is
// the thread's role plus one as long as nobody has joined or detached it, and no other word's Handle names it.
#include "judge/steps/walker.h"

namespace heddle::judge::steps {

using model::Builtin;
using model::Instr;

void Walker::outcome(const Path& path, const Instr& i, const Truth& when, int result, const Effect& effect) {
  Path next = path;
  next.premises.require(when);
  if (next.premises.never) return;
  if (effect) effect(next);
  assign_int(next, i.dst, result);
  ++next.at.pc;
  paths_.push_back(std::move(next));
}

// Whether the path itself goes on.
bool Walker::operation(Path& path, const Instr& i) {
  auto width_of_result = [&] { return procedure(path.at.frame).locals[i.dst].width; };
  switch (i.builtin) {
    case Builtin::Nondet: {
      if (i.dst == model::kNoLocal) break;
      const Number n = numbers_.any(i.width, false, path.premises);
      const Term low = number(static_cast<Int>(p_.exprs[i.args[0]].bits)),
                 high = number(static_cast<Int>(p_.exprs[i.args[1]].bits));
      path.premises.require(both(at_most(low, n.n), at_most(n.n, high)));
      const unsigned width = width_of_result();
      assign(path, i.dst,
             value(width < i.width ? numbers_.cut(n, width, path.premises)
                                   : numbers_.extended(n, width, false, path.premises)));
      break;
    }
    case Builtin::Assume: {
      const Truth holds = truth_at(path, i.args[0]);
      if (path.section == 0) {  // in a section, it is a guard of the whole
        Path other = path;
        other.premises.require(no(holds));
        get_stuck(std::move(other));
      }
      path.premises.require(holds);
      break;
    }
    case Builtin::Error:
    case Builtin::AssertFail:
      get_stuck(path);
      fault(path, path.premises, i.text.empty() ? "the error call" : i.text, Fault::Fails);
      return false;
    case Builtin::Abort:
    case Builtin::Exit:
      consume(path, i);
      get_stuck(path);
      return false;
    case Builtin::Unmodelled: throw Refused{"a call of `" + i.text + "`, which is not modelled"};
    case Builtin::Output:
      consume(path, i);
      if (i.dst != model::kNoLocal) assign(path, i.dst, value(numbers_.any(width_of_result(), true, path.premises)));
      break;
    case Builtin::Yield:
      consume(path, i);
      assign_int(path, i.dst, 0);
      break;
    case Builtin::AtomicBegin: ++path.section; break;
    case Builtin::AtomicEnd:
      if (path.section) --path.section;
      break;
    case Builtin::Apart: {
      const Value a = eval(path, i.args[0]), b = eval(path, i.args[2]);
      const Term a_size = numbers_.as(number_at(path, i.args[1]), false, path.premises).n,
                 b_size = numbers_.as(number_at(path, i.args[3]), false, path.premises).n;
      if (a.kind != Value::Address || b.kind != Value::Address)
        throw Refused{"memory is copied between objects that are not known"};
      if (a.object == b.object)
        undefined_if(path, both(less(a.number.n, plus(b.number.n, b_size)), less(b.number.n, plus(a.number.n, a_size))),
                     "memory may be copied to where it comes from");
      break;
    }
    case Builtin::ThreadCreate: create(path, i); break;
    case Builtin::ThreadJoin:
    case Builtin::ThreadDetach: join(path, i); return false;
    case Builtin::ThreadExit:
      consume(path, i);
      end_thread(path);
      return true;
    case Builtin::ThreadSelf: assign(path, i.dst, value(numbers_.any(p_.pointer_width, true, path.premises))); break;
    case Builtin::Malloc:
    case Builtin::Calloc: allocate(path, i); break;
    case Builtin::Free: release(path, i); break;
    case Builtin::Realloc:
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadCancelJoin:
    case Builtin::None: throw Refused{std::string("the operation ") + model::name(i.builtin)};
#define HEDDLE_BUILTIN(name, args, event, object, traits)
#define HEDDLE_SYNCHRONISES(name, args, event, object, traits) case Builtin::name:
#include "model/builtins.def"
      synchronise(path, i);
      return path.at.phase == Spot::Asleep;
  }
  ++path.at.pc;
  return true;
}

// One object for each place that takes memory. What others may know is taken once; what only its thread knows may be
// taken again after it was freed.
void Walker::allocate(Path& path, const Instr& i) {
  uint64_t bytes = 1;
  for (model::ExprId e : i.args) {
    const Term n = numbers_.as(number_at(path, e), false, path.premises).n;
    if (!n.is_number() || n.k > (1 << 24)) throw Refused{"as much memory as a variable says"};
    bytes *= static_cast<uint64_t>(n.k);
  }
  const uint32_t object = make(path, true, i.builtin == Builtin::Calloc, bytes);
  const Slot alive{Slot::Alive, object, 0, 0};
  const Term now = state(path, alive);
  undefined_if(path, is_shared(object) ? no(equal(now, number(0))) : equal(now, number(1)),
               "memory from one place that is taken again");
  set(path, alive, number(1));
  assign(path, i.dst, address(object, 0));
}

void Walker::release(Path& path, const Instr& i) {
  const Value v = eval(path, i.args[0]);
  if (is_null(v)) return;
  if (v.kind != Value::Address || !is_heap(v.object))
    throw Refused{"a pointer is freed that malloc may not have returned"};
  must_live(path, v.object);
  undefined_if(path, no(equal(v.number.n, number(0))), "a pointer is freed that malloc may not have returned");
  note_access(path, v, size_of(v.object), true, false);
  set(path, {Slot::Alive, v.object, 0, 0}, number(2));
}

// Role 0 is played by nobody else.
RoleId Walker::role_of(model::ProcId start, const Value& argument, const Spot& at) const {
  RoleId found = kNobody;
  Calls here = calls_to(at.frame);
  here.push_back({frames_[at.frame].proc, at.pc});
  for (RoleId r = 1; r < map_.roles.size(); ++r) {
    const Role& role = map_.roles[r];
    if (role.start != start || (!role.site.empty() && role.site != here)) continue;
    if (!argument.is_pointer()) {
      if (!role.argument.is_pointer()) return r;
      continue;
    }
    if (role.argument.kind != argument.kind || role.argument.object != argument.object) continue;
    if (!role.varies && role.argument.number.n == argument.number.n) return r;
    if (role.varies && found == kNobody) found = r;
  }
  if (found == kNobody) throw Refused{"a thread is started whose role the certificate does not have"};
  return found;
}

void Walker::create(Path& path, const Instr& i) {
  const Value handle = eval(path, i.args[0]), function = eval(path, i.args[2]);
  Value argument = eval(path, i.args[3]);
  const Number detached = number_at(path, i.args[1]);
  if (function.kind != Value::Function) throw Refused{"a thread whose procedure is not known"};
  if (!detached.n.is_number()) throw Refused{"a thread that may be detached"};
  const model::Procedure& f = p_.procedures[function.object];
  if (f.code.empty() || f.params > 1 || f.variadic) throw Refused{"a thread that runs `" + f.name + "`"};
  if (f.params == 1 && f.locals[0].width != p_.pointer_width)
    throw Refused{"a thread whose procedure has another parameter"};
  expose(argument);
  argument.source.reset();
  const RoleId role = role_of(function.object, argument, path.at);
  note_access(path, handle, p_.pointer_width / 8, true, false);
  store(path, handle, p_.pointer_width, value(numbers_.any(p_.pointer_width, true, path.premises)));
  if (!is_blurred(handle.object)) {
    const Slot word{Slot::Handle, handle.object, static_cast<uint32_t>(handle.number.n.k), 0};
    if (map_.handles.count(word)) set(path, word, number(detached.n == number(0) ? role + 1 : 0));
  }
  Start start{role, {}};
  if (f.params) start.with.emplace(Slot{Slot::Local, map_.roles[role].root, 0, 0}, argument);
  path.starts.push_back(std::move(start));
  assign_int(path, i.dst, 0);
}

void Walker::join(Path& path, const Instr& i) {
  const Value handle = eval(path, i.args[0]);
  if (handle.kind != Value::Number || !handle.source)
    throw Refused{"a thread whose handle was not read from where its start wrote it"};
  const Slot word = *handle.source, content{Slot::Memory, word.owner, word.at, static_cast<uint8_t>(p_.pointer_width)};
  undefined_if(path, no(numbers_.equals(number_of(read(path, content)), handle.number, path.premises)),
               "a thread whose handle may be another one by now");
  const Term who = state(path, word);
  Truth named = truth(false);
  for (RoleId r = 1; r < map_.roles.size(); ++r) named = either(named, equal(who, number(r + 1)));
  undefined_if(path, no(named), "a thread that may be joined or detached already, or was never started");
  const bool detach = i.builtin == Builtin::ThreadDetach;
  const Value out = detach ? constant(0, p_.pointer_width) : eval(path, i.args[1]);
  for (RoleId r = 1; r < map_.roles.size(); ++r) {
    const Truth when = equal(who, number(r + 1));
    outcome(path, i, when, 0, [&](Path& next) {
      set(next, word, number(0));
      if (detach) return;
      next.joins.push_back(r);
      if (is_null(out)) return;
      note_access(next, out, p_.pointer_width / 8, true, false);
      store(next, out, p_.pointer_width, mixed(p_.pointer_width));
    });
    if (r == role_ && !detach) outcome(path, i, when, model::kWouldDeadlock);  // itself
  }
}

}  // namespace heddle::judge::steps
