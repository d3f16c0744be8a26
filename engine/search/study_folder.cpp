// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/study_folder.h"

#include <charconv>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard::search {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t wanted_limit_bytes = 64;

// What decides about values and outcomes; the rest may change while a search goes on.
Map deciding(SearchSection search) {
  const SearchSection defaults;
  search.trials = defaults.trials;
  search.parallel = defaults.parallel;
  search.time_limit = defaults.time_limit;
  search.run_as = defaults.run_as;
  search.controller_partition = defaults.controller_partition;
  search.controller_time_limit = defaults.controller_time_limit;
  return to_map(search);
}

}  // namespace

void hand_out_the_best(Experiment& experiment) {
  if (experiment.workload != Workload::engine) return;
  if (!experiment.evaluation.early_stopping_patience)
    experiment.evaluation.metric = experiment.search.objective;
  experiment.checkpoint.save_best = true;
  experiment.checkpoint.best_as_result = true;
}

Result<StudyJournal> open_study(const RunFolder& folder, const Experiment& experiment) {
  std::error_code problem;
  if (!fs::exists(folder.study(), problem)) {
    fs::create_directories(folder.search(), problem);
    if (problem) return file_error(folder.search(), problem.value(), FileStep::write);
    StudyRecord record;
    record.name = experiment.name;
    record.seed = experiment.seed;
    record.search = experiment.search;
    return StudyJournal::create(folder.study(), record);
  }
  TRY(auto journal, StudyJournal::open(folder.study()));
  const StudyRecord& there = journal.record();
  if (there.seed != experiment.seed || deciding(there.search) != deciding(experiment.search))
    return make_error("search.other_study", {{"folder", folder.root.string()}});
  return journal;
}

std::int64_t wanted_trials(const RunFolder& folder, const SearchSection& document) {
  const auto text = read_file(folder.wanted_trials(), wanted_limit_bytes);
  std::int64_t wanted = 0;
  if (text && std::from_chars(text->data(), text->data() + text->size(), wanted).ec == std::errc())
    return wanted;
  return document.trials;
}

Result<void> copy_results(const fs::path& from, const fs::path& to) {
  constexpr auto recursive = fs::copy_options::recursive;
  std::error_code failed;
  fs::copy(from, to, recursive | fs::copy_options::create_hard_links, failed);
  if (failed) fs::copy(from, to, recursive | fs::copy_options::overwrite_existing, failed);
  return failed ? file_error(to, failed.value(), FileStep::write) : Result<void>();
}

std::optional<Error> trial_refusal(const std::vector<Diagnostic>& findings) {
  for (const Diagnostic& finding : findings)
    if (finding.severity == Severity::error)
      return make_error("search.trial_refused", {{"field", finding.path},
                                                 {"finding", Map{{"code", finding.code},
                                                                 {"arguments", finding.arguments},
                                                                 {"text", finding.text}}}});
  return std::nullopt;
}

Result<void> write_study_results(const RunFolder& folder, const RecordedStudy& recorded,
                                 const fs::path& results) {
  const Trial* best = best_trial(recorded.study);
  if (!best) return make_error("search.none_complete", {});
  std::error_code failed;
  fs::copy_file(folder.study(), results / "study.jsonl", fs::copy_options::overwrite_existing,
                failed);
  if (failed) return file_error(results, failed.value(), FileStep::write);
  const Map summary{{"trial", best->number},
                    {"objective", recorded.record.search.objective},
                    {"value", best->value.value_or(0)},
                    {"values", best->values}};
  return write_file_atomically(results / "best_trial.json", to_json(Value(summary)) + "\n");
}

std::string values_text(const Map& values) {
  std::string text;
  for (const auto& [path, value] : values)
    text += (text.empty() ? "" : ", ") + path.substr(path.rfind('.') + 1) + " " + spell(value);
  return text;
}

}  // namespace trainyard::search
