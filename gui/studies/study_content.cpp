// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_content.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "engine/contract/json.h"
#include "engine/search/importance.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/contract_text.h"

namespace trainyard {
namespace {

constexpr double halvingFactor = 4;
constexpr double wideChoices = 8;     // numbers that are this many times apart stand on a log axis
constexpr double colouredPart = 0.9;  // of the values; what is worse has the last colour

std::optional<double> asNumber(const Value& value) {
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* real = value.get_if<double>()) return *real;
  return std::nullopt;
}

QString choiceName(const Value& value) {
  const auto* text = value.get_if<std::string>();
  return QString::fromStdString(text ? *text : to_json(value));
}

// The first of its choices is the lowest.
StudyParameter parameterOf(const SearchParameter& searched) {
  StudyParameter parameter;
  parameter.path = QString::fromStdString(searched.path);
  parameter.title = parameter.path.section(u'.', -1);
  const SearchDistribution& from = searched.distribution;
  parameter.isLogarithmic = from.log;
  if (from.kind != SearchDistribution::Kind::categorical) return parameter;
  double low = INFINITY, high = -INFINITY;
  bool areNumbers = true;
  for (const Value& choice : from.choices) {
    const auto number = asNumber(choice);
    areNumbers = areNumbers && number;
    low = std::min(low, number.value_or(low));
    high = std::max(high, number.value_or(high));
  }
  if (areNumbers)
    parameter.isLogarithmic = low > 0 && high / low >= wideChoices;
  else
    for (const Value& choice : from.choices) parameter.names << choiceName(choice);
  return parameter;
}

std::vector<StudyParameter> parametersOf(const search::RecordedStudy& recorded) {
  std::vector<StudyParameter> parameters;
  for (const SearchParameter& searched : search_parameters(recorded.record.search))
    parameters.push_back(parameterOf(searched));
  for (StudyParameter& parameter : parameters) {
    const QString title = parameter.path.section(u'.', -1);
    if (std::ranges::count(parameters, title, &StudyParameter::title) > 1)
      for (StudyParameter& same : parameters)
        if (same.title == title) same.title = same.path;
    const std::string path = parameter.path.toStdString();
    for (const search::Trial& trial : recorded.study.trials) {
      const Value* value = find(trial.values, path);
      double number = NAN;
      if (value && parameter.names.isEmpty())
        number = asNumber(*value).value_or(NAN);
      else if (value)
        if (const auto at = parameter.names.indexOf(choiceName(*value)); at >= 0)
          number = static_cast<double>(at);
      parameter.values.push_back(number);
    }
  }
  return parameters;
}

double objectiveOf(const search::Trial& trial, SearchDirection direction) {
  if (trial.value) return *trial.value;
  double best = NAN;
  for (const auto& [step, value] : trial.reports)
    if (std::isfinite(value) &&
        (std::isnan(best) || search::loss_of(value, direction) < search::loss_of(best, direction)))
      best = value;
  return best;
}

double stepsOf(const search::Trial& trial) {
  return static_cast<double>(std::max(trial.steps, search::last_step(trial).value_or(0)));
}

void noteColours(StudyContent& content) {
  std::vector<double> losses;
  for (const double value : content.values)
    if (std::isfinite(value)) losses.push_back(search::loss_of(value, content.summary.direction));
  if (losses.empty()) return;
  std::ranges::sort(losses);
  const auto last = static_cast<std::size_t>(static_cast<double>(losses.size() - 1) * colouredPart);
  content.bestColoured = search::loss_of(losses.front(), content.summary.direction);
  content.worstColoured = search::loss_of(losses[last], content.summary.direction);
}

// Of successive halving with a factor of 4; Hyperband has several such ladders.
void noteRungs(StudyContent& content, const search::Study& study) {
  if (content.search.pruner != SearchPruner::asha) return;
  const auto first = static_cast<double>(study.resource.value_or(content.search.prune_after_steps));
  double last = 0;
  for (const double step : content.reportSteps) last = std::max(last, step);
  for (double rung = first; rung > 0 && rung < last; rung *= halvingFactor)
    content.rungs.push_back(rung);
}

void noteSteps(StudyContent& content) {
  double whole = 0;
  for (std::size_t i = 0; i < content.numTrials(); ++i) {
    content.trainedSteps += content.steps[i];
    if (content.states[i] == search::TrialState::complete)
      whole = std::max(whole, content.steps[i]);
  }
  for (std::size_t i = 0; i < content.numTrials(); ++i)
    if (content.states[i] == search::TrialState::pruned)
      content.savedSteps += std::max(0.0, whole - content.steps[i]);
}

}  // namespace

QString StudyParameter::words(double value) const {
  if (std::isnan(value)) return {};
  return names.isEmpty() ? shortText(value) : names.value(static_cast<int>(std::lround(value)));
}

double StudyContent::shareOf(double value) const {
  const double range = worstColoured - bestColoured;
  return range == 0 ? 0 : std::clamp((value - bestColoured) / range, 0.0, 1.0);
}

StudySummary summaryOf(const search::RecordedStudy& recorded) {
  StudySummary summary;
  summary.name = QString::fromStdString(recorded.record.name);
  summary.objective = QString::fromStdString(recorded.record.search.objective);
  summary.direction = recorded.record.search.direction;
  summary.wanted = recorded.record.search.trials;
  for (const search::Trial& trial : recorded.study.trials) {
    switch (trial.state) {
      case search::TrialState::running:
        ++summary.numRunning;
        break;
      case search::TrialState::complete:
        ++summary.numComplete;
        break;
      case search::TrialState::pruned:
        ++summary.numPruned;
        break;
      case search::TrialState::failed:
        ++summary.numFailed;
        break;
    }
    if (summary.begun == 0) summary.begun = trial.started;
    summary.ended = std::max(summary.ended, trial.ended);
  }
  if (const search::Trial* best = search::best_trial(recorded.study)) {
    summary.best = best->number;
    summary.bestValue = best->value.value_or(NAN);
  }
  const bool isOver = summary.numRunning == 0 && summary.numStarted() >= summary.wanted;
  summary.state = isOver ? RunState::completed : RunState::running;
  return summary;
}

StudyContentPointer contentOf(const search::RecordedStudy& recorded, const StudySummary& summary) {
  auto content = std::make_shared<StudyContent>();
  content->summary = summary;
  content->search = recorded.record.search;
  content->parameters = parametersOf(recorded);
  double best = NAN;
  for (const search::Trial& trial : recorded.study.trials) {
    const auto number = static_cast<int>(content->states.size());
    content->states.push_back(trial.state);
    content->values.push_back(objectiveOf(trial, summary.direction));
    if (trial.state == search::TrialState::complete && trial.value && std::isfinite(*trial.value) &&
        (std::isnan(best) || content->isBetter(*trial.value, best)))
      best = *trial.value;
    content->best.push_back(best);
    content->steps.push_back(stepsOf(trial));
    content->seconds.push_back(trial.ended > 0 ? trial.ended - trial.started : NAN);
    if (!trial.cause.empty())
      content->causes.insert(number,
                             ContractText::message(trial.cause, trial.arguments, trial.cause));
    content->firstReport.push_back(content->reportSteps.size());
    for (const auto& [step, value] : trial.reports) {
      content->reportSteps.push_back(static_cast<double>(step));
      content->reportValues.push_back(value);
    }
  }
  content->firstReport.push_back(content->reportSteps.size());
  noteColours(*content);
  noteRungs(*content, recorded.study);
  noteSteps(*content);
  return content;
}

StudyImportance importanceOf(const search::RecordedStudy& recorded) {
  const auto space = search::Space::create(search_parameters(recorded.record.search));
  StudyImportance shares;
  if (!space) return shares;
  for (const auto& [path, share] : search::importances(recorded.study, *space))
    shares.emplace_back(QString::fromStdString(path), share);
  return shares;
}

}  // namespace trainyard
