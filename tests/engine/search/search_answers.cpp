// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about samplers, pruners, journals and importance, one JSON object a line, so
// that a script can compare them with Optuna's.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

#include "engine/contract/json.h"
#include "engine/search/importance.h"
#include "engine/search/journal.h"
#include "engine/search/optuna_journal.h"
#include "engine/search/parzen_estimator.h"
#include "engine/search/pruner.h"
#include "engine/search/sampler.h"
#include "engine/search/tpe_sampler.h"

namespace {

using namespace trainyard;
using namespace trainyard::search;

double number(const Value& value) {
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  return *value.get_if<double>();
}

std::int64_t whole(const Map& map, const std::string& key, std::int64_t absent = 0) {
  return get<std::int64_t>(map, key, absent);
}

SearchSection section_of(const Map& map) { return read_leniently<SearchSection>(Value(map)); }

Space space_of(const SearchSection& section) { return *Space::create(search_parameters(section)); }

std::vector<std::vector<double>> rows_of(const List& list) {
  std::vector<std::vector<double>> rows;
  for (const Value& row : list) {
    rows.emplace_back();
    for (const Value& each : *row.get_if<List>()) rows.back().push_back(number(each));
  }
  return rows;
}

List list_of(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

Map densities(const Map& question) {
  const Space space = space_of(section_of(question));
  std::vector<Distribution> distributions;
  for (const Parameter& parameter : space.parameters())
    distributions.push_back(parameter.distribution);
  const bool is_shared = get<std::string>(question, "bandwidth") == "shared";
  const ParzenEstimator estimator(distributions, rows_of(get<List>(question, "observations")),
                                  is_shared ? Bandwidth::shared : Bandwidth::neighbours);
  List sigmas, at;
  for (std::size_t i = 0; i < distributions.size(); ++i)
    sigmas.emplace_back(list_of(estimator.sigmas(i)));
  for (const auto& row : rows_of(get<List>(question, "at")))
    at.emplace_back(estimator.log_density(row));
  return {{"weights", list_of(estimator.weights())}, {"sigmas", sigmas}, {"log_densities", at}};
}

RecordedStudy optuna_study(const Map& question) {
  auto read = from_optuna_journal(get<std::string>(question, "optuna"));
  if (!read) std::fprintf(stderr, "%s\n", read.error().message.c_str());
  return *std::move(read);
}

Map split(const Map& question) {
  const RecordedStudy recorded = optuna_study(question);
  const auto finished =
      static_cast<std::size_t>(std::ranges::count_if(recorded.study.trials, &is_finished));
  const TrialSplit parts = split_trials(recorded.study, good_trial_count(finished), true);
  List below, above;
  for (const Trial* trial : parts.below) below.emplace_back(trial->number);
  for (const Trial* trial : parts.above) above.emplace_back(trial->number);
  return {{"below", below}, {"above", above}};
}

std::unique_ptr<Pruner> pruner_of(const Map& map) {
  const auto kind = get<std::string>(map, "kind");
  const auto optional = [&](const std::string& key) {
    const Value* value = find(map, key);
    return value && !value->is_null() ? std::optional(*value->get_if<std::int64_t>())
                                      : std::nullopt;
  };
  if (const Value* wrapped = find(map, "wrapped"))
    return std::make_unique<PatientPruner>(
        wrapped->is_null() ? nullptr : pruner_of(*wrapped->get_if<Map>()),
        static_cast<std::size_t>(whole(map, "patience")), get<double>(map, "tolerance"));
  if (kind == "percentile")
    return std::make_unique<PercentilePruner>(PercentileOptions{
        .percentile = number(*find(map, "percentile")),
        .startup_trials = whole(map, "startup_trials"),
        .warmup_steps = whole(map, "warmup_steps"),
        .interval_steps = whole(map, "interval_steps", 1),
        .fewest_values = static_cast<std::size_t>(whole(map, "fewest_values", 1))});
  if (kind == "halving")
    return std::make_unique<HalvingPruner>(
        HalvingOptions{.resource = optional("resource"),
                       .factor = whole(map, "factor", 4),
                       .first_exponent = whole(map, "first_exponent"),
                       .bootstrap_count = static_cast<std::size_t>(whole(map, "bootstrap_count"))});
  return std::make_unique<HyperbandPruner>(
      HyperbandOptions{.smallest_resource = whole(map, "smallest_resource", 1),
                       .largest_resource = optional("largest_resource"),
                       .factor = whole(map, "factor", 3)});
}

// The decisions after each report of a history: [trial, step, value], or [trial, state] at its end.
Map decisions(const Map& question) {
  const auto pruner = pruner_of(get<Map>(question, "pruner"));
  RecordedStudy recorded;
  recorded.study.name = get<std::string>(question, "name");
  recorded.study.direction = *value_named<SearchDirection>(get<std::string>(question, "direction"));
  for (std::int64_t i = 0; i < whole(question, "trials"); ++i)
    apply_record(recorded, TrialRecord{.number = i});
  List out;
  for (const Value& each : get<List>(question, "events")) {
    const List& event = *each.get_if<List>();
    const auto trial = static_cast<std::int64_t>(number(event[0]));
    if (event.size() == 2) {
      const auto state = *value_named<TrialState>(*event[1].get_if<std::string>());
      apply_record(recorded, EndRecord{.trial = trial, .state = state, .value = 0.0});
      continue;
    }
    const auto step = static_cast<std::int64_t>(number(event[1]));
    const double value = number(event[2]);
    const PruneDecision decision = decide_report(*pruner, recorded.study, trial, step, value);
    apply_record(recorded, ReportRecord{.trial = trial,
                                        .step = step,
                                        .value = value,
                                        .rungs = decision.rungs,
                                        .resource = decision.resource});
    out.emplace_back(decision.is_pruned);
  }
  return {{"decisions", out}};
}

Map importance(const Map& question) {
  const RecordedStudy recorded = optuna_study(question);
  Map out;
  for (const auto& [path, share] : importances(recorded.study, space_of(recorded.record.search)))
    out.emplace_back(path, share);
  return {{"importances", out}};
}

std::string to_journal(const RecordedStudy& recorded) {
  std::string text = to_line(JournalRecord(recorded.record)) + '\n';
  for (const Trial& trial : recorded.study.trials) {
    text += to_line(TrialRecord{trial.number, trial.values, trial.started}) + '\n';
    for (const auto& [step, value] : trial.reports)
      text += to_line(ReportRecord{.trial = trial.number, .step = step, .value = value}) + '\n';
    if (trial.state != TrialState::running)
      text += to_line(EndRecord{.trial = trial.number,
                                .state = trial.state,
                                .value = trial.value,
                                .cause = trial.cause,
                                .arguments = trial.arguments,
                                .time = trial.ended}) +
              '\n';
  }
  return text;
}

// A study that the script runs: it asks for values and tells what they are worth.
struct Session {
  SearchSection section;
  Space space;
  std::unique_ptr<Sampler> sampler;
  std::uint64_t seed = 0;
  RecordedStudy recorded;
};

Map begin(const Map& question, Session& session) {
  session.section = section_of(get<Map>(question, "search"));
  session.space = space_of(session.section);
  session.sampler = make_sampler(session.section);
  if (get<std::string>(question, "bandwidth") == "shared")
    session.sampler = std::make_unique<TpeSampler>(TpeOptions{.bandwidth = Bandwidth::shared});
  session.seed = static_cast<std::uint64_t>(whole(question, "seed"));
  session.recorded = {};
  apply_record(session.recorded, StudyRecord{.name = "session", .search = session.section});
  return {};
}

Map next(const Map&, Session& session) {
  const std::int64_t trial = std::ssize(session.recorded.study.trials);
  RandomStream random(session.seed, static_cast<std::uint64_t>(trial));
  const auto values = session.sampler->propose(session.recorded.study, session.space, random);
  if (!values) return {{"is_complete", true}};
  apply_record(session.recorded, TrialRecord{.number = trial, .values = *values});
  return {{"trial", trial}, {"values", *values}};
}

Map tell(const Map& question, Session& session) {
  apply_record(session.recorded, EndRecord{.trial = whole(question, "trial"),
                                           .value = number(*find(question, "value"))});
  return {};
}

Map answer(const Map& question, Session& session) {
  const auto ask = get<std::string>(question, "ask");
  if (ask == "densities") return densities(question);
  if (ask == "split") return split(question);
  if (ask == "decisions") return decisions(question);
  if (ask == "importances") return importance(question);
  if (ask == "from_optuna") return {{"journal", to_journal(optuna_study(question))}};
  if (ask == "to_optuna")
    return {{"optuna",
             to_optuna_journal(parse_journal(get<std::string>(question, "journal"))->recorded)}};
  if (ask == "begin") return begin(question, session);
  if (ask == "next") return next(question, session);
  if (ask == "tell") return tell(question, session);
  return {{"unknown", ask}};
}

}  // namespace

int main() {
  Session session;
  for (std::string line; std::getline(std::cin, line);) {
    const auto question = parse_json(line);
    if (!question || !question->get_if<Map>()) return 1;
    std::printf("%s\n", to_json(Value(answer(*question->get_if<Map>(), session))).c_str());
    std::fflush(stdout);
  }
}
