// SPDX-License-Identifier: GPL-3.0-or-later
// A study in the folder of the run that searches: its journal, what a person changes while it runs,
// and its result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/run/run_folder.h"
#include "engine/search/journal.h"

namespace trainyard {
struct Experiment;
}

namespace trainyard::search {

// The document of a search whose trials count by their best evaluation: the result of a trial is
// the model of that evaluation. Early stopping keeps the metric that it waits for. Changes nothing
// if the workload is not the engine.
void hand_out_the_best(Experiment& experiment);

// Begins the study of the document in the run folder, or goes on with the one that is there.
// Errors: "search.other_study" if the document's search is another one; those of StudyJournal.
Result<StudyJournal> open_study(const RunFolder& folder, const Experiment& experiment);

// How many trials the study shall have: as a person asked for while it ran, else as the document
// says.
std::int64_t wanted_trials(const RunFolder& folder, const SearchSection& document);

// The results of the best trial as those of the search: as links where the file system has them.
Result<void> copy_results(const std::filesystem::path& from, const std::filesystem::path& to);

// "search.trial_refused" for the first error of a document with the values of a trial; nothing: it
// has none.
std::optional<Error> trial_refusal(const std::vector<Diagnostic>& findings);

// Writes study.jsonl and best_trial.json into the folder of results. Error: "search.none_complete".
Result<void> write_study_results(const RunFolder& folder, const RecordedStudy& recorded,
                                 const std::filesystem::path& results);

// "learning_rate 0.001, num_layers 2": each by the last word of its path.
std::string values_text(const Map& values);

}  // namespace trainyard::search
