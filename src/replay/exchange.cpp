// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/exchange.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/check.h"

extern char** environ;

namespace heddle::replay {

namespace {

constexpr const char *kSchedule = "schedule", *kStatus = "status", *kRecording = "recording", *kPlan = "plan";

std::string new_directory() {
  std::error_code error;
  std::filesystem::path base = std::filesystem::temp_directory_path(error);
  std::string pattern = ((error ? "/tmp" : base) / "heddle-run-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw InputError(pattern + ": cannot make a directory there: " + std::strerror(errno) +
                     "; set TMPDIR to one that can be written");
  return pattern;
}

template <class T>
bool read_struct(std::istream& in, T& into) {
  return static_cast<bool>(in.read(reinterpret_cast<char*>(&into), sizeof into));
}

}  // namespace

Exchange::Exchange(const std::string& schedule, uint32_t most_acts, const std::string& plan)
    : directory_(new_directory()), constrained_(!schedule.empty()), recording_(most_acts > 0), held_(!plan.empty()) {
  if (held_) write(kPlan, plan, plan.size());
  if (constrained_) write(kSchedule, schedule, schedule.size());
  if (!recording_) return;
  heddle_recording head{};
  head.magic = HEDDLE_RECORDING_MAGIC;
  head.version = HEDDLE_FORMAT_VERSION;
  head.capacity = most_acts;
  write(kRecording, {reinterpret_cast<const char*>(&head), sizeof head},
        sizeof head + uint64_t{most_acts} * sizeof(heddle_recorded_act));
}

Exchange::~Exchange() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void Exchange::write(const char* name, const std::string& bytes, uint64_t size) const {
  std::ofstream out(path(name), std::ios::binary);
  out << bytes;
  out.close();
  std::error_code error;
  std::filesystem::resize_file(path(name), size, error);  // the rest of a recording takes no room until it is written
  if (out && !error) return;
  std::string why = error ? error.message() : std::strerror(errno);
  std::filesystem::remove_all(directory_, error);
  throw InputError(directory_ + ": cannot be written: " + why + "; set TMPDIR to a directory with room");
}

std::vector<std::string> Exchange::environment() const {
  std::vector<std::string> out;
  for (char** v = environ; *v; ++v)
    if (std::strncmp(*v, "HEDDLE_SCHEDULE=", 16) != 0 && std::strncmp(*v, "HEDDLE_STATUS=", 14) != 0 &&
        std::strncmp(*v, "HEDDLE_RECORDING=", 17) != 0 && std::strncmp(*v, "HEDDLE_PLAN=", 12) != 0)
      out.emplace_back(*v);
  if (constrained_) out.push_back("HEDDLE_SCHEDULE=" + path(kSchedule));
  if (held_) out.push_back("HEDDLE_PLAN=" + path(kPlan));
  if (recording_) out.push_back("HEDDLE_RECORDING=" + path(kRecording));
  out.push_back("HEDDLE_STATUS=" + path(kStatus));
  return out;
}

bool Exchange::replace_plan(const std::string& plan) const {
  const std::string next = path("plan.next");
  std::ofstream out(next, std::ios::binary);
  out << plan;
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(next, path(kPlan), error);
  return out && !error;
}

heddle_status Exchange::status() const {
  heddle_status status{};
  std::ifstream in(path(kStatus), std::ios::binary);
  if (!read_struct(in, status) || status.magic != HEDDLE_STATUS_MAGIC || status.version != HEDDLE_FORMAT_VERSION)
    return {};
  return status;
}

Exchange::Recorded Exchange::recorded() const {
  Recorded out;
  heddle_recording head{};
  std::ifstream in(path(kRecording), std::ios::binary);
  if (!read_struct(in, head)) return out;
  out.full = head.full != 0;
  heddle_recorded_act r{};
  for (uint32_t i = 0; i < std::min(head.count, head.capacity) && read_struct(in, r); ++i) {
    trace::Act a;
    a.thread = static_cast<int>(r.thread);
    a.event = r.event;
    a.kind = static_cast<trace::ActKind>(r.kind);
    a.size = r.size;
    a.value = r.value;
    out.acts.push_back(a);
  }
  return out;
}

}  // namespace heddle::replay
