// SPDX-License-Identifier: GPL-3.0-or-later
// The working folder of a job script: a writable copy of the run's code, next to the code that is
// kept as it was sent.
#pragma once

#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

struct Experiment;

// The script's location below the run folder: at its own place in the work folder, so that it finds
// its neighbours, or next to that folder if it is from elsewhere. `here`: its path on this
// computer. Starts with a slash.
QString scriptPlace(const Experiment& experiment, const QString& here);

// Creates <folder>/work if it does not exist, and puts the script at `place`. May be repeated.
// Errors: "script.no_work_folder", those of the host.
QCoro::Task<Result<void>> makeWorkFolder(Host& host, QString folder, QString place,
                                         QByteArray script, std::stop_token stop);

}  // namespace trainyard
