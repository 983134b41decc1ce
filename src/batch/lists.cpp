// SPDX-License-Identifier: GPL-3.0-or-later
// A list of tasks in JSON, see docs/howto/check-many-programs.md. What is not known is refused: a misspelt limit would
// otherwise be no limit. A task without files has to say in `options` where its program comes from.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/property.h"
#include "batch/tasks.h"
#include "options/inputs.h"
#include "options/property_file.h"
#include "options/values.h"

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Entry {
 public:
  Entry(const std::string& path, size_t number, const Json& json)
      : path_(path), where_(path + ": task " + std::to_string(number)), json_(json) {
    if (!json.is_object()) refuse("must be an object, such as {\"files\": [\"a.c\"]}");
    if (json.contains("directory") && (json.contains("command") || json.contains("arguments")))
      throw InputError(
          path + ": is a compilation database under another name; call it compile_commands.json, or give its folder");
  }

  Draft read() {
    Draft d;
    for (const auto& [name, value] : json_.items()) take(d, name, value);
    if (d.files.empty() && d.options.empty()) refuse("has no files");
    if (d.name.empty())
      for (const std::string& f : d.files) d.name += (d.name.empty() ? "" : " ") + f;
    if (d.name.empty())
      for (const std::string& o : d.options) d.name += (d.name.empty() ? "" : " ") + o;
    check_expected(d);
    return d;
  }

 private:
  void take(Draft& d, const std::string& key, const Json& value) {
    if (key == "name")
      d.name = string(key, value);
    else if (key == "files")
      for (const std::string& f : strings(key, value)) d.files.push_back(source(f));
    else if (key == "flags")
      d.flags = strings(key, value);
    else if (key == "options")
      d.options = check_options(strings(key, value));
    else if (key == "property")
      take_property(d, strings(key, value));
    else if (key == "data_model")
      d.data_model = data_model(string(key, value));
    else if (key == "time_limit")
      d.time_ms = amount(key, value, options::parse_duration, "a time such as \"60s\"");
    else if (key == "memory_limit")
      d.memory_bytes = amount(key, value, options::parse_size, "a size such as \"4G\"");
    else if (key == "expected")
      take_expected(d, value);
    else
      refuse("has `" + key +
             "`, which is not known; there are name, files, flags, options, property, data_model, "
             "time_limit, memory_limit and expected");
  }

  // Where results go and how long it may take is not for check alone to know.
  std::vector<std::string> check_options(std::vector<std::string> words) const {
    for (const std::string& w : words) {
      const std::string name = w.substr(0, w.find('='));
      for (const char* other : {"--time-limit", "--memory-limit", "--property", "--data-model"})
        if (name == other) refuse("has " + name + " among `options`; it has a field of its own");
      for (const char* ours : {"--format", "--output", "-o", "--report", "--jobs", "--", "--help", "-h"})
        if (name == ours) refuse("has " + name + " among `options`, which is for the batch to say");
    }
    return words;
  }

  std::string source(const std::string& file) const {
    const std::string path = beside(file);
    options::check_source(path);
    return path;
  }

  void take_property(Draft& d, const std::vector<std::string>& words) {
    for (const std::string& w : words)
      d.property_word += (d.property_word.empty() ? "" : ",") + (w.ends_with(".prp") ? beside(w) : w);
    if (words.size() > 1 && d.property_word.find(".prp") != std::string::npos)
      refuse("names more than one property file");
    if (d.property_word.ends_with(".prp")) d.read_too.push_back(d.property_word);
    unsigned memory_safety = 0;
    for (base::Property p : options::resolve_properties({d.property_word}, memory_safety))
      d.property += (d.property.empty() ? "" : ",") + std::string(base::text(p));
  }

  void take_expected(Draft& d, const Json& value) {
    if (!value.is_object())
      d.expected[""] = verdict(value);
    else
      for (const auto& [property, v] : value.items()) d.expected[property] = verdict(v);
  }

  // A verdict of a property that is not checked would never be compared.
  void check_expected(const Draft& d) const {
    if (d.property.empty()) return;
    for (const auto& [property, v] : d.expected)
      if (!property.empty() && ("," + d.property + ",").find("," + property + ",") == std::string::npos)
        refuse("expects a verdict of " + property + ", but asks for " + d.property);
  }

  std::string verdict(const Json& value) const {
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (value.is_string() && (value == "true" || value == "false")) return value.get<std::string>();
    refuse("`expected` must be \"true\" or \"false\", or such a verdict for each property");
  }

  std::string data_model(const std::string& word) const {
    if (word != "ilp32" && word != "lp64") refuse("`data_model` must be \"ilp32\" or \"lp64\"");
    return word;
  }

  uint64_t amount(const std::string& key, const Json& value, std::optional<uint64_t> (*parse)(const std::string&),
                  const char* wanted) const {
    const std::string word = value.is_number_unsigned() ? value.dump() : string(key, value);
    std::optional<uint64_t> n = parse(word);
    if (!n || !*n) refuse("`" + key + "` must be " + wanted);
    return *n;
  }

  std::string string(const std::string& key, const Json& value) const {
    if (!value.is_string() || value.get<std::string>().empty())
      refuse("`" + key + "` must be a string that is not empty");
    return value.get<std::string>();
  }

  std::vector<std::string> strings(const std::string& key, const Json& value) const {
    if (value.is_string()) return {string(key, value)};
    if (!value.is_array()) refuse("`" + key + "` must be a string or a list of strings");
    std::vector<std::string> out;
    for (const Json& v : value) out.push_back(string(key, v));
    return out;
  }

  std::string beside(const std::string& file) const {
    return (fs::path(path_).parent_path() / file).lexically_normal().string();
  }

  [[noreturn]] void refuse(const std::string& why) const { throw InputError(where_ + ": " + why); }

  const std::string& path_;
  const std::string where_;
  const Json& json_;
};

}  // namespace

void read_list(const std::string& path, std::vector<Draft>& into) {
  constexpr size_t kLargest = 256 << 20;
  const std::string text = options::read_small_file(path, "list of tasks", kLargest);
  Json root;
  try {
    root = Json::parse(text);
  } catch (const Json::parse_error& e) {
    throw InputError(path + ": is not valid JSON, at byte " + std::to_string(e.byte));
  }
  if (root.is_object() && root.contains("tasks")) root = Json(root["tasks"]);
  if (!root.is_array()) throw InputError(path + ": must be a list of tasks: [{\"files\": [\"a.c\"]}, ...]");
  for (size_t i = 0; i < root.size(); ++i) into.push_back(Entry(path, i + 1, root[i]).read());
}

}  // namespace heddle::batch
