// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/map_reader.h"

#include <algorithm>

namespace heddle::judge {

using nlohmann::json;
using steps::Slot;
using steps::Spot;
using steps::Value;

void bad(const std::string& what) { throw BadCertificate(what); }

namespace {

constexpr const char* kSlots[] = {"local",     "memory",  "ready",  "alive", "lock",      "readers",
                                  "semaphore", "barrier", "handle", "held",  "held reads"};
constexpr const char* kPhases[] = {"before", "asleep", "ended", "stuck"};

steps::Int integer(const std::string& digits) {
  const bool negative = digits.starts_with("-");
  const std::string size = negative ? digits.substr(1) : digits;
  if (size.empty() || size.size() > 20 || size.find_first_not_of("0123456789") != std::string::npos)
    bad("`" + digits + "` is no number");
  steps::Int n = 0;
  for (char c : size) n = n * 10 + (c - '0');
  return negative ? -n : n;
}

}  // namespace

void MapReader::read() {
  read_roles();
  read_objects();
  for (uint32_t o : j_.at("blurred").get<std::vector<uint32_t>>()) c_.map.blurred.insert(object(o));
  for (uint32_t o : j_.at("numbers").get<std::vector<uint32_t>>()) c_.map.only_numbers.insert(object(o));
  for (const json& s : j_.at("mixed")) c_.map.mixed.insert(slot(s));
  for (const json& s : j_.at("handles")) c_.map.handles.insert(slot(s));
  for (const json& s : j_.at("cuts")) {
    const steps::Calls to = calls(s.at("calls"));
    c_.map.cuts.insert({to, instruction(to.back().first, s.at("pc"))});
  }
  for (const json& s : j_.at("shared")) read_shared(s);
  for (const json& s : j_.at("places")) read_place(s);
  c_.entry = below(j_.at("entry").get<size_t>(), c_.places.size(), "the first place");
}

uint32_t MapReader::object(uint32_t o) const {
  if (o >= p_.objects.size() && !c_.map.objects.count(o)) bad("an object has a number that names nothing");
  return o;
}
model::ProcId MapReader::procedure(const json& j) const {
  return below(j.get<model::ProcId>(), p_.procedures.size(), "a procedure");
}
uint64_t MapReader::size_of(uint32_t o) const {
  return o < p_.objects.size() ? p_.objects[o].size : c_.map.objects.at(o).size;
}

std::string MapReader::fresh(const json& j) {
  std::string name = j.get<std::string>();
  if (!is_variable_name(name)) bad("`" + name + "` is no name for a variable");
  if (!names_.insert(name).second) bad("the name " + name + " is used twice");
  return name;
}

// Instructions are counted without the ends of blocks, of which engines leave some out: 2n + 1 is instruction n, and
// 2n the ends of blocks in front of it.
model::Pc MapReader::instruction(model::ProcId proc, const json& j) const {
  const auto& code = p_.procedures[proc].code;
  auto ends = [&](model::Pc pc) { return code[pc].kind == model::InstrKind::ScopeEnd; };
  const uint64_t wanted = j.get<uint64_t>();
  uint64_t n = 0;
  for (model::Pc pc = 0; pc < code.size(); n += !ends(pc), ++pc)
    if (n == wanted / 2 && (wanted % 2 == 0) == ends(pc)) return pc;
  bad("an instruction has a number that names nothing");
}

steps::Calls MapReader::calls(const json& j) const {
  steps::Calls made;
  for (const json& c : j) {
    const model::ProcId proc = procedure(c.at(0));
    made.push_back({proc, made.empty() ? 0 : instruction(made.back().first, c.at(1))});
  }
  if (made.empty()) bad("a chain of calls is empty");
  return made;
}

void MapReader::read_roles() {
  for (const json& f : j_.at("frames")) {
    steps::Frame frame{procedure(f.at("procedure")), steps::kNobody, 0, f.at("role").get<uint32_t>()};
    if (f.contains("parent")) {
      frame.parent = below(f.at("parent").get<uint32_t>(), c_.map.frames.size(), "a frame");
      const steps::Frame& parent = c_.map.frames[frame.parent];
      frame.call = instruction(parent.proc, f.at("call"));
      if (parent.role != frame.role) bad("a frame has another role than the one that calls it");
    }
    c_.map.frames.push_back(frame);
  }
  for (const json& r : j_.at("roles")) {
    steps::Role role;
    role.start = procedure(r.at("start"));
    role.root = below(r.at("root").get<uint32_t>(), c_.map.frames.size(), "a frame");
    const steps::Frame& root = c_.map.frames[role.root];
    if (root.proc != role.start || root.parent != steps::kNobody || root.role != c_.map.roles.size())
      bad("a role does not begin with its procedure");
    argument_of_role_.push_back(r.contains("argument") ? &r.at("argument") : nullptr);
    if (r.contains("site")) role.site = calls(r.at("site"));
    c_.map.roles.push_back(role);
  }
  for (const steps::Frame& f : c_.map.frames) below(f.role, c_.map.roles.size(), "a role");
  if (c_.map.roles.empty() || c_.map.roles[0].start != p_.entry) bad("the first role is not that of the program");
}

void MapReader::read_objects() {
  for (const json& o : j_.at("objects")) {
    const uint32_t id = o.at("id").get<uint32_t>();
    if (id < p_.objects.size()) bad("an object that is made has the number of one that is there from the start");
    steps::MadeObject made;
    made.heap = o.at("heap").get<bool>();
    made.zeroed = o.at("zeroed").get<bool>();
    made.known = o.at("known").get<bool>();
    made.size = o.at("size").get<uint64_t>();
    made.calls = calls(o.at("calls"));
    made.pc = instruction(made.calls.back().first, o.at("pc"));
    if (made.known && !made.heap && made.calls.front().first != p_.entry)
      bad("a variable that others know is not one of the first thread");
    if (!c_.map.objects.emplace(id, made).second) bad("two objects have the same number");
  }
  for (size_t r = 0; r < argument_of_role_.size(); ++r) {
    if (!argument_of_role_[r]) continue;
    const json& a = *argument_of_role_[r];
    c_.map.roles[r].argument = pointer(a);
    c_.map.roles[r].varies = !a.contains("offset");
  }
}

// An address whose offset is a number, or a procedure.
Value MapReader::pointer(const json& j) const {
  Value v;
  v.number = {steps::number(j.value("offset", int64_t{0})), p_.pointer_width, true};
  if (j.contains("function")) {
    v.kind = Value::Function;
    v.object = procedure(j.at("function"));
  } else {
    v.kind = Value::Address;
    v.object = object(j.at("object").get<uint32_t>());
  }
  return v;
}

Slot MapReader::slot(const json& j) const {
  const auto kind = std::find(std::begin(kSlots), std::end(kSlots), j.at(0).get<std::string>());
  if (kind == std::end(kSlots)) bad("there is no such kind of variable: " + j.at(0).get<std::string>());
  Slot s{static_cast<Slot::Kind>(kind - std::begin(kSlots)), j.at(1).get<uint32_t>(), j.at(2).get<uint32_t>(),
         j.at(3).get<uint8_t>()};
  if (s.kind == Slot::Local) {
    below(s.owner, c_.map.frames.size(), "a frame");
    below(s.at, p_.procedures[c_.map.frames[s.owner].proc].locals.size(), "a local");
    return s;
  }
  const bool word = s.kind == Slot::Memory || s.kind == Slot::Ready;
  const bool width = word ? s.width == 8 || s.width == 16 || s.width == 32 || s.width == 64
                          : s.width == 0 || (s.kind == Slot::Lock && s.width == steps::kSpinLock);
  if (!width) bad("a variable has no width that there is");
  if (uint64_t{s.at} + (word ? s.width / 8u : 0u) > size_of(object(s.owner)))
    bad("a variable is outside of its object");
  return s;
}

unsigned MapReader::width_of(const Slot& s) const {
  if (s.kind == Slot::Local) return p_.procedures[c_.map.frames[s.owner].proc].locals[s.at].width;
  return s.kind == Slot::Memory ? s.width : 32;
}

void MapReader::read_shared(const json& j) {
  const Slot s = slot(j.at("slot"));
  steps::Shared v;
  v.name = fresh(j.at("name"));
  v.is_signed = j.at("signed").get<bool>();
  v.points = j.contains("targets");
  v.width = v.points ? 32 : width_of(s);
  if (j.at("width").get<unsigned>() != v.width) bad("the variable " + v.name + " has another width in the program");
  if (v.width == 1) v.is_signed = false;
  if (v.points) {
    if (s.kind != Slot::Memory || s.width != p_.pointer_width) bad("a variable with addresses is no word for them");
    for (const json& t : j.at("targets")) v.targets.push_back(pointer(t));
  }
  c_.initially.emplace(s, j.at("initially").get<std::string>());
  shared_.insert(v.name);
  if (!c_.map.shared.emplace(s, v).second) bad("a variable has two names");
}

// What varies has a name: one of this place alone, or of the first thread, whose variables everybody may know.
Value MapReader::read_value(const Slot& s, const json& j, KnownPlace& into) {
  const std::string kind = j.at("kind").get<std::string>();
  Value v;
  v.number = {steps::number(0), width_of(s), true};
  if (j.contains("source")) v.source = slot(j.at("source"));
  if (kind == "nothing" || kind == "mixed") {
    v.kind = kind == "nothing" ? Value::Nothing : Value::Mixed;
    return v;
  }
  if (kind == "number") {
    v.kind = Value::Number;
    v.number.is_signed = j.at("signed").get<bool>() && v.number.width > 1;
    if (j.at("width").get<unsigned>() != v.number.width) bad("a variable has another width in the program");
  } else if (kind == "address" || kind == "function") {
    v = pointer(j);
    if (kind == "function") return v;
  } else {
    bad("there is no such kind of value: " + kind);
  }
  if (!j.contains("name")) {
    if (kind == "number") v.number.n = steps::number(integer(j.at("is").get<std::string>()));
    return v;
  }
  const std::string name = j.at("name").get<std::string>();
  v.number.n = steps::variable(name);
  auto known = c_.map.shared.find(s);
  if (into.place.role == 0 && known != c_.map.shared.end() && known->second.name == name) {
    if (kind != "number" || known->second.is_signed != v.number.is_signed) bad("the variable " + name + " is two");
    return v;
  }
  fresh(j.at("name"));
  into.own.push_back({name, s.kind, kind == "number" ? v.number.width : 0, v.number.is_signed});
  return v;
}

void MapReader::read_place(const json& j) {
  KnownPlace k;
  k.place.role = below(j.at("role").get<uint32_t>(), c_.map.roles.size(), "a role");
  Spot& spot = k.place.spot;
  spot.frame = below(j.at("frame").get<uint32_t>(), c_.map.frames.size(), "a frame");
  if (c_.map.frames[spot.frame].role != k.place.role) bad("a place is in a frame of another role");
  const model::ProcId proc = c_.map.frames[spot.frame].proc;
  const auto& code = p_.procedures[proc].code;
  const json& pc = j.at("pc");
  const auto phase = std::find(std::begin(kPhases), std::end(kPhases), j.at("phase").get<std::string>());
  if (phase == std::end(kPhases)) bad("there is no such phase: " + j.at("phase").get<std::string>());
  spot.phase = static_cast<Spot::Phase>(phase - std::begin(kPhases));
  if (code.empty()) bad("a place is in a procedure without instructions");
  spot.pc = spot.is_last() ? 0 : instruction(proc, pc);
  const bool waits =
      code[spot.pc].kind == model::InstrKind::Builtin && model::waits_on_condition(code[spot.pc].builtin);
  if (spot.phase == Spot::Asleep && !waits) bad("a thread sleeps where there is nothing to wait for");
  if (spot.is_last() && spot.frame != c_.map.roles[k.place.role].root) bad("the end of a role is inside of it");
  for (const json& m : j.at("mine")) {
    const Slot s = slot(m.at("slot"));
    if (!k.place.mine.emplace(s, read_value(s, m, k)).second) bad("a variable has two values");
  }
  c_.places.push_back(std::move(k));
}

}  // namespace heddle::judge
