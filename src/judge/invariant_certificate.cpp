// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/invariant_certificate.h"

namespace heddle::judge {

using nlohmann::json;

namespace {

InvariantCertificate read(const model::Program& p, const json& j) {
  MapReader reader(p, j);
  reader.read();
  InvariantCertificate c;
  c.map = reader.map().map;
  c.entry = reader.map().entry;
  c.initially = reader.map().initially;
  std::set<std::string> all = reader.shared();
  for (size_t k = 0; k < reader.map().places.size(); ++k) {
    c.places.push_back({reader.map().places[k], reader.fresh(j.at("places").at(k).at("count")), {}, false});
    all.insert(c.places[k].count);
  }
  for (const json& f : j.at("facts")) c.facts.emplace_back(f.get<std::string>(), all);
  for (size_t k = 0; k < c.places.size(); ++k) {
    std::set<std::string> here = all;
    for (const KnownPlace::Own& o : c.places[k].own) here.insert(o.name);
    for (const json& f : j.at("places").at(k).at("facts")) {
      c.places[k].facts.emplace_back(f.get<std::string>(), here);
      c.places[k].never |= f == "false";
    }
  }
  return c;
}

}  // namespace

InvariantCertificate read_invariant(const model::Program& p, const std::string& text) {
  try {
    return read(p, json::parse(text));
  } catch (const json::exception& e) {
    bad(std::string("the certificate is not as it should be: ") + e.what());
  } catch (const BadFormula& e) {
    bad(e.what());
  }
}

}  // namespace heddle::judge
