// SPDX-License-Identifier: GPL-3.0-or-later
// The code of a run: which files of the source folder are transferred, their state in git, and the
// transfer to the run folder.
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
  QByteArrayList files;   // relative to the source folder, sorted; names as raw bytes
  QString gitCommit;      // empty if there is no repository
  QString gitDifference;  // of tracked files against the commit; truncated at 1 MiB
  qint64 bytes = 0;       // of all files
  QStringList linksOut;   // links among the files to what is outside the source folder
};

// Returns the existing files and links that git lists (tracked, and untracked but not ignored; also
// in submodules) or, without a repository, everything below the folder; except what `rsync
// --exclude` would exclude with a pattern in `exclude`. Errors: "code.git" (git refuses the
// folder), "code.exclude", "code.empty", "code.too_large" (over 2 GiB).
QCoro::Task<Result<CodeState>> inspectCode(QString source, QStringList exclude,
                                           std::stop_token stop);

// Returns the patterns in `exclude` that exclude nothing in the folder. Errors: those of
// inspectCode.
QCoro::Task<Result<QStringList>> idleExcludes(QString source, QStringList exclude,
                                              std::stop_token stop);

// What exists but is not transferred because git ignores it (.gitignore etc.). Empty if there is no
// repository. Errors: "cancelled".
struct LeftByGit {
  qint64 files = 0, bytes = 0;
  QStringList names;  // the source folder's own entries that they are or are in
};
QCoro::Task<Result<LeftByGit>> leftByGit(QString source, std::stop_token stop);

// Sends the files to <runFolder>/code, which appears once it is complete; called again it
// continues, or finds it done. Files become read-only, links stay links. A file that is byte for
// byte in <earlierRunFolder>/code (empty: no earlier run) becomes a hard link to it, if links are
// allowed. Nothing is deleted. Errors: those of runRsync.
QCoro::Task<Result<void>> sendCode(Host& host, QString source, CodeState state, QString runFolder,
                                   QString earlierRunFolder, OnProgress onProgress,
                                   std::stop_token stop);

}  // namespace trainyard
