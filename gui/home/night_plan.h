// SPDX-License-Identifier: GPL-3.0-or-later
// What runs that are open will do until they end: when each starts and ends, what ends it early,
// and what they cost; and, the next morning, what came true of it. Pure.
#pragma once

#include <QJsonObject>
#include <QList>
#include <optional>

#include "remote/store/records.h"

namespace trainyard {

// An open run with what is known of it beside its record.
struct NightInput {
  RunRecord run;
  std::optional<double> seconds;  // that it takes from its start, by earlier runs of its kind
  double error = 0;               // by which that missed those, a share
  std::optional<double> limit;    // its time limit in seconds
  int gpus = 0;                   // on all its nodes
};

// Times are Unix seconds; 0: not known.
struct NightRow {
  QString run, name, target;
  bool isRunning = false;
  double start = 0, end = 0;
  double latest = 0;     // as late as it may still end, by how far such predictions missed
  bool isCut = false;    // its time limit ends it before it is done
  bool isLimit = false;  // how long it takes is not known: the end is that of its time limit
  int gpus = 0;

  bool operator==(const NightRow&) const = default;
};

struct NightPlan {
  double made = 0;
  QList<NightRow> rows;  // by their starts, those without one last

  double firstStart() const;  // of those that wait; 0: none is known
  double lastEnd() const;
  double gpuHours(double until) const;  // from when the plan was made; as far as ends are known
  bool operator==(const NightPlan&) const = default;
};

NightPlan nightPlan(const QList<NightInput>& runs, double now);
QJsonObject toJson(const NightPlan& plan);
NightPlan nightFromJson(const QJsonObject& object);

// What a run of a plan did.
struct NightOutcome {
  NightRow said;
  RunState state = RunState::running;
  double start = 0, end = 0;
  bool isAsSaid = false;  // it started within ten minutes, and ended within what was said
};

// In the order of the plan; runs that were removed are left out.
QList<NightOutcome> nightOutcomes(const NightPlan& plan, const QList<RunRecord>& runs);

// Whether the evening has begun: before it, nobody needs a plan.
bool isEveningHour(double hour);
// Whether the evening's card is due: from 16:00 on, for a plan that goes on past 22:00. `hour`: of
// the day, as a fraction.
bool isEvening(const NightPlan& plan, double now, double hour);
// Whether that of the morning is: until noon, of a plan that was made the evening before.
bool isMorning(const NightPlan& plan, double now, double hour);

}  // namespace trainyard
