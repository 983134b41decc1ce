// SPDX-License-Identifier: GPL-3.0-or-later
// Reachability through memory and the textual form of a state.
#include "judge/enumerator/state.h"

#include <unordered_map>

namespace heddle::oracle {

void Reach::object(ObjId id) {
  if (seen_.insert(id).second) order_.push_back(id);
}

void Reach::thread(const Thread& t) {
  value(t.result);
  for (const Frame& f : t.frames) {
    for (const Value& v : f.locals) value(v);
    for (ObjId id : f.stack) object(id);
  }
  for (auto& [name, id] : t.tls) object(id);
  if (t.wait.kind != Wait::None) {
    if (t.wait.kind != Wait::Reacquire) object(t.wait.on.object);
    if (t.wait.kind != Wait::Barrier) object(t.wait.mutex.object);
  }
}

const std::vector<ObjId>& Reach::close() {
  for (; done_ < order_.size(); ++done_) {
    auto it = state_.objects.find(order_[done_]);
    if (it == state_.objects.end()) continue;
    for (const Cell& c : it->second->bytes)
      if (c.tag == Tag::Obj && c.byte == 0) object(c.id);
  }
  return order_;
}

namespace {

class Writer {
 public:
  Writer(const State& s, size_t statics) : state_(s) {
    Reach reach(s);
    for (auto& [id, object] : s.objects)
      if (id < statics) reach.object(id);
    for (const Thread& t : s.threads) reach.thread(t);
    order_ = reach.close();
    uint32_t fresh = static_cast<uint32_t>(statics);
    for (ObjId id : order_) numbers_[id] = id < statics ? id : fresh++;
  }
  std::string write() {
    for (const Thread& t : state_.threads) thread(t);
    for (ObjId id : order_) object(id);
    if (state_.addresses.empty()) return std::move(out_);
    std::map<ObjId, uint32_t> first;  // of those at one address, the first that is met
    for (ObjId id : order_) number(first.try_emplace(state_.address(id), numbers_.at(id)).first->second);
    return std::move(out_);
  }
  const std::unordered_map<ObjId, uint32_t>& numbers() const { return numbers_; }
  bool reached(ObjId id) const { return numbers_.count(id) != 0; }

 private:
  void byte(unsigned v) { out_.push_back(static_cast<char>(v)); }
  void number(uint64_t v) {
    for (; v >= 128; v >>= 7) byte(static_cast<unsigned>(v & 127) | 128);
    byte(static_cast<unsigned>(v));
  }
  void value(const Value& v) {
    byte(static_cast<unsigned>(v.tag));
    number(v.undef);
    if (v.tag == Tag::Obj) number(numbers_.at(v.id));
    if (v.tag == Tag::Fn) number(v.id);
    number(v.bits);
  }
  void address(const Address& a) {
    number(numbers_.at(a.object));
    number(a.offset);
  }
  void frame(const Frame& f) {
    number(f.proc);
    number(f.pc);
    number(f.progress);
    for (const Value& v : f.locals) value(v);
    number(f.stack.size());
    for (ObjId id : f.stack) number(numbers_.at(id));
  }
  void thread(const Thread& t) {
    byte(t.status * 16u + t.parking);
    byte(t.cancelled * 4u + t.detached * 2u + t.exiting);
    number(t.held);
    number(t.handle);
    value(t.result);
    number(t.frames.size());
    for (const Frame& f : t.frames) frame(f);
    byte(t.wait.kind);
    if (t.wait.kind != Wait::None) {
      if (t.wait.kind != Wait::Reacquire) address(t.wait.on);
      if (t.wait.kind != Wait::Barrier) address(t.wait.mutex);
      number(t.wait.result);
      byte(t.wait.cancellable * 2u + t.wait.unrivalled);
    }
    for (auto& [name, id] : t.tls) number(numbers_.at(id));
  }
  void object(ObjId id) {
    auto it = state_.objects.find(id);
    if (it == state_.objects.end()) return;  // constant
    const Object& o = *it->second;
    number(numbers_.at(id));
    byte(o.kind * 2u + o.alive);
    number(o.bytes.size());
    for (const Cell& c : o.bytes) {
      byte(static_cast<unsigned>(c.tag));
      byte(c.byte);
      byte(c.undef);
      if (c.tag == Tag::Int) continue;
      number(c.tag == Tag::Obj ? numbers_.at(c.id) : c.id);
      number(c.offset);
    }
  }

  const State& state_;
  std::vector<ObjId> order_;
  std::unordered_map<ObjId, uint32_t> numbers_;
  std::string out_;
};

}  // namespace

std::string serialise(State& s, size_t static_objects, std::map<ObjId, uint32_t>* numbers) {
  Writer w(s, static_objects);
  std::erase_if(s.objects, [&](auto& entry) { return entry.first >= static_objects && !w.reached(entry.first); });
  std::erase_if(s.addresses, [&](auto& entry) { return !w.reached(entry.first); });
  if (numbers) *numbers = {w.numbers().begin(), w.numbers().end()};
  return w.write();
}

}  // namespace heddle::oracle
