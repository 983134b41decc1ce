// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/config.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/check.h"
#include "base/property.h"
#include "options/inputs.h"
#include "base/nearest.h"
#include "options/table.h"
#include "options/toml.h"

namespace heddle::options {

namespace fs = std::filesystem;

namespace {

const std::map<std::string, std::string> kOtherNames = {
    {"build", "build_directory"}, {"include", "include_dirs"}, {"define", "defines"}};
const std::set<std::string> kPaths = {"build_directory", "include_dirs", "stdin_file", "models",
                                      "baseline",        "reports",      "witness"};
// What only a single run can mean.
const std::set<std::string> kOnlyOnce = {"help",      "output",   "dump",     "config",
                                         "no_config", "validate", "lazy_log", "format"};

class Reader {
 public:
  Reader(const std::string& path) : path_(path), directory_(fs::path(path).parent_path()) { config_.file = path; }

  Config read(const Toml& toml) {
    for (const auto& [key, value] : toml.top) setting(key, value);
    for (const auto& [name, table] : toml.tables)
      refuse(toml.lines.at(name), "[" + name + "] is no part of it; settings stand at the top, and [[lock]] and " +
                                      "[[suppress]] behind them");
    for (const auto& [name, tables] : toml.lists)
      for (const TomlTable& t : tables) {
        const unsigned line = t.empty() ? toml.lines.at(name) : t.begin()->second.line;
        if (name == "lock")
          lock(t, line);
        else if (name == "suppress")
          suppress(t, line);
        else
          refuse(line, "[[" + name + "]] is no part of it; there are [[lock]] and [[suppress]]");
      }
    return std::move(config_);
  }

 private:
  [[noreturn]] void refuse(unsigned line, const std::string& what) const {
    throw InputError(path_ + ":" + std::to_string(line) + ": " + what);
  }

  std::string here(const std::string& path) const {
    return directory_.empty() || fs::path(path).is_absolute() ? path : (directory_ / path).lexically_normal().string();
  }

  std::vector<std::string> texts(const TomlValue& v) const {
    if (auto* list = std::get_if<std::vector<std::string>>(&v.is)) return *list;
    if (auto* text = std::get_if<std::string>(&v.is)) return {*text};
    if (auto* number = std::get_if<int64_t>(&v.is)) return {std::to_string(*number)};
    return {std::get<bool>(v.is) ? "true" : "false"};
  }

  void setting(const std::string& key, const TomlValue& value) {
    if (key == "files") {
      for (const std::string& f : texts(value)) config_.files.push_back(here(f));
      return;
    }
    if (key == "cflags") {
      config_.cflags = texts(value);
      return;
    }
    auto other = kOtherNames.find(key);
    for (const Row& r : table(Check)) {
      if (kOnlyOnce.count(r.field)) continue;
      if (other != kOtherNames.end() ? other->second != r.field : long_name(r) != "--" + key) continue;
      const bool is_bool = std::holds_alternative<bool>(value.is);
      if (is_bool != (r.kind == Kind::Switch)) refuse(value.line, "`" + key + "`: give " + wanted(r));
      std::vector<std::string> values = texts(value);
      if (values.size() > 1 && r.kind != Kind::List) refuse(value.line, "`" + key + "`: give one value, not a list");
      if (kPaths.count(r.field))
        std::transform(values.begin(), values.end(), values.begin(), [&](auto& v) { return here(v); });
      config_.given[r.field] = values;
      return;
    }
    std::vector<std::string> names{"build", "files", "cflags", "include", "define"};
    for (const Row& r : table(Check))
      if (!kOnlyOnce.count(r.field) && long_name(r).starts_with("--")) names.push_back(long_name(r).substr(2));
    refuse(value.line, "there is no setting `" + key + "`" + base::did_you_mean(key, names) +
                           "; settings are the options of `heddle check --help` without " +
                           "their dashes, and build, files, cflags, include, define");
  }
  static std::string wanted(const Row& r) {
    return r.kind == Kind::Switch ? "true or false" : r.metavar.empty() ? "a text" : r.metavar;
  }

  std::string text(const TomlTable& t, const char* key) const {
    auto it = t.find(key);
    if (it == t.end()) return "";
    if (auto* s = std::get_if<std::string>(&it->second.is); s && !s->empty()) return *s;
    refuse(it->second.line, std::string("`") + key + "`: give a text");
  }
  void only(const TomlTable& t, const std::set<std::string>& keys) const {
    for (const auto& [key, value] : t)
      if (!keys.count(key)) {
        std::string all;
        for (const std::string& k : keys) all += (all.empty() ? "" : ", ") + k;
        refuse(value.line, "there is no `" + key + "` here" + base::did_you_mean(key, {keys.begin(), keys.end()}) +
                               "; there are: " + all);
      }
  }

  // NAME or NAME:NUMBER
  static bool is_operation(const std::string& s) {
    const size_t colon = std::min(s.find(':'), s.size());
    const std::string name = s.substr(0, colon), number = colon < s.size() ? s.substr(colon + 1) : "0";
    return !name.empty() && !number.empty() && number.size() < 3 &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
               std::string::npos &&
           number.find_first_not_of("0123456789") == std::string::npos;
  }
  void lock(const TomlTable& t, unsigned line) {
    only(t, {"acquire", "release"});
    const std::string acquire = text(t, "acquire"), release = text(t, "release");
    if (!is_operation(acquire) || !is_operation(release))
      refuse(line, "a [[lock]] has acquire = \"my_lock:0\" and release = \"my_unlock:0\": the functions, and which " +
                       std::string("argument points to the lock, from 0"));
    config_.acquires.push_back(acquire);
    config_.releases.push_back(release);
  }

  void suppress(const TomlTable& t, unsigned line) {
    only(t, {"property", "file", "function", "object", "reason"});
    Suppression s{text(t, "property"), text(t, "file"), text(t, "function"), text(t, "object"), text(t, "reason")};
    if (s.reason.empty()) refuse(line, "a [[suppress]] needs a reason = \"...\": why does the project live with it?");
    if (s.file.empty() && s.function.empty() && s.object.empty())
      refuse(line, "a [[suppress]] names a file, a function or an object, or several of these");
    if (!s.property.empty() && !base::property(s.property))
      refuse(line, "`" + s.property + "` is no property; see `heddle explain`");
    config_.suppressions.push_back(s);
  }

  std::string path_;
  fs::path directory_;
  Config config_;
};

}  // namespace

std::string find_config() {
  std::error_code error;
  fs::path up;
  for (fs::path d = fs::current_path(error); !error; d = d.parent_path(), up /= "..") {
    if (fs::is_regular_file(d / kConfigName, error)) return (up / kConfigName).string();
    if (fs::exists(d / ".git", error) || d == d.parent_path()) break;
    error.clear();
  }
  return "";
}

Config parse_config(const std::string& text, const std::string& path) {
  return Reader(path).read(parse_toml(text, path));
}

Config read_config(const std::string& path) { return parse_config(read_small_file(path, "file of settings"), path); }

}  // namespace heddle::options
