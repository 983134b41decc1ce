// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/tree.h"

namespace heddle::judge {

Ruling tree(const Question&, const std::string&) {
  return Ruling::cannot("certificates of the kind \"tree\" are not judged yet");
}

}  // namespace heddle::judge
