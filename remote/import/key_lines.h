// SPDX-License-Identifier: GPL-3.0-or-later
// The line number of each key in a JSON text.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// `json` must be accepted by parse_json. By path ("zero_optimization.stage"); keys inside lists are
// skipped. Error "import.twice": a duplicate key in an object.
Result<std::map<std::string, int>> key_lines(std::string_view json, const std::string& file);

}  // namespace trainyard
