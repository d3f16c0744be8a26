// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed to find runs, as SQL. Words must occur in name, title, tags, note, study values,
// target, project, experiment or at the start of the UUID. Conditions: state:failed, tag:sft,
// project:language/ablations (and those below it; project:/ those in none), on:leonardo,
// since:2d (or 3h, 2026-11-01), before:..., note:"table 2", name:..., workload:...,
// is:open|running|waiting|ended|pinned|archived|shown; a metric, setting or column compared with a
// value: eval/loss < 0.8, optimizer.learning_rate >= 1e-5, lr = 1e-5, step > 100,
// wandb.project = sweeps. A minus in front
// leaves out what matches. All of it must hold.
#pragma once

#include <QString>
#include <QVariantList>

#include "engine/contract/result.h"

namespace trainyard {

struct RunFilterSql {
  QString condition;  // on the table `r`; "1" for an empty filter
  QVariantList values;
  bool asksArchived = false;
};

// `now`: Unix seconds. Error "filter.invalid" with the place and what was expected.
Result<RunFilterSql> runFilterSql(const QString& text, double now);

}  // namespace trainyard
