// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent to a cluster: a wave is an array job, each element of it runs a pack of tasks, one after the other. The
// batch and the workers on the nodes meet in these files of the folder:
//
//   slurm/wave-3.json       the packs of a wave, and slurm/wave-3.sh, the job
//   slurm/wave-3-7.now      which task element 7 runs, or ran last
//   slurm/wave-3-7.unfit    why the node of element 7 cannot check anything
//   slurm/wave-3-7.log      what element 7 wrote
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "batch/folder.h"

namespace heddle::batch {

using Pack = std::vector<size_t>;  // indices of tasks of the plan

class WaveFiles {
 public:
  WaveFiles(const Folder& folder, std::string wave) : start_(folder.slurm() / ("wave-" + std::move(wave))) {}
  std::filesystem::path packs() const { return with(".json"); }
  std::filesystem::path script() const { return with(".sh"); }
  std::filesystem::path now(const std::string& element) const { return with("-" + element + ".now"); }
  std::filesystem::path unfit(const std::string& element) const { return with("-" + element + ".unfit"); }
  std::filesystem::path log(const std::string& element) const { return with("-" + element + ".log"); }

 private:
  std::filesystem::path with(const std::string& end) const { return start_.string() + end; }
  std::filesystem::path start_;
};

void write_packs(const std::filesystem::path& path, const std::vector<Pack>& packs);
std::vector<Pack> read_packs(const std::filesystem::path& path, size_t tasks);  // throws InputError

// About two packs for each slot: a job costs most of a second, but the slots should end at the same time.
std::vector<Pack> packed(const std::vector<size_t>& tasks, size_t slots, size_t wanted_size);

}  // namespace heddle::batch
