// SPDX-License-Identifier: GPL-3.0-or-later
// The plan, written and read again. Names of files may be no UTF-8, and JSON has to be: such a name cannot be planned.
#include "batch/plan.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/sha256.h"

namespace heddle::batch {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormat = 1;

Json json_of(const Tool& t) { return {{"path", t.path}, {"sha256", t.sha256}}; }
Tool tool_of(const Json& j) { return {j.at("path"), j.at("sha256")}; }

Json json_of(const Task& t) {
  return {{"name", t.name},       {"property", t.property},         {"expected", t.expected}, {"words", t.words},
          {"time_ms", t.time_ms}, {"memory_bytes", t.memory_bytes}, {"key", t.key},           {"stem", t.stem}};
}

Task task_of(const Json& j) {
  Task t;
  t.name = j.at("name"), t.property = j.at("property"), t.words = j.at("words").get<std::vector<std::string>>();
  t.expected = j.at("expected").get<Expected>();
  t.time_ms = j.at("time_ms"), t.memory_bytes = j.at("memory_bytes"), t.key = j.at("key"), t.stem = j.at("stem");
  if (t.stem.empty() || t.stem.find('/') != std::string::npos) throw InputError("a task whose file is elsewhere");
  return t;
}

}  // namespace

Tool tool_at(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(path + ": cannot be read, but is what checks the tasks");
  return {std::filesystem::canonical(path).string(), base::sha256(std::string(std::istreambuf_iterator<char>(in), {}))};
}

Tool this_tool() { return tool_at("/proc/self/exe"); }

std::string to_json(const Plan& p) {
  Json tasks = Json::array();
  for (const Task& t : p.tasks) tasks.push_back(json_of(t));
  Json all = {{"heddle_batch", kFormat},
              {"heddle", p.version},
              {"id", p.id},
              {"cwd", p.cwd},
              {"tool", json_of(p.tool)},
              {"runner", json_of(p.runner)},
              {"settings", p.settings},
              {"memory_bytes", p.memory_bytes},
              {"grace_ms", p.grace_ms},
              {"pages", p.pages},
              {"tasks", tasks}};
  try {
    return all.dump(1) + "\n";
  } catch (const Json::type_error&) {
    throw InputError("the name of a file is not valid UTF-8, so the batch cannot be written down; rename the file");
  }
}

Plan plan_from_json(const std::string& text, const std::string& name) {
  try {
    const Json j = Json::parse(text);
    if (j.at("heddle_batch") != kFormat) throw InputError(name + ": was written by another version of Heddle");
    Plan p;
    p.version = j.at("heddle"), p.id = j.at("id"), p.cwd = j.at("cwd");
    p.tool = tool_of(j.at("tool")), p.runner = tool_of(j.at("runner"));
    p.settings = j.at("settings").get<std::vector<std::string>>();
    p.memory_bytes = j.at("memory_bytes"), p.grace_ms = j.at("grace_ms"), p.pages = j.at("pages");
    for (const Json& t : j.at("tasks")) p.tasks.push_back(task_of(t));
    return p;
  } catch (const Json::exception& e) {
    throw InputError(name + ": is not the plan of a batch (" + e.what() + ")");
  }
}

}  // namespace heddle::batch
