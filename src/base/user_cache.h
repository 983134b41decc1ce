// SPDX-License-Identifier: GPL-3.0-or-later
// Where Heddle keeps what it can make again: $XDG_CACHE_HOME/heddle, else ~/.cache/heddle.
#pragma once
#include <filesystem>

namespace heddle::base {

std::filesystem::path user_cache();

}  // namespace heddle::base
