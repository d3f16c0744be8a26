// SPDX-License-Identifier: GPL-3.0-or-later
// A study as the file of Optuna's JournalFileBackend, which its dashboard and its Python open, and
// back: lines of operations, each with the numbers that Optuna keeps of values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/search/study_record.h"

namespace trainyard::search {

// Causes of failures become user attributes of their trials.
std::string to_optuna_journal(const RecordedStudy& recorded);

// The study of this name, or the only one if the name is empty. Its space has the distributions of
// its trials, without conditions, which Optuna does not know. Trials that wait for a worker are
// left out, so that later ones have smaller numbers. Errors: "study.optuna_line" with the number of
// the line, "study.optuna_none", "study.optuna_several" (several objectives or studies).
Result<RecordedStudy> from_optuna_journal(std::string_view text, const std::string& name = {});

// The names of the studies with one objective, also of those that were deleted.
std::vector<std::string> optuna_journal_studies(std::string_view text);

// The value of a parameter that Optuna keeps as this number, by the JSON of its distribution.
Result<Value> optuna_value(const std::string& distribution, double number);

}  // namespace trainyard::search
