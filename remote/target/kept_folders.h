// SPDX-License-Identifier: GPL-3.0-or-later
// What this program has made in a base folder: runs, engines, data, and what an interrupted
// transfer left. Folders of others are not listed.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QMultiHash>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

struct FoundFolder {
  QString name;         // below the base folder; of a run a name, else "engine/..." or "data/..."
  double modified = 0;  // of a run, the last that it wrote; Unix seconds
  bool isRun = false;
  std::optional<qint64> bytes;
};

struct FoundFolders {
  QList<FoundFolder> folders;
  // What a run's script and document, or an engine's launcher, name among the others.
  QMultiHash<QString, QString> uses;
};

// Measuring takes minutes on a large file system, and not longer than five; then what is not known
// yet has no size. Error "files.missing": there is no such folder.
enum class Measure { no, yes };
QCoro::Task<Result<FoundFolders>> findKeptFolders(Host& host, QString base, Measure measure,
                                                  std::stop_token stop);

}  // namespace trainyard
