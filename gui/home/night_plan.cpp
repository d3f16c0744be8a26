// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/night_plan.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double anHour = 3600, leastDone = 0.02, usualError = 0.1;
constexpr double startTolerance = 600, leastTolerance = 300;
constexpr double eveningBegins = 16, nightBegins = 22, morningEnds = 12, oldestPlan = 24 * anHour;
constexpr qsizetype mostNightRows = 200;

struct Length {
  double seconds = 0;  // from the start
  double error = 0;    // of what is left
};

// By how far it is, else by earlier runs.
std::optional<Length> lengthOf(const NightInput& input, double start, double now) {
  const RunRecord& run = input.run;
  const bool hasSteps = run.step && run.totalSteps && *run.totalSteps > 0 && run.attempt <= 1;
  if (run.state == RunState::running && hasSteps && now > start) {
    const double done = static_cast<double>(*run.step) / static_cast<double>(*run.totalSteps);
    if (done >= leastDone) return Length{(now - start) / std::min(done, 1.0), usualError};
  }
  if (!input.seconds) return std::nullopt;
  return Length{*input.seconds, std::max(input.error, 0.0)};
}

NightRow rowOf(const NightInput& input, double now) {
  const RunRecord& run = input.run;
  NightRow row;
  row.run = run.run;
  row.name = run.title.isEmpty() ? run.name : run.title;
  row.target = run.target;
  row.isRunning = run.state == RunState::running;
  row.gpus = input.gpus;
  row.start = row.isRunning ? run.started : run.expectedStart;
  if (row.start <= 0) return row;
  if (!row.isRunning) row.start = std::max(row.start, now);
  const auto length = lengthOf(input, row.start, now);
  const double cut = input.limit ? row.start + *input.limit : 0;
  if (length) {
    row.end = std::max(row.start + length->seconds, now);
    const double left = row.end - std::max(row.start, now);
    row.latest = row.end + 2 * length->error * left;
    row.isCut = cut > 0 && row.end > cut;
  } else {
    row.isLimit = true;
    row.end = cut;
    row.latest = cut;
  }
  if (cut > 0) {
    row.end = std::min(row.end, cut);
    row.latest = std::min(row.latest, cut);
  }
  return row;
}

double numberOf(const QJsonObject& object, const QString& key) {
  const double number = object.value(key).toDouble();
  return std::isfinite(number) ? number : 0;
}

}  // namespace

NightPlan nightPlan(const QList<NightInput>& runs, double now) {
  NightPlan plan;
  plan.made = now;
  for (const NightInput& input : runs)
    if (isOpen(input.run.state)) plan.rows << rowOf(input, now);
  std::ranges::stable_sort(plan.rows, {}, [](const NightRow& row) {
    return row.start > 0 ? row.start : std::numeric_limits<double>::infinity();
  });
  return plan;
}

double NightPlan::firstStart() const {
  for (const NightRow& row : rows)
    if (!row.isRunning && row.start > 0) return row.start;
  return 0;
}

double NightPlan::lastEnd() const {
  double last = 0;
  for (const NightRow& row : rows) last = std::max(last, row.end);
  return last;
}

double NightPlan::gpuHours(double until) const {
  double hours = 0;
  for (const NightRow& row : rows)
    if (row.end > 0)
      hours +=
          std::max(0.0, std::min(row.end, until) - std::max(row.start, made)) / anHour * row.gpus;
  return hours;
}

QJsonObject toJson(const NightPlan& plan) {
  QJsonArray rows;
  for (const NightRow& row : plan.rows)
    rows.append(QJsonObject{{u"run"_s, row.run},
                            {u"name"_s, row.name},
                            {u"target"_s, row.target},
                            {u"running"_s, row.isRunning},
                            {u"start"_s, row.start},
                            {u"end"_s, row.end},
                            {u"latest"_s, row.latest},
                            {u"cut"_s, row.isCut},
                            {u"limit"_s, row.isLimit},
                            {u"gpus"_s, row.gpus}});
  return {{u"made"_s, plan.made}, {u"rows"_s, rows}};
}

NightPlan nightFromJson(const QJsonObject& object) {
  NightPlan plan;
  plan.made = numberOf(object, u"made"_s);
  for (const QJsonValue& value : object.value(u"rows"_s).toArray()) {
    if (plan.rows.size() == mostNightRows) break;
    const QJsonObject row = value.toObject();
    plan.rows << NightRow{row.value(u"run"_s).toString(),    row.value(u"name"_s).toString(),
                          row.value(u"target"_s).toString(), row.value(u"running"_s).toBool(),
                          numberOf(row, u"start"_s),         numberOf(row, u"end"_s),
                          numberOf(row, u"latest"_s),        row.value(u"cut"_s).toBool(),
                          row.value(u"limit"_s).toBool(),    row.value(u"gpus"_s).toInt()};
  }
  return plan;
}

QList<NightOutcome> nightOutcomes(const NightPlan& plan, const QList<RunRecord>& runs) {
  QList<NightOutcome> outcomes;
  for (const NightRow& said : plan.rows) {
    const auto found = std::ranges::find(runs, said.run, &RunRecord::run);
    if (found == runs.end()) continue;
    NightOutcome outcome{said, found->state, found->started, found->ended, false};
    const bool hasStarted =
        said.isRunning || (said.start > 0 && found->started > 0 &&
                           std::abs(found->started - said.start) <= startTolerance);
    const double tolerance = std::max(said.latest - said.end, leastTolerance);
    const bool hasEnded = said.end > 0 && found->ended > 0 &&
                          found->ended <= said.latest + leastTolerance &&
                          found->ended >= said.end - tolerance;
    const RunState expected = said.isCut ? RunState::timed_out : RunState::completed;
    // A limit is the latest moment: earlier is as said.
    const bool isEarlier = said.isLimit && found->ended > 0 && found->ended <= said.end;
    outcome.isAsSaid = hasStarted && (said.isLimit ? isEarlier && found->state == expected
                                                   : hasEnded && found->state == expected);
    outcomes << outcome;
  }
  return outcomes;
}

bool isEveningHour(double hour) { return hour >= eveningBegins; }

bool isEvening(const NightPlan& plan, double now, double hour) {
  if (!isEveningHour(hour) || plan.rows.isEmpty()) return false;
  const double night = now + (nightBegins - hour) * anHour;
  return std::ranges::any_of(plan.rows,
                             [&](const NightRow& row) { return row.end <= 0 || row.end >= night; });
}

bool isMorning(const NightPlan& plan, double now, double hour) {
  return hour < morningEnds && !plan.rows.isEmpty() && now > plan.made &&
         now - plan.made < oldestPlan && now - plan.made > hour * anHour;
}

}  // namespace trainyard
