// SPDX-License-Identifier: GPL-3.0-or-later
// For each procedure, by the numbers that `--dump=model` gives its instructions: what is ahead from there to its
// return. Neighbouring points with the same sets share a line. Sites are written as in the model, `@0:other`.
#include "analysis/dump.h"

#include <sstream>

namespace heddle::analysis {

using model::Pc;
using model::ProcId;

namespace {

std::string names(const model::Program& p, const base::BitSet& set) {
  std::string out;
  set.each([&](size_t i) {
    size_t site = i - p.objects.size();
    out += out.empty() ? "" : ", ";
    out += i < p.objects.size() ? p.objects[i].name : "@" + std::to_string(site) + ":" + p.sites[site].name;
  });
  return out.empty() ? "-" : out;
}

std::string ahead(const model::Program& p, const Footprints& footprints, ProcId f, Pc pc) {
  const AccessSet& future = footprints.future(f, pc);
  return "reads " + names(p, future.reads) + "; writes " + names(p, future.writes) + "; live " +
         names(p, footprints.live(f, pc));
}

std::string range(Pc first, Pc last) {
  return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
}

}  // namespace

std::string dump(const model::Program& p, const Footprints& footprints) {
  std::ostringstream out;
  for (ProcId f = 0; f < p.procedures.size(); ++f) {
    const model::Procedure& procedure = p.procedures[f];
    out << "\nfootprints of " << procedure.name << "\n";
    for (Pc first = 0; first < procedure.code.size();) {
      std::string sets = ahead(p, footprints, f, first);
      Pc last = first;
      while (last + 1 < procedure.code.size() && ahead(p, footprints, f, last + 1) == sets) ++last;
      out << "  " << range(first, last) << ": " << sets << "\n";
      first = last + 1;
    }
  }
  return out.str();
}

}  // namespace heddle::analysis
