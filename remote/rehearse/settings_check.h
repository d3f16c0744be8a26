// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a file of settings that a program reads at its start can be parsed. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

// Whether the name is one of a kind that is looked at: JSON, YAML.
bool isSettingsFile(std::string_view name);

// What is wrong with it, "line 3: ..."; nothing if it can be parsed, or may be of another format:
// JSON with comments, a JSON object a line, a template.
std::optional<std::string> problemInSettings(std::string_view name, std::string_view text);

}  // namespace trainyard
