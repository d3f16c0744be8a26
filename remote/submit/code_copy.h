// The code of a run: which files of the source folder travel, what git knows about them, and their read-only copy.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

struct CodeState {
  QStringList files;      // relative to the source folder
  QString gitCommit;      // empty where there is no repository
  QString gitDifference;  // of tracked files against the commit; cut at 1 MiB
};

// What git lists (tracked, and untracked but not ignored), else every file below the folder but .git; without those that a
// pattern of `exclude` matches (shell wildcards, against the path and against the name). Needs no git to work.
QCoro::Task<Result<CodeState>> inspectCode(QString source, QStringList exclude, std::stop_token stop);

// Copies the files into `destination`, a new folder; files become read-only, links stay links. At most 2 GiB.
Result<void> copyCode(const QString& source, const QStringList& files, const QString& destination);

}  // namespace trainyard
