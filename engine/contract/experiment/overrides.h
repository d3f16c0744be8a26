// SPDX-License-Identifier: GPL-3.0-or-later
// "path=value" arguments from the command line, which override the document.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/contract/experiment/reader.h"

namespace trainyard {

inline constexpr const char* kOverrideFile = "--set";

// Sets the values and adds errors in them to the document's diagnostics; later ones win. A path may
// refer into a mapping (`model.overrides.n_layer=4`, `environment.variables.HF_HOME=/data`).
// Returns the paths of fields that were set.
std::vector<std::string> apply_overrides(std::span<const std::string> overrides,
                                         Document& document);

}  // namespace trainyard
