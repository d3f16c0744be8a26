// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what a script or a command line is converted to.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/import.h"
#include "remote/import/script.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ImportDecision {
  ImportAs kind = ImportAs::engine;  // never automatic
  const Launch* launch = nullptr;    // the chosen training; null for a script that is kept as it is
};

// Whether the program's arguments and default behaviour are known.
bool is_known_program(std::string_view program);

// Adds notes about the decision. Errors: see import_settings().
Result<ImportDecision> decide_import(const Script& script, const std::string& file,
                                     const ImportChoices& choices, Draft& draft);

}  // namespace trainyard
