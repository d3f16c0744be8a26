// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that runs rsync: builds its command line, shows its progress, tries again when the
// link broke, and says in one sentence what went wrong. Needs rsync 3.1 or newer on both sides.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

// Unfinished files wait in a folder of this name beside their place; rsync removes it when they are
// whole.
inline constexpr const char* partialFolderName = ".trainyard-partial";

struct RsyncRequest {
  enum class Direction { toTarget, fromTarget };
  enum class Mode { transfer, dryRun };
  enum class Surplus { stays, isDeleted };
  QString what;  // names the transfer in progress and messages: "code"
  Direction direction = Direction::toTarget;
  Mode mode = Mode::transfer;
  QString source, destination;  // absolute folders: what is in `source` goes into `destination`
  std::optional<QByteArrayList>
      files;  // of `source`, relative, as bytes; nothing: all of it with its folders
  Surplus surplus = Surplus::stays;  // what `destination` has and `files` names not, but for its
                                     // marker (mirror.h)
  QStringList options;    // further words of the command line, no paths that a shell could see
  qint64 bytesTotal = 0;  // for the progress; 0: estimated from rsync's percentage
  std::chrono::milliseconds patience =
      std::chrono::minutes(10);  // without a byte, while the link is broken
};

struct RsyncReport {
  qint64 files = 0, bytes = 0;  // that travelled, or would
  QByteArrayList deleted;       // relative, rsync's way of showing names (a line break is \#012)
  QByteArrayList links;         // that would be made; relative
  int tries = 1;
};

// Links stay links, times stay, folders are made; permissions, deletion and all else only by
// `options`. A name never meets a shell or a pattern. A transfer that ended in the middle is
// continued by the same call. No file has its final name before it is whole. Errors:
// "rsync.missing", "rsync.old" (this computer's), "rsync.missing_there", "rsync.failed",
// "rsync.no_understanding", "rsync.file_failed", "transfer.no_source" (nothing of that name there),
// "transfer.disk_full_here",
// "transfer.disk_full", "transfer.refused" (permissions, read-only), "transfer.link_owner"
// (rsync 3.5 follows no links of others), "transfer.link" (exit code 8: broken until patience was
// over), "transfer.incomplete" (some files were not sent), "transfer.too_many_deletions",
// "host.refused", "cancelled".
QCoro::Task<Result<RsyncReport>> runRsync(Host& host, RsyncRequest request, OnProgress onProgress,
                                          std::stop_token stop);

// The option for code, data and programs: read by whom the host's files are read by, and never
// written again.
QString readOnlyOption(const Host& host);

}  // namespace trainyard
