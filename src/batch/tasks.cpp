// SPDX-License-Identifier: GPL-3.0-or-later
// What a word of the command line stands for is decided by its ending. Every reader gives drafts; here they become
// tasks: the options of the command line are put into words, names are made unique, and the key is computed.
#include "batch/tasks.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/check.h"
#include "base/property.h"
#include "base/sha256.h"
#include "options/inputs.h"
#include "options/property_file.h"
#include "options/table.h"
#include "options/task_definition.h"
#include "options/values.h"

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;

std::string names(const std::vector<base::Property>& properties) {
  std::string out;
  for (base::Property p : properties) out += (out.empty() ? "" : ",") + std::string(base::text(p));
  return out;
}

// Hashes of files, and of those that they include and that lie beside them or in a directory of -I. Headers of the
// system are not looked for, nor what a macro names.
class Contents {
 public:
  explicit Contents(const std::vector<std::string>& words) {
    for (size_t i = 0; i < words.size(); ++i)
      for (const std::string option : {"-I", "-iquote", "-isystem"})
        if (words[i] == option && i + 1 < words.size())
          directories_.push_back(words[i + 1]);
        else if (words[i].starts_with(option))
          directories_.push_back(words[i].substr(option.size()));
  }

  void add(const std::string& path) {
    if (!seen_.insert(fs::path(path).lexically_normal().string()).second) return;
    std::ifstream in(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    hashes_ += (in ? base::sha256(text) : "cannot be read") + '\0';
    add_included(text, fs::path(path).parent_path());
  }
  const std::string& hashes() const { return hashes_; }

 private:
  void add_included(const std::string& text, const fs::path& directory) {
    static const std::string kInclude = "include";
    for (size_t at = text.find(kInclude); at != std::string::npos; at = text.find(kInclude, at + 1)) {
      const size_t hash = at == 0 ? std::string::npos : text.find_last_not_of(" \t", at - 1);
      if (hash == std::string::npos || text[hash] != '#') continue;
      const size_t begin = text.find_first_of("\"<\n", at), end = text.find_first_of("\">\n", begin + 1);
      if (begin == std::string::npos || end == std::string::npos || text[begin] == '\n') continue;
      const std::string name = text.substr(begin + 1, end - begin - 1);
      std::vector<fs::path> places(directories_.begin(), directories_.end());
      places.insert(places.begin(), directory);
      for (const fs::path& place : places) {
        std::error_code error;
        const std::string path = (place / name).lexically_normal().string();
        if (!fs::is_regular_file(path, error)) continue;
        add(path);
        break;
      }
    }
  }

  std::vector<std::string> directories_;
  std::set<std::string> seen_;
  std::string hashes_;
};

// Separators that no word contains keep different words apart. A word may name a file, too, as --model does.
std::string key_of(const Task& task, const Draft& draft) {
  std::string all;
  for (const std::string& w : task.words) all += w + '\0';
  Contents contents(task.words);
  for (const auto* files : {&draft.files, &draft.read_too})
    for (const std::string& f : *files) contents.add(f);
  for (const std::string& w : task.words) {
    std::error_code error;
    const std::string value = w.starts_with("--") ? w.substr(std::min(w.find('=') + 1, w.size())) : w;
    if (!value.empty() && fs::is_regular_file(value, error)) contents.add(value);
  }
  return base::sha256(all + contents.hashes());
}

// Readable, safe as a name of a file, and different for different tasks.
std::string stem_of(const Task& task) {
  constexpr size_t kReadable = 60, kDigits = 10;
  std::string readable;
  for (char c : task.name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    readable += plain ? c : '_';
  }
  if (readable.size() > kReadable) readable.erase(0, readable.size() - kReadable);
  while (readable.starts_with('.') || readable.starts_with('-')) readable.erase(0, 1);
  return readable + "-" + base::sha256(task.name + '\0' + task.property).substr(0, kDigits);
}

bool takes_value(const std::string& name) {
  const std::vector<options::Row>& all = options::table();
  return std::any_of(all.begin(), all.end(), [&](const options::Row& r) {
    return (r.commands & options::Batch) && options::long_name(r) == name && r.kind != options::Kind::Switch;
  });
}

// Does the task say this itself, as `--unwind 3` or `--unwind=3`?
bool says(const Draft& draft, const std::string& name) {
  if (name == "--data-model" && !draft.data_model.empty()) return true;
  return std::any_of(draft.options.begin(), draft.options.end(),
                     [&](const std::string& o) { return o == name || o.starts_with(name + "="); });
}

// The options of the command line that a task does not replace by its own.
std::vector<std::string> handed_on(const options::Options& options, const Draft& draft) {
  std::vector<std::string> out;
  for (size_t i = 0; i < options.handed_on.size(); ++i) {
    const std::string& name = options.handed_on[i];
    const bool kept = !says(draft, name);
    if (kept) out.push_back(name);
    if (takes_value(name) && kept) out.push_back(options.handed_on[i + 1]);
    i += takes_value(name);
  }
  if (!draft.data_model.empty()) out.insert(out.end(), {"--data-model", draft.data_model});
  return out;
}

Task make_task(const options::Options& options, const Draft& draft) {
  Task task;
  task.name = draft.name;
  task.expected = draft.expected;
  task.time_ms = draft.time_ms.value_or(options.time_limit ? options.time_limit : kDefaultTimeMs);
  task.memory_bytes = draft.memory_bytes.value_or(options.memory_limit);
  task.words = handed_on(options, draft);
  if (!draft.property_word.empty()) {
    task.property = draft.property;
    task.words.insert(task.words.end(), {"--property", draft.property_word});
  } else {
    task.property = names(options.properties.empty() ? options::kDefaultProperties : options.properties);
    for (const std::string& p : options.property) task.words.insert(task.words.end(), {"--property", p});
  }
  // The name of a file may know more than was asked for.
  std::erase_if(task.expected, [&](const auto& e) {
    return !e.first.empty() && ("," + task.property + ",").find("," + e.first + ",") == std::string::npos;
  });
  task.words.insert(task.words.end(), {"--time-limit", std::to_string(task.time_ms) + "ms"});
  task.words.insert(task.words.end(), {"--jobs", std::to_string(options.task_jobs)});
  task.words.insert(task.words.end(), draft.options.begin(), draft.options.end());
  for (const std::string& f : draft.files) task.words.push_back(f.starts_with('-') ? "./" + f : f);
  if (!options.cflags.empty() || !draft.flags.empty()) task.words.push_back("--");
  task.words.insert(task.words.end(), options.cflags.begin(), options.cflags.end());
  task.words.insert(task.words.end(), draft.flags.begin(), draft.flags.end());
  task.key = key_of(task, draft);
  return task;
}

class Collector {
 public:
  explicit Collector(const options::Options& options) : options_(options) {}

  void take(const std::string& path, bool in_set = false) {
    std::vector<Draft> drafts;
    if (options::is_task_definition(path))
      left_out_ += read_definition(path, options_, drafts);
    else if (path.ends_with(".set") && !in_set)
      for (const std::string& file : read_set(path, all_.notes)) take(file, true);
    else if (is_database(path))
      read_build(path, drafts, all_.notes);
    else if (path.ends_with(".json") && !in_set)
      read_list(path, drafts);
    else if (path.ends_with(".c") || path.ends_with(".i"))
      drafts.push_back(read_source(path));
    else
      throw InputError(path +
                       ": is no task; give C files (.c, .i), task definitions (.yml), sets of them (.set), a "
                       "list of tasks (.json) or a build with its compile_commands.json");
    for (const Draft& d : drafts) add(make_task(options_, d));
  }

  Collected result() {
    if (left_out_)
      all_.notes.push_back(std::to_string(left_out_) + (left_out_ == 1 ? " property" : " properties") +
                           " of task definitions left out: not asked for, or not supported yet");
    if (twice_) all_.notes.push_back(std::to_string(twice_) + " of the tasks are named twice; each is run once");
    return std::move(all_);
  }

 private:
  void add(Task task) {
    if (!keys_.insert(task.name + '\0' + task.key).second) {
      ++twice_;
      return;
    }
    const std::string name = task.name;
    for (int n = 2; !names_.insert(task.name + '\0' + task.property).second; ++n)
      task.name = name + "#" + std::to_string(n);
    task.stem = stem_of(task);
    all_.tasks.push_back(std::move(task));
  }

  const options::Options& options_;
  Collected all_;
  std::set<std::string> keys_, names_;
  size_t left_out_ = 0, twice_ = 0;
};

}  // namespace

std::string expected_text(const Task& task) {
  std::string out;
  for (const auto& [property, verdict] : task.expected)
    out +=
        (out.empty() ? "" : ",") + (property.empty() || property == task.property ? verdict : property + ":" + verdict);
  return out;
}

// SV-COMP named its files so, before there were task definitions: fib_true-unreach-call_false-termination.i
Draft read_source(const std::string& path) {
  options::check_source(path);
  Draft draft;
  draft.name = path;
  draft.files = {path};
  const std::string name = fs::path(path).stem().string();
  for (const char* verdict : {"true", "false"}) {
    const std::string mark = std::string("_") + verdict + "-";
    for (size_t at = 0; (at = name.find(mark, at)) != std::string::npos;) {
      at += mark.size();
      const size_t end = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
      draft.expected[name.substr(at, end - at)] = verdict;
    }
  }
  return draft;
}

Collected collect(const options::Options& options) {
  Collector collector(options);
  for (const std::string& word : options.files) collector.take(word);
  Collected all = collector.result();
  if (all.tasks.empty())
    throw InputError("there is no task left to run" + (all.notes.empty() ? "" : ": " + all.notes.front()));
  return all;
}

}  // namespace heddle::batch
