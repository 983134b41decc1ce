// SPDX-License-Identifier: GPL-3.0-or-later
// A Result as bytes, for the way from the process of an engine to the process that reports. Both ends are the same
// program on the same machine, so there is no version and no byte order.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "trace/result.h"

namespace heddle::trace {

std::string to_bytes(const Result& r);

// Nothing if the bytes are not exactly one Result, or one that contradicts itself: a verdict that its properties do not
// give, a property that is violated without a violation, or one that is proven without a proof.
std::optional<Result> from_bytes(std::string_view bytes);

// Suspicions alone, for the way to an engine.
std::string to_bytes(const Suspicions& s);
std::optional<Suspicions> suspicions_from_bytes(std::string_view bytes);

}  // namespace heddle::trace
