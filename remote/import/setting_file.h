// SPDX-License-Identifier: GPL-3.0-or-later
// Reads settings files in JSON or YAML as flat lists.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "remote/import/setting.h"
#include "engine/contract/result.h"

namespace trainyard {

// Returns the settings of a JSON object or a YAML mapping with the lines of their keys; nothing if
// the text is neither, so that it may be a script. `file` names it in messages. Accepts arbitrary
// bytes. Errors, all with a code "import.*": over 1 MiB, not UTF-8, JSON or YAML with syntax errors
// or duplicate keys, more than 2000 settings.
Result<std::optional<Settings>> read_settings(std::string_view text, const std::string& file);

// The settings of a mapping that is written as JSON in one argument of a command line, below its
// key; nothing if the value is no such text.
std::optional<Settings> settings_in(const Setting& setting);

}  // namespace trainyard
