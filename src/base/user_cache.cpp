// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/user_cache.h"

#include <cstdlib>

namespace heddle::base {

namespace fs = std::filesystem;

fs::path user_cache() {
  const char* chosen = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path base = chosen && *chosen ? fs::path(chosen)
                  : home && *home   ? fs::path(home) / ".cache"
                                    : fs::temp_directory_path();
  return base / "heddle";
}

}  // namespace heddle::base
