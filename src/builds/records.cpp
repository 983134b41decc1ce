// SPDX-License-Identifier: GPL-3.0-or-later
// A record is a line `heddle-record SIZE`, then so many bytes of JSON. Linkers may put zeros between sections.
#include "builds/records.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/check.h"
#include "base/sha256.h"
#include "builds/object_files.h"

namespace heddle::builds {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kBegin = "heddle-record ";

bool read_whole(const std::string& path, std::string& bytes) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  return !in.bad();
}

std::string first_bytes(const std::string& path, size_t n) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes(n, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(n));
  bytes.resize(static_cast<size_t>(in.gcount()));
  return bytes;
}

// libtool leaves a script where the program should be, and the program in .libs.
std::string behind_libtool(const std::string& path) {
  const std::string script = first_bytes(path, 4096);
  if (!script.starts_with("#!") || script.find("libtool") == std::string::npos) return path;
  const fs::path real = fs::path(path).parent_path() / ".libs" / fs::path(path).filename();
  std::error_code error;
  return fs::is_regular_file(real, error) ? real.string() : path;
}

// Bytes that are no UTF-8 are kept one by one: JSON is UTF-8 only.
std::string to_text(const std::string& bytes) {
  std::string out;
  for (unsigned char c : bytes) {
    if (c < 0x80)
      out += static_cast<char>(c);
    else
      out.append({static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 0x3f))});
  }
  return out;
}
std::string to_bytes(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c < 0x80 || i + 1 == text.size())
      out += text[i];
    else
      out += static_cast<char>((c & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f));
  }
  return out;
}
Json to_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& t : texts) list.push_back(to_text(t));
  return list;
}
std::vector<std::string> strings(const Json& object, const char* name) {
  std::vector<std::string> out;
  for (const Json& t : object.at(name)) out.push_back(to_bytes(t.get<std::string>()));
  return out;
}

Record parse(const std::string& text) {
  const Json j = Json::parse(text);
  Record r;
  r.command.directory = to_bytes(j.at("directory").get<std::string>());
  r.command.file = to_bytes(j.at("file").get<std::string>());
  r.command.arguments = strings(j, "arguments");
  r.sources = strings(j, "sources");
  r.sha256 = j.at("sha256").get<std::string>();
  r.libraries = strings(j, "libraries");
  return r;
}

void refuse_changes(const Record& r, const std::string& path) {
  for (const std::string& s : r.sources) {
    std::error_code error;
    const fs::path file = fs::path(r.command.directory) / s;
    if (!fs::exists(file, error))
      throw InputError(path + ": was built from " + file.lexically_normal().string() +
                       ", which is not there any more; build it again");
  }
  if (hash_of(r.command.directory, r.sources) != r.sha256)
    throw InputError(path + ": " + r.command.file +
                     " or a header of it has changed since it was built; build it again");
}

}  // namespace

std::string hash_of(const std::string& directory, const std::vector<std::string>& files) {
  std::string all;
  for (const std::string& f : files) {
    std::string bytes;
    if (!read_whole((fs::path(directory) / f).string(), bytes)) return "";
    all += base::sha256(bytes);
  }
  return base::sha256(all);
}

std::string write(const Record& r) {
  const Json j = {{"directory", to_text(r.command.directory)},
                  {"file", to_text(r.command.file)},
                  {"arguments", to_json(r.command.arguments)},
                  {"sources", to_json(r.sources)},
                  {"sha256", r.sha256},
                  {"libraries", to_json(r.libraries)}};
  const std::string text = j.dump();
  return kBegin + std::to_string(text.size()) + "\n" + text;
}

std::vector<Record> read_records(const std::string& section, const std::string& path) {
  std::vector<Record> records;
  for (size_t at = 0; (at = section.find_first_not_of('\0', at)) != std::string::npos;) {
    const size_t line = section.find('\n', at);
    const size_t size = section.compare(at, std::string(kBegin).size(), kBegin) == 0 && line != std::string::npos
                            ? std::strtoull(section.c_str() + at + std::string(kBegin).size(), nullptr, 10)
                            : std::string::npos;
    if (size == std::string::npos || size > section.size() - line - 1)
      throw InputError(path + ": what heddle-cc wrote into it is damaged; build it again");
    try {
      records.push_back(parse(section.substr(line + 1, size)));
    } catch (const Json::exception&) {
      throw InputError(path + ": was built with another version of heddle-cc; build it again");
    }
    at = line + 1 + size;
  }
  return records;
}

bool is_built(const std::string& path) {
  std::error_code error;
  if (path.ends_with(".c") || path.ends_with(".i") || !fs::is_regular_file(path, error)) return false;
  const std::string begin = first_bytes(behind_libtool(path), 8);
  return is_elf(begin) || is_archive(begin);
}

Build read_built(const std::vector<std::string>& paths) {
  Build build;
  std::vector<Command> commands;
  for (const std::string& given : paths) {
    const std::string path = behind_libtool(given);
    std::string bytes;
    if (!read_whole(path, bytes)) throw InputError(given + ": cannot be read");
    size_t before = commands.size();
    for (Record& r : read_records(section(bytes, kSection, path), given)) {
      refuse_renaming(given, renaming(r.libraries));
      build.libraries.insert(build.libraries.end(), r.libraries.begin(), r.libraries.end());
      if (r.command.file.empty()) continue;
      refuse_changes(r, given);
      commands.push_back(std::move(r.command));
    }
    if (commands.size() == before)
      throw InputError(given + ": was not built with heddle-cc; build it again with CC=heddle-cc, or give the C files");
  }
  add_units(build, commands);
  return build;
}

}  // namespace heddle::builds
