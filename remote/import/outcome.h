// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what a script or a command line becomes.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/import.h"
#include "remote/import/script.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ImportDecision {
  ImportAs kind = ImportAs::engine;  // never automatic
  const Launch* launch = nullptr;    // the training that was chosen; null for a script as it is
};

// Whether the arguments of the program are known, and what it does without being told.
bool is_known_program(std::string_view program);

// What it decides is said in notes. Errors: see import_settings().
Result<ImportDecision> decide_import(const Script& script, const std::string& file,
                                     const ImportChoices& choices, Draft& draft);

}  // namespace trainyard
