// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a study's journal, each a JSON object with its kind: {"kind": "trial", "number": 0,
// ...}. The first one is the study itself; the others happened to it in this order.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/experiment/search.h"
#include "engine/contract/result.h"
#include "engine/search/study.h"

namespace trainyard {
template <>
struct Names<search::TrialState> {
  static constexpr std::pair<search::TrialState, std::string_view> all[] = {
      {search::TrialState::running, "running"},
      {search::TrialState::complete, "complete"},
      {search::TrialState::pruned, "pruned"},
      {search::TrialState::failed, "failed"}};
};
}  // namespace trainyard

namespace trainyard::search {

struct StudyRecord {
  std::int64_t format = 1;
  std::string name;
  std::int64_t seed = 0;  // of the sampler
  SearchSection search;
};
// A trial starts.
struct TrialRecord {
  std::int64_t number = 0;
  Map values;
  double time = 0;
};
// A value of the objective during a trial, with what the pruner decided to remember.
struct ReportRecord {
  std::int64_t trial = 0;
  std::int64_t step = 0;
  double value = 0;
  std::int64_t seed = 0;   // of the run
  bool is_extra = false;   // it is not the trial's first run, which pruners look at
  bool is_pruned = false;  // the trial shall end here
  std::vector<double> rungs;
  std::optional<std::int64_t> resource;
};
// The objective of one of a trial's runs.
struct ResultRecord {
  std::int64_t trial = 0;
  std::int64_t seed = 0;
  double value = 0;
  std::int64_t steps = 0;
};
// A run of the trial died for a cause that may pass, and starts again.
struct RetryRecord {
  std::int64_t trial = 0;
  std::string cause;
  Map arguments;
  double time = 0;
};
// A trial ends.
struct EndRecord {
  std::int64_t trial = 0;
  TrialState state = TrialState::complete;
  std::optional<double> value;
  std::int64_t steps = 0;  // of a run that was pruned or failed
  std::string cause;
  Map arguments;
  double time = 0;
};
// The number of trials that the study shall have is another one from now on.
struct TrialsRecord {
  std::int64_t trials = 0;
};

void describe(Section<StudyRecord>& section);
void describe(Section<TrialRecord>& section);
void describe(Section<ReportRecord>& section);
void describe(Section<ResultRecord>& section);
void describe(Section<EndRecord>& section);
void describe(Section<RetryRecord>& section);
void describe(Section<TrialsRecord>& section);

using JournalRecord = std::variant<StudyRecord, TrialRecord, ReportRecord, ResultRecord, EndRecord,
                                   TrialsRecord, RetryRecord>;

// Without a line break.
std::string to_line(const JournalRecord& record);

// Error: "study.line" with the problem.
Result<JournalRecord> parse_record(std::string_view line);

// A study with what its journal says of it.
struct RecordedStudy {
  StudyRecord record;
  Study study;
};

// Whether the record fits the study. Errors: "study.no_trial", "study.trial_ended",
// "study.trial_number", "study.second_header".
Result<void> check_record(const RecordedStudy& recorded, const JournalRecord& record);

// Changes the study by a record that fits.
void apply_record(RecordedStudy& recorded, const JournalRecord& record);

}  // namespace trainyard::search
