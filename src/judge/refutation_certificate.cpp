// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/refutation_certificate.h"

#include <array>
#include <nlohmann/json.hpp>

#include "judge/map_reader.h"

namespace heddle::judge {

using nlohmann::json;

namespace {

std::string from_base64(const std::string& text) {
  std::array<int8_t, 256> digits;
  digits.fill(-1);
  const std::string all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t k = 0; k < all.size(); ++k) digits[static_cast<uint8_t>(all[k])] = static_cast<int8_t>(k);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  const size_t end = std::min(text.find('='), text.size());
  if (text.size() % 4 != 0 || text.size() - end > 2 || text.find_first_not_of('=', end) != std::string::npos)
    bad("the log is no base64");
  uint32_t group = 0;
  for (size_t k = 0; k < end; ++k) {
    const int8_t digit = digits[static_cast<uint8_t>(text[k])];
    if (digit < 0) bad("the log is no base64");
    group = group << 6 | static_cast<uint32_t>(digit);
    if (k % 4 != 0) bytes += static_cast<char>(group >> (6 - 2 * (k % 4)));
  }
  return bytes;
}

class Reader {
 public:
  explicit Reader(const json& j) : j_(j) {}

  RefutationCertificate read() {
    c_.variables = j_.at("variables").get<uint32_t>();
    c_.nodes = j_.at("nodes").get<uint32_t>();
    c_.executions = literal(j_.at("executions"));
    for (const auto& [name, literals] : j_.at("violations").items()) {
      const std::optional<base::Property> p = base::property(name);
      if (!p) bad("`" + name + "` is no property");
      c_.violations[*p] = clause(literals);
    }
    c_.beyond = clause(j_.at("beyond"));
    c_.undefined = clause(j_.at("undefined"));
    c_.waits = clause(j_.at("waits"));
    const size_t events = j_.at("events").size(), threads = j_.at("threads").size();
    for (const json& t : j_.at("threads")) c_.threads.push_back(thread(t, events));
    for (const json& e : j_.at("events"))
      c_.events.push_back({MapReader::below(e.at(0).get<uint32_t>(), threads, "a thread"), node(e.at(1)),
                           literal(e.at(2)), e.at(3).get<uint32_t>(), e.at(4).get<uint32_t>(), literal(e.at(5)),
                           literal(e.at(6))});
    for (const json& a : j_.at("accesses"))
      c_.accesses.push_back({MapReader::below(a.at(0).get<uint32_t>(), events, "an event"), literal(a.at(1)),
                             a.at(2).get<int>() != 0, literal(a.at(3)), clause(a.at(4))});
    c_.log = from_base64(j_.at("log").get<std::string>());
    return std::move(c_);
  }

 private:
  Literal literal(const json& l) const {
    return MapReader::below(l.get<Literal>(), 2 * size_t{c_.variables}, "a literal");
  }
  uint32_t node(const json& n) const { return MapReader::below(n.get<uint32_t>(), c_.nodes, "a node"); }
  std::vector<Literal> clause(const json& literals) const {
    std::vector<Literal> all;
    for (const json& l : literals) all.push_back(literal(l));
    return all;
  }
  RefutationCertificate::Thread thread(const json& j, size_t events) const {
    RefutationCertificate::Thread t;
    t.created_by = j.at("created_by").get<int>();
    if (t.created_by >= 0) MapReader::below(static_cast<size_t>(t.created_by), events, "an event");
    t.started = literal(j.at("started"));
    t.finished = literal(j.at("finished"));
    t.begin = node(j.at("begin"));
    t.end = node(j.at("end"));
    for (const json& i : j.at("inputs"))
      t.inputs.push_back({literal(i.at(0)), i.at(1).get<uint32_t>(), clause(i.at(2))});
    return t;
  }

  const json& j_;
  RefutationCertificate c_;
};

}  // namespace

RefutationCertificate read_refutation(const std::string& content) {
  try {
    const json j = json::parse(content);
    return Reader(j).read();
  } catch (const json::exception& e) {
    bad(e.what());
  }
}

}  // namespace heddle::judge
