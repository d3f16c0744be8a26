// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders that an experiment names and that travel: sent once, to
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
  QString path;      // there
  qint64 bytes = 0;  // of the whole
  bool isThere = false;
};
// Reads the local file or folder (its hash is kept in the cache folder) and looks whether it is
// there.
QCoro::Task<Result<DataPlan>> planData(Host& host, QString localPath, QString base,
                                       OnProgress onProgress, std::stop_token stop);

// Sends what is not there; returns the path there. Links are followed: what they lead to travels.
// It has its final name only after its hash was verified there; its files are read-only. Errors:
// "data.unreadable", "transfer.damaged", those of runRsync.
QCoro::Task<Result<QString>> sendData(Host& host, QString localPath, QString base,
                                      OnProgress onProgress, std::stop_token stop);

}  // namespace trainyard
