// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/study_record.h"

#include <array>
#include <cmath>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard::search {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<JournalRecord>> kRecordKinds{
    "study", "trial", "report", "result", "end", "trials", "retry"};

template <std::size_t I = 0>
std::optional<JournalRecord> read_kind(std::string_view kind, const Map& map,
                                       ReadProblem& problem) {
  if constexpr (I < kRecordKinds.size()) {
    if (kind != kRecordKinds[I]) return read_kind<I + 1>(kind, map, problem);
    std::variant_alternative_t<I, JournalRecord> record;
    if (!read_into(record, map, problem)) return std::nullopt;
    return record;
  } else {
    return std::nullopt;
  }
}

Error line_error(std::string problem) {
  return make_error("study.line", {{"problem", std::move(problem)}});
}

const Trial* trial_at(const RecordedStudy& recorded, std::int64_t number) {
  const auto& trials = recorded.study.trials;
  return number >= 0 && number < std::ssize(trials) ? &trials[static_cast<std::size_t>(number)]
                                                    : nullptr;
}

// Only trials that run are reported about.
Result<void> check_running(const RecordedStudy& recorded, std::int64_t number) {
  const Trial* trial = trial_at(recorded, number);
  if (!trial) return make_error("study.no_trial", {{"trial", number}});
  if (trial->state != TrialState::running)
    return make_error("study.trial_ended",
                      {{"trial", number}, {"state", std::string(name_of(trial->state))}});
  return {};
}

void note_best(std::map<std::int64_t, double>& bests, const ReportRecord& report,
               SearchDirection direction) {
  if (!std::isfinite(report.value)) return;
  double& best = bests.try_emplace(report.seed, report.value).first->second;
  if (loss_of(report.value, direction) < loss_of(best, direction)) best = report.value;
}

Trial& trial_of(RecordedStudy& recorded, std::int64_t number) {
  return recorded.study.trials[static_cast<std::size_t>(number)];
}

void apply(RecordedStudy& recorded, const StudyRecord& header) {
  recorded.record = header;
  recorded.study.name = header.name;
  recorded.study.direction = header.search.direction;
}

void apply(RecordedStudy& recorded, const TrialRecord& start) {
  Trial& added = recorded.study.trials.emplace_back();
  added.number = start.number;
  added.values = start.values;
  added.started = start.time;
}

void apply(RecordedStudy& recorded, const ReportRecord& report) {
  Trial& reported = trial_of(recorded, report.trial);
  // A run that goes on from a checkpoint repeats steps: the first value of a step counts.
  if (report.is_extra)
    reported.extra_steps.insert_or_assign(report.seed, report.step);
  else
    reported.reports.emplace(report.step, report.value);
  reported.deaths = 0;
  reported.is_to_prune |= report.is_pruned;
  note_best(reported.bests, report, recorded.study.direction);
  reported.rungs.insert(reported.rungs.end(), report.rungs.begin(), report.rungs.end());
  if (report.resource) recorded.study.resource = report.resource;
}

void apply(RecordedStudy& recorded, const ResultRecord& result) {
  Trial& repeated = trial_of(recorded, result.trial);
  repeated.results.emplace(result.seed, result.value);
  repeated.steps += result.steps;
}

void apply(RecordedStudy& recorded, const EndRecord& end) {
  Trial& ended = trial_of(recorded, end.trial);
  ended.state = end.state;
  ended.value = end.value;
  ended.steps += end.steps;
  ended.cause = end.cause;
  ended.arguments = end.arguments;
  ended.ended = end.time;
}

void apply(RecordedStudy& recorded, const RetryRecord& retry) {
  Trial& died = trial_of(recorded, retry.trial);
  ++died.retries;
  ++died.deaths;
}

void apply(RecordedStudy& recorded, const TrialsRecord& trials) {
  recorded.record.search.trials = trials.trials;
}

}  // namespace

void describe(Section<StudyRecord>& section) {
  section.field("format", &StudyRecord::format).required();
  section.field("name", &StudyRecord::name).required();
  section.field("seed", &StudyRecord::seed);
  section.field("search", &StudyRecord::search).required();
}
void describe(Section<TrialRecord>& section) {
  section.field("number", &TrialRecord::number).required();
  section.field("values", &TrialRecord::values).required();
  section.field("time", &TrialRecord::time);
}
void describe(Section<ReportRecord>& section) {
  section.field("trial", &ReportRecord::trial).required();
  section.field("step", &ReportRecord::step).required();
  section.field("value", &ReportRecord::value).required();
  section.field("seed", &ReportRecord::seed).omitted_when_default();
  section.field("extra", &ReportRecord::is_extra).omitted_when_default();
  section.field("pruned", &ReportRecord::is_pruned).omitted_when_default();
  section.field("rungs", &ReportRecord::rungs).omitted_when_default();
  section.field("resource", &ReportRecord::resource).omitted_when_default();
}
void describe(Section<ResultRecord>& section) {
  section.field("trial", &ResultRecord::trial).required();
  section.field("seed", &ResultRecord::seed).required();
  section.field("value", &ResultRecord::value).required();
  section.field("steps", &ResultRecord::steps).minimum(0).omitted_when_default();
}
void describe(Section<EndRecord>& section) {
  section.field("trial", &EndRecord::trial).required();
  section.field("state", &EndRecord::state).required();
  section.field("value", &EndRecord::value).omitted_when_default();
  section.field("steps", &EndRecord::steps).minimum(0).omitted_when_default();
  section.field("cause", &EndRecord::cause).omitted_when_default();
  section.field("arguments", &EndRecord::arguments).omitted_when_default();
  section.field("time", &EndRecord::time);
}
void describe(Section<RetryRecord>& section) {
  section.field("trial", &RetryRecord::trial).required();
  section.field("cause", &RetryRecord::cause);
  section.field("arguments", &RetryRecord::arguments).omitted_when_default();
  section.field("time", &RetryRecord::time);
}
void describe(Section<TrialsRecord>& section) {
  section.field("trials", &TrialsRecord::trials).minimum(0).required();
}

std::string to_line(const JournalRecord& record) {
  Map line{{"kind", std::string(kRecordKinds[record.index()])}};
  const Map fields = std::visit([](const auto& each) { return to_map(each); }, record);
  line.insert(line.end(), fields.begin(), fields.end());
  return to_json(Value(std::move(line)));
}

Result<JournalRecord> parse_record(std::string_view line) {
  TRY(const Value value, parse_json(line));
  const auto* map = value.get_if<Map>();
  if (!map) return line_error("it is not an object");
  ReadProblem problem;
  auto record = read_kind(get<std::string>(*map, "kind"), *map, problem);
  if (!record)
    return line_error(problem.path.empty() ? "its kind is unknown"
                                           : "wrong value of " + problem.path);
  return *std::move(record);
}

Result<void> check_record(const RecordedStudy& recorded, const JournalRecord& record) {
  if (std::holds_alternative<StudyRecord>(record)) return make_error("study.second_header", {});
  if (std::holds_alternative<TrialsRecord>(record)) return {};
  if (const auto* start = std::get_if<TrialRecord>(&record)) {
    const std::int64_t next = std::ssize(recorded.study.trials);
    if (start->number != next)
      return make_error("study.trial_number", {{"trial", start->number}, {"next", next}});
    return {};
  }
  if (const auto* report = std::get_if<ReportRecord>(&record))
    return check_running(recorded, report->trial);
  if (const auto* result = std::get_if<ResultRecord>(&record))
    return check_running(recorded, result->trial);
  if (const auto* retry = std::get_if<RetryRecord>(&record))
    return check_running(recorded, retry->trial);
  const auto& end = std::get<EndRecord>(record);
  const bool has_value = end.value && !std::isnan(*end.value);
  if (end.state == TrialState::running || (end.state == TrialState::complete && !has_value))
    return line_error("a trial ends complete with a value, pruned or failed");
  return check_running(recorded, end.trial);
}

void apply_record(RecordedStudy& recorded, const JournalRecord& record) {
  std::visit([&](const auto& each) { apply(recorded, each); }, record);
}

}  // namespace trainyard::search
