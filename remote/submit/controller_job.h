// SPDX-License-Identifier: GPL-3.0-or-later
// The job of a search by a controller: not what the document describes, which is a trial, but the
// small program that submits trials from the cluster (engine/controller).
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/submit/script.h"
#include "remote/target/target.h"

namespace trainyard {

struct Experiment;

// What the job of a run of this experiment executes, with the resources that it needs: the
// experiment itself, or the controller of its search. The same again for what it returns.
Experiment jobOf(const Experiment& experiment, const ScriptSite& site);

// A trial of the experiment's search, as the controller's template: the values of the document, no
// search.
Experiment trialOf(Experiment experiment);

// job.sh of the trials, in which the placeholders of values still stand.
QByteArray renderTrialTemplate(const Experiment& experiment, ScriptSite site);

// Writes what the controller makes trials from into the run folder
// (engine/controller/trial_folder).
QCoro::Task<Result<void>> writeTrialTemplate(Target target, QString folder, Experiment experiment,
                                             std::stop_token stop);

}  // namespace trainyard
