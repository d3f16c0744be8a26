// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_text.h"

#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QString StudyText::state(search::TrialState state) {
  switch (state) {
    case search::TrialState::running:
      return tr("Running");
    case search::TrialState::complete:
      return tr("Completed");
    case search::TrialState::pruned:
      return tr("Pruned");
    case search::TrialState::failed:
      return tr("Failed");
  }
  return {};
}

look::Tone StudyText::tone(search::TrialState state) {
  switch (state) {
    case search::TrialState::running:
      return look::Tone::running;
    case search::TrialState::complete:
      return look::Tone::completed;
    case search::TrialState::pruned:
      return look::Tone::quiet;
    case search::TrialState::failed:
      return look::Tone::failed;
  }
  return look::Tone::quiet;
}

QString StudyText::icon(search::TrialState state) {
  switch (state) {
    case search::TrialState::running:
      return u"state-running"_s;
    case search::TrialState::complete:
      return u"circle-check-filled"_s;
    case search::TrialState::pruned:
      return u"cut"_s;
    case search::TrialState::failed:
      return u"circle-x-filled"_s;
  }
  return {};
}

QString StudyText::state(const StudySummary& summary) {
  RunRecord run;
  run.state = summary.state;
  if (summary.state == RunState::completed && summary.numStarted() < summary.wanted)
    return tr("Stopped");
  return RunText::state(run);
}

QString StudyText::sampler(SearchSampler sampler) {
  switch (sampler) {
    case SearchSampler::tpe:
    case SearchSampler::tpe_independent:
      return u"TPE"_s;
    case SearchSampler::random:
      return tr("random");
    case SearchSampler::grid:
      return tr("grid");
  }
  return {};
}

QString StudyText::pruner(SearchPruner pruner) {
  switch (pruner) {
    case SearchPruner::none:
      return {};
    case SearchPruner::median:
      return tr("median");
    case SearchPruner::asha:
      return u"ASHA"_s;
    case SearchPruner::hyperband:
      return u"Hyperband"_s;
  }
  return {};
}

QString StudyText::direction(const StudySummary& summary) {
  return (summary.direction == SearchDirection::minimize ? tr("%1, the smaller the better")
                                                         : tr("%1, the larger the better"))
      .arg(summary.objective);
}

QString StudyText::kind(const StudyContent& content) {
  QStringList words{tr("%n trials", nullptr, static_cast<int>(content.summary.wanted)),
                    sampler(content.search.sampler)};
  if (const QString name = pruner(content.search.pruner); !name.isEmpty()) words << name;
  return words.join(u", "_s);
}

QString StudyText::trial(const StudyContent& content, int number) {
  const auto at = static_cast<std::size_t>(number);
  const QString name = tr("Trial %1").arg(number + 1);
  const double value = content.values[at];
  return std::isnan(value) ? tr("%1: %2").arg(name, state(content.states[at]))
                           : tr("%1: %2, %3").arg(name, readOut(value), state(content.states[at]));
}

}  // namespace trainyard
