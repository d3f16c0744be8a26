// SPDX-License-Identifier: GPL-3.0-or-later
// What `engine inspect` prints for a person.
#pragma once

#include <string>

#include "engine/inspect/inspect_json.h"

namespace trainyard {

// How what is learned stands out: on a terminal in colours, else by signs.
enum class Marks { colours, signs };
enum class ShowIds { no, yes };

// Control characters of the data are shown as codes, so that none reaches a terminal.
std::string inspection_text(const Inspection& inspection, Marks marks, ShowIds ids);

}  // namespace trainyard
