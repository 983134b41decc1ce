// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are there whole or not at all.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace heddle::batch {

// Written beside its place and moved there. Throws DiskProblem.
void write_whole(const std::filesystem::path& path, const std::string& content);
std::optional<std::string> read_whole(const std::filesystem::path& path);  // nullopt: cannot be read

}  // namespace heddle::batch
