// SPDX-License-Identifier: GPL-3.0-or-later
// A file for each answer, named by the hash of everything that it depends on: the key in full, a checksum and the bytes
// of the result. What cannot be read, or is not exactly that, is as good as not there. The oldest files go when there
// are too many; an answer that is used becomes young again.
#include "result_cache.h"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/sha256.h"
#include "base/user_cache.h"
#include "report/report.h"
#include "trace/bytes.h"
#include "version.h"

namespace heddle::tools {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t kMostBytes = uint64_t{256} << 20;
constexpr size_t kMostFiles = 2000;

std::string whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The linker's own hash of the program; else that of the file.
std::string build_of_heddle() {
  static const std::string id = [] {
    std::string found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* into) {
          for (int i = 0; i < info->dlpi_phnum; ++i) {
            const auto& segment = info->dlpi_phdr[i];
            if (segment.p_type != PT_NOTE) continue;
            const char* at = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
            const char* end = at + segment.p_memsz;
            while (at + sizeof(ElfW(Nhdr)) <= end) {
              ElfW(Nhdr) note;
              std::memcpy(&note, at, sizeof note);
              const char* name = at + sizeof note;
              const char* content = name + (note.n_namesz + 3) / 4 * 4;
              if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
                static_cast<std::string*>(into)->assign(content, note.n_descsz);
              at = content + (note.n_descsz + 3) / 4 * 4;
            }
          }
          return 1;  // the first one is the program itself
        },
        &found);
    return base::sha256(found.empty() ? whole("/proc/self/exe") : found);
  }();
  return id;
}

// Every option but those that only say what becomes of the answer.
std::string options_that_matter(const options::Options& o) {
  static const std::set<std::string> kOthers = {"help",  "format", "output", "reports",   "witness",  "baseline",
                                                "quiet", "cache",  "config", "no_config", "progress", "full_trace"};
  std::ostringstream out;
  auto add = [&](const std::string& name, const auto& value) {
    if (!kOthers.count(name)) out << name << "=" << value << "\n";
  };
  auto add_list = [&](const std::string& name, const std::vector<std::string>& values) {
    for (const std::string& v : values) add(name, std::to_string(v.size()) + ":" + v);
  };
#define HEDDLE_CHOICE(Type, field, ...) add(#field, static_cast<int>(o.field));
#define HEDDLE_NUMBER(field, ...) add(#field, o.field);
#define HEDDLE_DURATION(field, ...) add(#field, o.field);
#define HEDDLE_SIZE(field, ...) add(#field, o.field);
#define HEDDLE_SWITCH(field, ...) add(#field, o.field);
#define HEDDLE_TEXT(field, ...) add_list(#field, {o.field});
#define HEDDLE_LIST(field, ...) add_list(#field, o.field);
#include "options/options.def"
  for (base::Property p : o.properties) add("asked", base::text(p));
  add("memory_safety", o.memory_safety);
  return out.str();
}

std::string described(const trace::InputFiles& input) {
  trace::Result only_input;
  only_input.input = input;
  std::ostringstream out;
  report::write_json(out, only_input);
  return out.str();
}

bool is_off(const options::Options& o) {
  const char* variable = std::getenv("HEDDLE_CACHE");
  // A judge is asked for a fresh look at a fresh proof, and a replay has to happen; some options leave files behind.
  return !o.cache || (variable && std::strcmp(variable, "off") == 0) || o.certify || o.confirm || !o.dump.empty() ||
         !o.lazy_log.empty() || !o.validate.empty();
}

bool can_be_said_again(const trace::Result& r) {
  using trace::Reason;
  if (r.verdict != trace::Verdict::Unknown) return true;
  return r.reason_code == Reason::UnmodelledCall || r.reason_code == Reason::UndefinedBehaviour ||
         r.reason_code == Reason::Unsupported || r.reason_code == Reason::WideInput ||
         r.reason_code == Reason::WeakAtomics;
}

std::string now() {
  const std::time_t t = std::time(nullptr);
  std::tm parts{};
  char text[64];
  localtime_r(&t, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return text;
}

void make_room(const fs::path& directory) {
  struct Old {
    fs::file_time_type time;
    uint64_t bytes;
    fs::path path;
  };
  std::error_code error;
  std::vector<Old> files;
  uint64_t bytes = 0;
  for (const fs::directory_entry& e : fs::directory_iterator(directory, error)) {
    std::error_code gone;
    Old file{e.last_write_time(gone), e.file_size(gone), e.path()};
    if (gone) continue;
    bytes += file.bytes;
    files.push_back(file);
  }
  if (bytes <= kMostBytes && files.size() <= kMostFiles) return;
  std::sort(files.begin(), files.end(), [](const Old& a, const Old& b) { return a.time < b.time; });
  size_t count = files.size();
  for (const Old& f : files) {
    if (bytes <= kMostBytes / 2 && count <= kMostFiles / 2) return;
    fs::remove(f.path, error);
    bytes -= f.bytes;
    --count;
  }
}

}  // namespace

ResultCache::ResultCache(const options::Options& options, const trace::InputFiles& input, const std::string& program) {
  if (is_off(options)) return;
  key_ = std::string("heddle " HEDDLE_VERSION " ") + build_of_heddle() + "\nprogram " + program + "\noptions " +
         base::sha256(options_that_matter(options)) + "\ninput " + base::sha256(described(input)) + "\n";
  std::error_code error;
  path_ = (base::user_cache() / "results" / base::sha256(key_)).string();
}

std::optional<trace::Result> ResultCache::find() const {
  if (path_.empty()) return std::nullopt;
  const std::string file = whole(path_);
  constexpr size_t kHash = 64;
  if (!file.starts_with(key_) || file.size() < key_.size() + kHash) return std::nullopt;
  const std::string_view bytes = std::string_view(file).substr(key_.size() + kHash);
  if (base::sha256(bytes) != file.substr(key_.size(), kHash)) return std::nullopt;
  std::optional<trace::Result> result = trace::from_bytes(bytes);
  std::error_code error;
  if (result) fs::last_write_time(path_, fs::file_time_type::clock::now(), error);
  return result;
}

// That an answer cannot be kept is no reason to say anything.
void ResultCache::keep(const trace::Result& result, bool ended_early) const {
  if (path_.empty() || ended_early || !can_be_said_again(result)) return;
  trace::Result kept = result;
  kept.from_cache = now();
  const std::string bytes = trace::to_bytes(kept);
  if (bytes.size() > kMostBytes / 4) return;
  std::error_code error;
  const fs::path directory = fs::path(path_).parent_path();
  fs::create_directories(directory, error);
  const std::string part = path_ + "." + std::to_string(getpid());
  std::ofstream out(part, std::ios::binary);
  out << key_ << base::sha256(bytes) << bytes;
  out.close();
  if (out)
    fs::rename(part, path_, error);
  else
    fs::remove(part, error);
  make_room(directory);
}

}  // namespace heddle::tools
