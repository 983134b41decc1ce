// SPDX-License-Identifier: GPL-3.0-or-later
// What certificates have in common, as it is read: where threads rest, and names for what varies. They have no steps:
// the judge derives them.
//
// What is read here is checked for form only: numbers that name something, names that are different. Whether the places
// are all there are and the facts are true is the business of the judges.
#pragma once
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "judge/formula.h"
#include "judge/steps/places.h"

namespace heddle::judge {

struct BadCertificate : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] void bad(const std::string& what);

struct KnownPlace {
  steps::Place place;
  struct Own {
    std::string name;
    steps::Slot::Kind kind = steps::Slot::Local;
    unsigned width = 0;  // 0: an offset, which has no range
    bool is_signed = true;
  };
  std::vector<Own> own;  // names that only this place uses
};

struct CertificateMap {
  steps::Map map;
  std::vector<KnownPlace> places;
  size_t entry = 0;
  std::map<steps::Slot, std::string> initially;
};

// Throws BadCertificate, and what the library throws.
class MapReader {
 public:
  using json = nlohmann::json;
  MapReader(const model::Program& p, const json& j) : p_(p), j_(j) {}

  void read();  // the map and the places
  const CertificateMap& map() const { return c_; }
  const std::set<std::string>& shared() const { return shared_; }  // names

  // A name that nobody has used yet.
  std::string fresh(const json& j);
  template <class N>
  static N below(N n, size_t limit, const char* what) {
    if (n >= limit) bad(std::string(what) + " has a number that names nothing");
    return n;
  }

 private:
  uint32_t object(uint32_t o) const;
  model::ProcId procedure(const json& j) const;
  uint64_t size_of(uint32_t o) const;
  model::Pc instruction(model::ProcId proc, const json& j) const;
  steps::Calls calls(const json& j) const;
  void read_roles();
  void read_objects();
  steps::Value pointer(const json& j) const;
  steps::Slot slot(const json& j) const;
  unsigned width_of(const steps::Slot& s) const;
  void read_shared(const json& j);
  steps::Value read_value(const steps::Slot& s, const json& j, KnownPlace& into);
  void read_place(const json& j);

  const model::Program& p_;
  const json& j_;
  CertificateMap c_;
  std::set<std::string> names_, shared_;
  std::vector<const json*> argument_of_role_;
};

}  // namespace heddle::judge
