// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/certificate.h"

#include <sstream>

namespace heddle::order {

namespace {

constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(const std::string& bytes) {
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (at + k < bytes.size() ? static_cast<uint8_t>(bytes[at + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) text += at + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

void list(std::ostream& out, const smt::Clause& literals) {
  out << '[';
  for (size_t k = 0; k < literals.size(); ++k) out << (k ? "," : "") << literals[k].code;
  out << ']';
}

template <class T, class F>
void list(std::ostream& out, const char* name, const std::vector<T>& all, F write) {
  out << ",\n\"" << name << "\":[";
  for (size_t k = 0; k < all.size(); ++k) {
    if (k) out << ",\n";
    write(all[k]);
  }
  out << ']';
}

// Instructions are counted through all procedures, from 1 on and without the ends of blocks, of which engines leave
// some out. What has no number has 0.
std::map<const model::Instr*, uint32_t> numbers_of(const model::Program& program) {
  std::map<const model::Instr*, uint32_t> numbers{{nullptr, 0}};
  uint32_t next = 0;
  for (const model::Procedure& f : program.procedures)
    for (const model::Instr& i : f.code) numbers[&i] = i.kind == model::InstrKind::ScopeEnd ? 0 : ++next;
  return numbers;
}

}  // namespace

std::string certificate(const model::Program& program, const Events& events,
                        const std::map<base::Property, smt::Clause>& violations,
                        const smt::OrderSolver::Statistics& size, const smt::ProofLog& log) {
  const std::map<const model::Instr*, uint32_t> numbers = numbers_of(program);
  std::ostringstream out;
  out << "{\"variables\":" << size.variables << ",\"nodes\":" << size.nodes
      << ",\n\"executions\":" << (~events.sections_look).code << ",\n\"violations\":{";
  const char* between = "";
  for (const auto& [property, literals] : violations) {
    out << between << '"' << text(property) << "\":";
    list(out, literals);
    between = ",";
  }
  out << "},\n\"beyond\":";
  list(out, events.cuts);
  out << ",\n\"waits\":";
  list(out, events.waits);
  out << ",\n\"undefined\":";
  list(out, events.undefined);
  list(out, "threads", events.threads, [&](const ThreadInstance& t) {
    out << "{\"created_by\":" << t.created_by << ",\"started\":" << t.started.code
        << ",\"finished\":" << t.finished.code << ",\"begin\":" << t.begin << ",\"end\":" << t.end << ",\"inputs\":[";
    for (size_t k = 0; k < t.inputs.size(); ++k) {
      out << (k ? ",[" : "[") << t.inputs[k].guard.code << ',' << numbers.at(t.inputs[k].instr) << ',';
      list(out, t.inputs[k].value.bits);
      out << ']';
    }
    out << "]}";
  });
  list(out, "events", events.events, [&](const Event& e) {
    out << '[' << e.thread << ',' << e.node << ',' << e.guard.code << ',' << numbers.at(e.instr) << ',' << e.visit
        << ',' << e.reached.code << ',' << e.choice.code << ']';
  });
  std::vector<const Access*> values;
  for (const Access& a : events.accesses)
    if (a.bytes > 0 && !a.attempt && !a.value.handle && !events.objects[a.object].synchronisation) values.push_back(&a);
  list(out, "accesses", values, [&](const Access* a) {
    out << '[' << a->event << ',' << a->guard.code << ',' << a->write << ',' << a->value.undef.code << ',';
    list(out, a->value.bits);
    out << ']';
  });
  out << ",\n\"log\":\"" << base64(log.bytes()) << "\"}";
  return out.str();
}

}  // namespace heddle::order
