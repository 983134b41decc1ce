// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/flow/certificate.h"

#include <cctype>

namespace heddle::flow {

namespace {

// Names and formulas contain neither quotes nor backslashes.
std::string quoted(const std::string& text) { return '"' + text + '"'; }
std::string number(uint64_t n) { return std::to_string(n); }
std::string boolean(bool b) { return b ? "true" : "false"; }

std::string formula(const z3::Term& t) { return quoted(one_line(t)); }

// Z3 writes (- 5).
std::string digits(const z3::Term& n) {
  std::string made;
  for (char c : n.simplify().text())
    if (c == '-' || std::isdigit(static_cast<unsigned char>(c))) made += c;
  return made;
}

std::string slot_text(const Slot& s) {
  static constexpr const char* kKinds[] = {"local",     "memory",  "ready",  "alive",  "lock",       "readers",
                                           "semaphore", "barrier", "handle", "held",   "held reads", "arrived",
                                           "leaving",   "serial",  "size",   "filled", "content"};
  return "[" + quoted(kKinds[s.kind]) + "," + number(s.owner) + "," + number(s.at) + "," + number(s.width) + "]";
}

// Counted without the ends of blocks, of which analysis/scopes.h takes some out: 2n + 1 is instruction n, and 2n the
// ends of blocks in front of it.
std::string instruction(const model::Program& p, model::ProcId proc, model::Pc pc) {
  const auto& code = p.procedures[proc].code;
  auto ends = [](const model::Instr& i) { return i.kind == model::InstrKind::ScopeEnd; };
  uint64_t n = 0;
  for (model::Pc k = 0; k < pc; ++k) n += !ends(code[k]);
  return number(2 * n + !ends(code[pc]));
}

std::string calls_text(const model::Program& p, const Calls& calls) {
  std::string made;
  for (size_t k = 0; k < calls.size(); ++k)
    made += (k ? ",[" : "[") + number(calls[k].first) + "," +
            (k ? instruction(p, calls[k - 1].first, calls[k].second) : "0") + "]";
  return "[" + made + "]";
}

std::string value_text(const Slot& slot, const Value& v) {
  std::string made = "{\"slot\":" + slot_text(slot);
  const bool fixed = v.number.n.is_numeral();
  switch (v.kind) {
    case Value::Nothing: return made + ",\"kind\":\"nothing\"}";
    case Value::Mixed: return made + ",\"kind\":\"mixed\"}";
    case Value::Function: return made + ",\"kind\":\"function\",\"function\":" + number(v.object) + "}";
    case Value::Number:
      made += ",\"kind\":\"number\",\"width\":" + number(v.number.width) + ",\"signed\":" + boolean(v.number.is_signed);
      made += fixed ? ",\"is\":" + quoted(digits(v.number.n)) : ",\"name\":" + formula(v.number.n);
      break;
    case Value::Address:
      made += ",\"kind\":\"address\",\"object\":" + number(v.object);
      made += fixed ? ",\"offset\":" + digits(v.number.n) : ",\"name\":" + formula(v.number.n);
      break;
  }
  return made + (v.source ? ",\"source\":" + slot_text(*v.source) : "") + "}";
}

std::string pointee_text(const Plan::Pointee& t) {
  if (t.kind == Value::Function) return "{\"function\":" + number(t.object) + "}";
  return "{\"object\":" + number(t.object) + ",\"offset\":" + std::to_string(t.offset) + "}";
}

std::string frame_text(const model::Program& p, const Flow& flow, const Frame& f) {
  std::string made = "{\"procedure\":" + number(f.proc) + ",\"role\":" + number(f.role);
  if (f.parent != kNobody)
    made += ",\"parent\":" + number(f.parent) + ",\"call\":" + instruction(p, flow.frames[f.parent].proc, f.call);
  return made + "}";
}

std::string role_text(const model::Program& p, const Role& r) {
  std::string made = "{\"start\":" + number(r.start) + ",\"root\":" + number(r.root);
  const Value& a = r.argument;
  if (a.kind == Value::Function) made += ",\"argument\":{\"function\":" + number(a.object) + ",\"offset\":0}";
  if (a.kind == Value::Address) {
    made += ",\"argument\":{\"object\":" + number(a.object);
    if (a.number.n.is_numeral()) made += ",\"offset\":" + digits(a.number.n);
    made += "}";
  }
  if (!r.site.empty()) made += ",\"site\":" + calls_text(p, r.site);
  return made + "}";
}

std::string variable_text(const Variable& v, const Plan& plan) {
  std::string made = "{\"slot\":" + slot_text(v.slot) + ",\"name\":" + formula(v.now) +
                     ",\"width\":" + number(v.width) + ",\"signed\":" + boolean(v.is_signed) +
                     ",\"initially\":" + quoted(digits(v.initially));
  if (auto it = plan.targets.find(v.slot); it != plan.targets.end())
    made += ",\"targets\":" + list(it->second, pointee_text);
  return made + "}";
}

}  // namespace

std::string one_line(const z3::Term& t) {
  std::string made;
  for (char c : t.text())
    if (!std::isspace(static_cast<unsigned char>(c)))
      made += c;
    else if (!made.empty() && made.back() != ' ')
      made += ' ';
  return made;
}

// The judge knows words, locks and blocks of fixed size; barriers, kinds of mutexes, sizes that vary and arrays of
// locks it does not know yet. It may still visit all states.
bool can_be_judged(const Flow& made, const Plan& plan) {
  auto known = [](const Slot& s) { return s.kind <= Slot::HeldReads; };
  for (const Variable& v : made.shared)
    if (!known(v.slot)) return false;
  for (const Rest& r : made.rests)
    for (const auto& [slot, v] : r.mine)
      if (!known(slot)) return false;
  return plan.kinds.empty() && plan.split.empty() && plan.sized.empty() && plan.serials.empty();
}

std::string map_text(const model::Program& p, const Flow& flow, const Plan& plan, const analysis::PointsTo& points_to) {
  std::vector<std::string> objects;
  for (const auto& [where, id] : plan.made) {
    auto it = plan.objects.find(id);
    if (it == plan.objects.end()) continue;
    const MadeObject& o = it->second;
    objects.push_back("{\"id\":" + number(id) + ",\"heap\":" + boolean(o.heap) + ",\"zeroed\":" + boolean(o.zeroed) +
                      ",\"known\":" + boolean(plan.known.count(id)) + ",\"size\":" + number(o.size) +
                      ",\"calls\":" + calls_text(p, where.first) +
                      ",\"pc\":" + instruction(p, where.first.back().first, where.second) + "}");
  }
  std::vector<uint32_t> only_numbers;
  for (uint32_t o : plan.blurred)
    if (!plan.objects.count(o) && !points_to.may_hold_address(o)) only_numbers.push_back(o);
  auto same = [](const std::string& text) { return text; };
  return "\"entry\":" + number(flow.entry) +
         ",\"frames\":" + list(flow.frames, [&](const Frame& f) { return frame_text(p, flow, f); }) +
         ",\"roles\":" + list(flow.roles, [&](const Role& r) { return role_text(p, r); }) +
         ",\"objects\":" + list(objects, same) + ",\"blurred\":" + list(plan.blurred, number) +
         ",\"numbers\":" + list(only_numbers, number) + ",\"mixed\":" + list(plan.mixed, slot_text) +
         ",\"handles\":" + list(plan.handles, slot_text) + ",\"cuts\":" +
         list(plan.cuts,
              [&](const auto& c) {
                return "{\"calls\":" + calls_text(p, c.first) +
                       ",\"pc\":" + instruction(p, c.first.back().first, c.second) + "}";
              }) +
         ",\"shared\":" + list(flow.shared, [&](const Variable& v) { return variable_text(v, plan); });
}

std::string place_text(const model::Program& p, const Flow& flow, RestId n) {
  static constexpr const char* kPhases[] = {"before", "asleep", "ended", "stuck"};
  const Rest& r = flow.rests[n];
  return "\"role\":" + number(r.role) + ",\"frame\":" + number(r.spot.frame) +
         ",\"pc\":" + instruction(p, flow.frames[r.spot.frame].proc, r.spot.pc) +
         ",\"phase\":" + quoted(kPhases[r.spot.phase]) +
         ",\"mine\":" + list(r.mine, [](const auto& m) { return value_text(m.first, m.second); });
}

}  // namespace heddle::flow
