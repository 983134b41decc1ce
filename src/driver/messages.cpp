// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/messages.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace heddle::driver {

namespace {

struct Head {
  char kind;
  uint64_t length, checksum;
};

// FNV-1a, by words: against accidents, not against enemies.
uint64_t checksum(char kind, std::string_view content) {
  uint64_t h = 0xcbf29ce484222325ull ^ static_cast<unsigned char>(kind) ^ content.size() << 8;
  auto mix = [&](uint64_t word) { h = (h ^ word) * 0x100000001b3ull, h ^= h >> 29; };
  size_t at = 0;
  for (uint64_t word = 0; at + sizeof word <= content.size(); at += sizeof word)
    std::memcpy(&word, content.data() + at, sizeof word), mix(word);
  for (; at < content.size(); ++at) mix(static_cast<unsigned char>(content[at]));
  return h;
}

bool is_known(char kind) {
  switch (static_cast<MessageKind>(kind)) {
    case kNote:
    case kResult:
    case kProgress:
    case kNoMemory:
    case kSpent:
    case kFailure:
    case kLost: return true;
  }
  return false;
}

bool write_all(int fd, const char* from, size_t n) {
  while (n > 0) {
    ssize_t written = write(fd, from, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    n -= static_cast<size_t>(written);
  }
  return true;
}

}  // namespace

bool write_message(int fd, MessageKind kind, std::string_view content) {
  Head head{};
  head.kind = kind;
  head.length = content.size();
  head.checksum = checksum(kind, content);
  return write_all(fd, reinterpret_cast<const char*>(&head), sizeof head) &&
         write_all(fd, content.data(), content.size());
}

bool write_line(int fd, MessageKind kind, std::string_view content) {
  return write_message(fd, kind, content) && write_all(fd, "\n", 1);
}

std::optional<Message> next_message(std::string& unread, bool& broken) {
  Head head;
  if (unread.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, unread.data(), sizeof head);
  constexpr uint64_t kMost = uint64_t{1} << 40;
  if (!is_known(head.kind) || head.length > kMost) {
    broken = true;
    return std::nullopt;
  }
  if (unread.size() - sizeof head < head.length) return std::nullopt;
  Message m{head.kind, unread.substr(sizeof head, head.length)};
  unread.erase(0, sizeof head + head.length);
  if (checksum(m.kind, m.content) == head.checksum) return m;
  broken = true;
  return std::nullopt;
}

}  // namespace heddle::driver
