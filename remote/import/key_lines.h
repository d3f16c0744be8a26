// SPDX-License-Identifier: GPL-3.0-or-later
// In which line each key of a JSON text stands.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// `json` is a text that parse_json takes. By path ("zero_optimization.stage"); what lies in lists
// has none. Error "import.twice": a key that stands in one object twice.
Result<std::map<std::string, int>> key_lines(std::string_view json, const std::string& file);

}  // namespace trainyard
