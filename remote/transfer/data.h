// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders named in an experiment that are transferred: sent once, to
// <base>/data/<SHA-256>/<name>.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

struct DataPlan {
  QString path;      // on the target
  qint64 bytes = 0;  // total
  bool isThere = false;
};
// Reads the local file or folder (its hash is kept in the cache folder) and checks whether the
// target has it.
QCoro::Task<Result<DataPlan>> planData(Host& host, QString localPath, QString base,
                                       OnProgress onProgress, std::stop_token stop);

// Sends it if the target does not have it; returns the path there. Links are followed: their
// targets are transferred. It gets its final name only after its hash was verified on the target;
// its files are read-only. Errors: "data.unreadable", "transfer.damaged", those of runRsync.
QCoro::Task<Result<QString>> sendData(Host& host, QString localPath, QString base,
                                      OnProgress onProgress, std::stop_token stop);

}  // namespace trainyard
