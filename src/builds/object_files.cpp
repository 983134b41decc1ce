// SPDX-License-Identifier: GPL-3.0-or-later
// Just enough of ELF (little-endian, 32 and 64 bits) and of ar to find a section. Every offset is checked: a damaged
// file is an InputError.
#include "builds/object_files.h"

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/check.h"

namespace heddle::builds {
namespace {

[[noreturn]] void damaged(const std::string& path) {
  throw InputError(path + ": is damaged, or of a kind that Heddle cannot read; build it again");
}

template <class T>
T at(const std::string& bytes, uint64_t offset, const std::string& path) {
  T value;
  if (offset > bytes.size() || bytes.size() - offset < sizeof value) damaged(path);
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string part(const std::string& bytes, uint64_t offset, uint64_t size, const std::string& path) {
  if (offset > bytes.size() || bytes.size() - offset < size) damaged(path);
  return bytes.substr(offset, size);
}

template <class Header, class Section>
std::string in_elf(const std::string& bytes, const std::string& name, const std::string& path) {
  const Header h = at<Header>(bytes, 0, path);
  if (h.e_shoff == 0 || h.e_shentsize < sizeof(Section)) return "";
  auto section = [&](uint64_t k) { return at<Section>(bytes, h.e_shoff + k * h.e_shentsize, path); };
  const Section first = section(0);
  const uint64_t count = h.e_shnum ? h.e_shnum : first.sh_size;
  const Section names = section(h.e_shstrndx == SHN_XINDEX ? first.sh_link : h.e_shstrndx);
  const std::string strings = part(bytes, names.sh_offset, names.sh_size, path);
  std::string content;
  for (uint64_t k = 1; k < count; ++k) {
    const Section s = section(k);
    if (s.sh_name >= strings.size() || name != strings.c_str() + s.sh_name || s.sh_type == SHT_NOBITS) continue;
    content += part(bytes, s.sh_offset, s.sh_size, path);
  }
  return content;
}

constexpr size_t kMagic = 8, kMember = 60;  // lengths of "!<arch>\n" and of the header of a member
constexpr const char *kWhole = "!<arch>\n", *kThin = "!<thin>\n";

// Members with long names have `/OFFSET` into a table of names, which is a member called `//`.
std::string in_archive(const std::string& bytes, const std::string& name, const std::string& path) {
  const bool thin = bytes.starts_with(kThin);
  std::string content, names;
  for (uint64_t offset = kMagic; offset + kMember <= bytes.size();) {
    const std::string header = bytes.substr(offset, kMember);
    std::string member = header.substr(0, 16);
    member.erase(member.find_last_not_of(' ') + 1);
    const uint64_t size = std::strtoull(header.substr(48, 10).c_str(), nullptr, 10);
    offset += kMember;
    const bool special = member == "/" || member == "//" || member == "/SYM64/";
    if (member == "//") names = part(bytes, offset, size, path);
    if (!special && thin) {
      const uint64_t where = std::strtoull(member.c_str() + 1, nullptr, 10);
      if (where >= names.size()) damaged(path);
      const std::string file = names.substr(where, names.find("/\n", where) - where);
      const std::string full = (std::filesystem::path(path).parent_path() / file).string();
      std::ifstream in(full, std::ios::binary);
      content += section(std::string(std::istreambuf_iterator<char>(in), {}), name, full);
      continue;
    }
    if (!special) {
      const std::string inside = part(bytes, offset, size, path);
      if (is_elf(inside)) content += section(inside, name, path);
    }
    offset += size + size % 2;
  }
  return content;
}

}  // namespace

bool is_elf(const std::string& bytes) { return bytes.starts_with(ELFMAG); }
bool is_archive(const std::string& bytes) { return bytes.starts_with(kWhole) || bytes.starts_with(kThin); }

std::string section(const std::string& bytes, const std::string& name, const std::string& path) {
  if (is_archive(bytes)) return in_archive(bytes, name, path);
  if (!is_elf(bytes) || bytes.size() <= EI_DATA || bytes[EI_DATA] != ELFDATA2LSB) damaged(path);
  return bytes[EI_CLASS] == ELFCLASS32 ? in_elf<Elf32_Ehdr, Elf32_Shdr>(bytes, name, path)
                                       : in_elf<Elf64_Ehdr, Elf64_Shdr>(bytes, name, path);
}

}  // namespace heddle::builds
