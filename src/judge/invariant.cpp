// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/invariant.h"

namespace heddle::judge {

Ruling invariant(const Question&, const std::string&) {
  return Ruling::cannot("certificates of the kind \"invariant\" are not judged yet");
}

}  // namespace heddle::judge
