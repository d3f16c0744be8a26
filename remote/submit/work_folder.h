// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that a job script works in: a copy of the run's code that it may write to, beside the
// code that stays as it was sent.
#pragma once

#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

// Where the script is, below the run folder: at its own place in the work folder, so that it finds
// its neighbours, or beside that folder when it comes from somewhere else. `here`: its path on this
// computer. Begins with a slash.
QString scriptPlace(const Experiment& experiment, const QString& here);

// Makes <folder>/work where it is not there yet, and puts the script at `place`. May be repeated.
// Errors: "script.no_work_folder", those of the host.
QCoro::Task<Result<void>> makeWorkFolder(Host& host, QString folder, QString place,
                                         QByteArray script, std::stop_token stop);

}  // namespace trainyard
