// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/packs.h"

#include <algorithm>

#include "base/check.h"
#include "batch/files.h"
#include "batch/result_json.h"

namespace heddle::batch {

void write_packs(const std::filesystem::path& path, const std::vector<Pack>& packs) {
  write_whole(path, Json(packs).dump() + "\n");
}

std::vector<Pack> read_packs(const std::filesystem::path& path, size_t tasks) {
  const std::optional<std::string> text = read_whole(path);
  try {
    std::vector<Pack> packs = Json::parse(text.value_or("")).get<std::vector<Pack>>();
    for (const Pack& p : packs)
      for (size_t task : p)
        if (task >= tasks) throw InputError(path.string() + ": names a task that is not planned");
    return packs;
  } catch (const Json::exception&) {
    throw InputError(path.string() + ": cannot be read, but says which tasks to run");
  }
}

std::vector<Pack> packed(const std::vector<size_t>& tasks, size_t slots, size_t wanted_size) {
  constexpr size_t kMost = 100;
  const size_t parts = 2 * std::max<size_t>(slots, 1);
  const size_t size = wanted_size ? wanted_size : std::clamp<size_t>((tasks.size() + parts - 1) / parts, 1, kMost);
  std::vector<Pack> packs;
  for (size_t at = 0; at < tasks.size(); at += size)
    packs.emplace_back(tasks.begin() + static_cast<std::ptrdiff_t>(at),
                       tasks.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, tasks.size())));
  return packs;
}

}  // namespace heddle::batch
