// SPDX-License-Identifier: GPL-3.0-or-later
// Runs without whose they are, for reports that others read: names, notes, tags, hosts, paths and
// accounts are left out. What is kept are numbers, and words that the experiment's format or the
// metrics of this field have.
#pragma once

#include "gui/runs/records/run_report.h"

namespace trainyard {

struct AnonymousRuns {
  QList<ComparedRun> runs;  // "run 1", "run 2", ... in the order of the given ones
  ReportCurves curves;
};

AnonymousRuns anonymous(const QList<ComparedRun>& runs, const ReportCurves& curves);

}  // namespace trainyard
