// SPDX-License-Identifier: GPL-3.0-or-later
// The code of a run: which files of the source folder travel, what git knows about them, and
// sending them into the run folder.
#pragma once

#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

struct CodeState {
  QByteArrayList files;   // relative to the source folder, sorted; names as the file system's bytes
  QString gitCommit;      // empty where there is no repository
  QString gitDifference;  // of tracked files against the commit; cut at 1 MiB
  qint64 bytes = 0;       // of all files
};

// The existing files and links that git lists (tracked, and untracked but not ignored; those of
// submodules too), else, without a repository, all below the folder; without those that
// `rsync --exclude` leaves out by a pattern of `exclude`. Errors: "code.git" (git refuses the
// folder), "code.exclude", "code.empty", "code.too_large" (over 2 GiB).
QCoro::Task<Result<CodeState>> inspectCode(QString source, QStringList exclude,
                                           std::stop_token stop);

// The patterns of `exclude` that leave nothing of the folder out. Errors: those of inspectCode.
QCoro::Task<Result<QStringList>> idleExcludes(QString source, QStringList exclude,
                                              std::stop_token stop);

// What is there and does not travel because git ignores it (.gitignore and its kin). Nothing where
// there is no repository. Errors: "cancelled".
struct LeftByGit {
  qint64 files = 0, bytes = 0;
  QStringList names;  // of the source folder's own entries that they are or lie in
};
QCoro::Task<Result<LeftByGit>> leftByGit(QString source, std::stop_token stop);

// Sends the files to <runFolder>/code, which appears when all are there; called again it continues,
// or finds it done. Files become read-only, links stay links. A file that is byte for byte in
// <earlierRunFolder>/code (empty: no earlier run) becomes a hard link to it, where links are
// allowed. Nothing is deleted. Errors: those of runRsync.
QCoro::Task<Result<void>> sendCode(Host& host, QString source, CodeState state, QString runFolder,
                                   QString earlierRunFolder, OnProgress onProgress,
                                   std::stop_token stop);

}  // namespace trainyard
