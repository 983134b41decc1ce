// SPDX-License-Identifier: GPL-3.0-or-later
// A section of ELF files, also of those in archives.
#pragma once
#include <string>
#include <vector>

namespace heddle::builds {

bool is_elf(const std::string& bytes);
bool is_archive(const std::string& bytes);

// The content of the section, of each member of an archive in turn; nothing if there is none. Throws InputError if the
// file is damaged. `path` is for messages, and for archives that only name their members.
std::string section(const std::string& bytes, const std::string& name, const std::string& path);

}  // namespace heddle::builds
