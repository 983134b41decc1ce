// SPDX-License-Identifier: GPL-3.0-or-later
// The properties Heddle knows, under the names SV-COMP gives them. They stand in the lowest room because options name
// them before there is a program, and results after.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::base {

enum class Property : uint8_t { UnreachCall, NoDataRace, NoDeadlock, Termination, NoOverflow, ValidMemsafety };
inline constexpr int kProperties = 6;
const char* text(Property p);
std::optional<Property> property(const std::string& name);

}  // namespace heddle::base
