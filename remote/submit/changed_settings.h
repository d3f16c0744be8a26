// SPDX-License-Identifier: GPL-3.0-or-later
// Changes settings of a run before it is resumed, so that it can go on: a smaller batch per device,
// a longer time limit.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/target/target.h"

namespace trainyard {

struct Experiment;

// The experiment of a run with these values ("batch.per_device=4"). Errors: "resume.fixed" for what
// makes the run what it is; "resume.relative_path", since the run's own folder is elsewhere; the
// findings of the document, as diagnosticsError().
Result<Experiment> withChangedSettings(const std::string& resolved, const QStringList& changes);

// Writes them into the run folder, with a note for the agent, which says them in the attempt that
// begins with them. May be repeated. Returns the experiment.
QCoro::Task<Result<Experiment>> changeSettings(Target target, QString folder, QStringList changes,
                                               std::stop_token stop);

}  // namespace trainyard
