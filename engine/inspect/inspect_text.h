// SPDX-License-Identifier: GPL-3.0-or-later
// The text output of `engine inspect`.
#pragma once

#include <string>

#include "engine/contract/results/inspection.h"

namespace trainyard {

// How learned tokens are highlighted: with colours on a terminal, else with signs.
enum class Marks { colours, signs };
enum class ShowIds { no, yes };

// Control characters in the data are shown as codes, so that none reaches a terminal.
std::string inspection_text(const Inspection& inspection, Marks marks, ShowIds ids);

}  // namespace trainyard
