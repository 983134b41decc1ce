// SPDX-License-Identifier: GPL-3.0-or-later
// Assertions that stay on in release builds. A failed check is our bug, never the user's: it throws InternalError,
// which the tools turn into exit code 4 together with what was already known.
#pragma once
#include <sstream>
#include <stdexcept>
#include <string>

namespace heddle {

struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

// The user's mistake: bad file, bad option, unsupported C. Exit code 3. The message says what, where, what to do next.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace base {
class CheckFailure {
 public:
  CheckFailure(const char* cond, const char* file, int line) {
    text_ << file << ":" << line << ": should hold: " << cond << " ";
  }
  [[noreturn]] ~CheckFailure() noexcept(false) { throw InternalError(text_.str()); }
  template <class T>
  CheckFailure& operator<<(const T& v) {
    text_ << v;
    return *this;
  }

 private:
  std::ostringstream text_;
};
}  // namespace base
}  // namespace heddle

#define HEDDLE_CHECK(cond) \
  if (cond) [[likely]] {   \
  } else                   \
    ::heddle::base::CheckFailure(#cond, __FILE__, __LINE__)
#ifdef NDEBUG
#define HEDDLE_DCHECK(cond) \
  if (true) {               \
  } else                    \
    ::heddle::base::CheckFailure(#cond, __FILE__, __LINE__)
#else
#define HEDDLE_DCHECK(cond) HEDDLE_CHECK(cond)
#endif
