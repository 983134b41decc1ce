// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a task as JSON: what `heddle check --format json` wrote, with one more field, `batch`.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace heddle::batch {

using Json = nlohmann::ordered_json;

// Everything but traces and proofs. nullopt: the text is not one whole object.
std::optional<Json> parse_without_traces(const std::string& text);

}  // namespace heddle::batch
