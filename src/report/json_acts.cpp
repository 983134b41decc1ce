// SPDX-License-Identifier: GPL-3.0-or-later
// The acts of a loop are the same in every round, except for their orders, which grow by the same number in each round.
// So acts are folded with the distance to the order before them in place of the order itself.
#include "report/json_acts.h"

#include <climits>
#include <ostream>

#include "trace/fold.h"

namespace heddle::report {
namespace {

using trace::Act;

constexpr size_t kShort = 1000;      // the acts of a script of up to this length are written one by one
constexpr int kUnordered = INT_MIN;  // as a distance

struct Key {
  uint64_t operator()(const Act& a) const {
    uint64_t key =
        trace::mixed(static_cast<uint64_t>(a.thread) << 32 | a.event, static_cast<uint64_t>(a.kind) << 32 | a.size);
    return trace::mixed(key, a.value ^ static_cast<uint64_t>(static_cast<uint32_t>(a.order)) << 32);
  }
};
struct Same {
  bool operator()(const Act& a, const Act& b) const {
    return a.thread == b.thread && a.event == b.event && a.kind == b.kind && a.order == b.order && a.size == b.size &&
           a.value == b.value;
  }
};
using Node = trace::Folded<Act>;

int64_t orders_in(const std::vector<Node>& nodes) {
  int64_t sum = 0;
  for (const Node& n : nodes)
    if (n.rounds)
      sum += static_cast<int64_t>(n.rounds) * orders_in(n.first);
    else if (n.item.order != kUnordered)
      sum += n.item.order;
  return sum;
}

void write_act(std::ostream& out, const Act& a, int64_t order) {
  out << '[' << a.thread << ',' << a.event << ',' << static_cast<int>(a.kind) << ',' << order << ',' << a.size << ','
      << static_cast<int64_t>(a.value) << ']';
}

// `order`: before the call the last order in front of the nodes, after the call the last order of the nodes.
void write_nodes(std::ostream& out, const std::vector<Node>& nodes, int64_t& order) {
  for (const Node& n : nodes) {
    if (&n != nodes.data()) out << ',';
    if (n.rounds) {
      const int64_t orders = orders_in(n.first);
      out << "{\"rounds\":" << n.rounds << ",\"orders\":" << orders << ",\"acts\":[";
      write_nodes(out, n.first, order);
      out << "]}";
      order += (static_cast<int64_t>(n.rounds) - 1) * orders;
    } else if (n.item.order == kUnordered) {
      write_act(out, n.item, -1);
    } else {
      write_act(out, n.item, order += n.item.order);
    }
  }
}

}  // namespace

bool is_folded(const trace::Script& s) { return s.acts.size() > kShort; }

void write_acts(std::ostream& out, const trace::Script& s) {
  out << '[';
  if (!is_folded(s)) {
    for (const Act& a : s.acts) {
      if (&a != s.acts.data()) out << ',';
      write_act(out, a, a.order);
    }
    out << ']';
    return;
  }
  trace::Folder<Act, Key, Same> folder;
  int last = 0;
  for (size_t i = 0; i < s.acts.size(); ++i) {
    if (i == s.loop) folder.seal();
    Act a = s.acts[i];
    const int order = a.order;
    a.order = order < 0 ? kUnordered : order - last;
    if (order >= 0) last = order;
    folder.push(a);
  }
  int64_t order = 0;
  write_nodes(out, folder.nodes(), order);
  out << ']';
}

}  // namespace heddle::report
