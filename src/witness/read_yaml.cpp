// SPDX-License-Identifier: GPL-3.0-or-later
#include <yaml-cpp/yaml.h>

#include "base/check.h"
#include "witness/witness.h"

namespace heddle::witness {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what) { throw InputError(path + ": " + what); }

// A node that is not there has no children either.
YAML::Node in(const YAML::Node& n, const char* key) {
  return n && n.IsMap() ? n[key] : YAML::Node(YAML::NodeType::Undefined);
}
std::string text(const YAML::Node& n) { return n && n.IsScalar() ? n.Scalar() : ""; }

Place place(const YAML::Node& location, const std::string& path) {
  if (!location || !location.IsMap()) refuse(path, "a waypoint has no location");
  Place p{text(in(location, "file_name")), 0};
  try {
    p.line = in(location, "line").as<uint32_t>();
  } catch (const YAML::Exception&) {
    refuse(path, "the location of a waypoint has no line");
  }
  return p;
}

void waypoint(const YAML::Node& w, Witness& into, const std::string& path) {
  const std::string type = text(in(w, "type")), action = text(in(w, "action"));
  if (type.empty()) refuse(path, "a waypoint has no type");
  if (action == "avoid" || action == "cycle") {
    ++into.not_read;
    return;
  }
  const Place p = place(in(w, "location"), path);
  if (type == "target") {
    into.targets.push_back(p);
    return;
  }
  const std::string value = text(in(in(w, "constraint"), "value"));
  if (!value.empty() && value != "1" && value != "true") ++into.not_read;
  into.passes.push_back(p);
}

Location location(const YAML::Node& n, const std::string& path) {
  const Place p = place(n, path);
  Location l{p.file, text(in(n, "function")), p.line, 0};
  if (const YAML::Node column = in(n, "column")) l.column = column.as<uint32_t>(0);
  return l;
}

bool is_c(const YAML::Node& n) {
  const std::string format = text(in(n, "format"));
  return format.empty() || format == "c_expression";
}

void invariants(const YAML::Node& content, Witness& into, const std::string& path) {
  for (const YAML::Node& one : content) {
    const YAML::Node i = in(one, "invariant");
    const std::string type = text(in(i, "type")), value = text(in(i, "value"));
    if (!i && !in(one, "contract"))
      refuse(path, "something in an invariant_set is neither an invariant nor a contract");
    if (!is_c(i) || value.empty() || (type != "loop_invariant" && type != "location_invariant"))
      ++into.not_read;
    else
      into.correctness->facts.push_back({location(in(i, "location"), path), value, type == "loop_invariant"});
  }
}

void ghosts(const YAML::Node& content, Witness& into, const std::string& path) {
  for (const YAML::Node& v : in(content, "ghost_variables")) {
    GhostVariable g{text(in(v, "name")), text(in(v, "type")), text(in(in(v, "initial"), "value"))};
    if (g.name.empty() || g.type.empty() || g.initial.empty())
      refuse(path, "a ghost variable needs name, type and initial");
    if (text(in(v, "scope")) != "global" || !is_c(in(v, "initial"))) ++into.not_read;
    into.correctness->ghosts.push_back(g);
  }
  for (const YAML::Node& at : in(content, "ghost_updates"))
    for (const YAML::Node& u : in(at, "updates")) {
      if (!is_c(u)) ++into.not_read;
      into.correctness->updates.push_back(
          {location(in(at, "location"), path), text(in(u, "variable")), text(in(u, "value"))});
    }
}

}  // namespace

Witness read_yaml(const std::string& content, const std::string& path) {
  try {
    const YAML::Node root = YAML::Load(content);
    const YAML::Node all = root.IsSequence() ? root : YAML::Node(std::vector<YAML::Node>{root});
    Witness w;
    for (const YAML::Node& entry : all) {
      const std::string type = text(in(entry, "entry_type"));
      if (type != "violation_sequence" && type != "invariant_set" && type != "ghost_instrumentation") continue;
      const YAML::Node metadata = in(entry, "metadata"), task = in(metadata, "task");
      if (!text(in(metadata, "format_version")).starts_with("2."))
        refuse(path, "metadata.format_version should be 2.x");
      w.specification = text(in(task, "specification"));
      w.producer = text(in(in(metadata, "producer"), "name"));
      w.hashes.clear();
      for (const auto& hash : in(task, "input_file_hashes")) w.hashes.push_back(text(hash.second));
      if (w.specification.empty()) refuse(path, "metadata.task.specification is missing");
      if (type == "violation_sequence") {
        w.correctness.reset();
        for (const YAML::Node& segment : in(entry, "content"))
          for (const YAML::Node& one : in(segment, "segment")) waypoint(in(one, "waypoint"), w, path);
        return w;
      }
      if (!w.correctness) w.correctness.emplace();
      (type == "invariant_set" ? invariants : ghosts)(in(entry, "content"), w, path);
    }
    if (w.correctness) return w;
  } catch (const YAML::Exception& e) {
    refuse(path, "is not valid YAML: " + e.msg);
  }
  refuse(path, "has no entry of type violation_sequence, invariant_set or ghost_instrumentation");
}

Witness read(const std::string& content, const std::string& path) {
  const size_t begin = content.find_first_not_of(" \t\r\n");
  return begin != std::string::npos && content[begin] == '<' ? read_graphml(content, path) : read_yaml(content, path);
}

}  // namespace heddle::witness
