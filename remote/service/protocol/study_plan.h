// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission of several values would do, as exchanged between the service and its clients.
#pragma once

#include <optional>
#include <vector>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

// Which runs are to be submitted: those that the study lacks, those that ended without completing,
// or all of them, as a new study.
enum class StudySelection { missing, failed, all };
template <>
struct Names<StudySelection> {
  static constexpr std::pair<StudySelection, std::string_view> all[] = {
      {StudySelection::missing, "missing"},
      {StudySelection::failed, "failed"},
      {StudySelection::all, "all"}};
};

struct StudyPlanArguments {
  SubmitRequest experiment;  // `study`: the start of the UUID of a study; empty: it is found
  QStringList grid;          // as of combinationsOf()
  StudySelection selection = StudySelection::missing;
  bool asksTarget = true;  // false: only what is known on this computer
};

struct PlannedRun {
  QStringList values;       // "path=value"
  QString run;              // UUID of the newest with these values in the study; empty: none
  QString state;            // of that one
  bool isSelected = false;  // would be submitted
  std::vector<Diagnostic> diagnostics;  // of one that would be submitted
  std::optional<double> gpuHours;       // of it, for the whole time limit
};

struct StudyPlan {
  QString study;  // UUID of the study that the runs would be added to; empty: a new one
  QList<PlannedRun> runs;
};

void describe(Section<StudyPlanArguments>& section);
void describe(Section<PlannedRun>& section);
void describe(Section<StudyPlan>& section);

qsizetype selectedIn(const StudyPlan& plan);
// Error "study.run_refused" of the first that would be refused.
Result<void> refusalIn(const StudyPlan& plan);

}  // namespace trainyard
