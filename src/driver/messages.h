// SPDX-License-Identifier: GPL-3.0-or-later
// What goes through the pipe: a head with kind, length and checksum, then the content.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::driver {

enum MessageKind : char {
  kNote = 'N',      // trace::to_bytes: what is known so far
  kResult = 'R',    // trace::to_bytes: the last message of an engine that came to its end
  kProgress = 'P',  // base::to_bytes: the live line; empty: none
  kNoMemory = 'M',  // the system gave no more
  kSpent = 'S',     // a limit ended it before it had a result; the content is the number of the trace::Reason
  kFailure = 'F',   // what an internal error said
  kLost = 'L',      // why it has no answer, by nobody's mistake
};

struct Message {
  char kind;
  std::string content;
};

// False: the other end is gone.
bool write_message(int fd, MessageKind kind, std::string_view content);

// The same, with an end of line behind it.
bool write_line(int fd, MessageKind kind, std::string_view content);

// The next whole message, taken from the beginning of `unread`. Sets `broken` when what stands there is no message.
std::optional<Message> next_message(std::string& unread, bool& broken);

}  // namespace heddle::driver
