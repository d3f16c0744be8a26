// SPDX-License-Identifier: GPL-3.0-or-later
// The only place that runs rsync: builds its command line, reports its progress, retries after a
// broken connection, and describes errors in one sentence. Needs rsync 3.1 or newer on both sides.
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

// Incomplete files are kept in a folder of this name next to their destination; rsync removes it
// when they are complete.
inline constexpr const char* partialFolderName = ".trainyard-partial";

struct RsyncRequest {
  enum class Direction { toTarget, fromTarget };
  enum class Mode { transfer, dryRun };
  enum class Surplus { stays, isDeleted };
  QString what;  // identifies the transfer in progress and messages: "code"
  Direction direction = Direction::toTarget;
  Mode mode = Mode::transfer;
  QString source, destination;  // absolute folders: the content of `source` goes into `destination`
  std::optional<QByteArrayList>
      files;  // in `source`, relative, as raw bytes; nothing: everything, including folders
  Surplus surplus = Surplus::stays;  // what is in `destination` but not in `files`, except its
                                     // marker (mirror.h)
  QStringList options;    // additional arguments, without paths that a shell could interpret
  qint64 bytesTotal = 0;  // for the progress; 0: estimated from rsync's percentage
  std::chrono::milliseconds patience =
      std::chrono::minutes(10);  // without a byte, while the connection is broken
};

struct RsyncReport {
  qint64 files = 0, bytes = 0;  // transferred, or to transfer
  QByteArrayList deleted;       // relative, in rsync's notation (a line break is \#012)
  QByteArrayList links;         // that would be created; relative
  int tries = 1;
};

// Links stay links, times are preserved, folders are created; permissions, deletion and everything
// else only with `options`. Names are never interpreted by a shell or as a pattern. An interrupted
// transfer is continued by the same call. No file gets its final name before it is complete.
// Errors: "rsync.missing", "rsync.old" (on this computer), "rsync.missing_there", "rsync.failed",
// "rsync.no_understanding", "rsync.file_failed", "transfer.no_source" (nothing of that name there),
// "transfer.disk_full_here", "transfer.disk_full", "transfer.refused" (permissions, read-only),
// "transfer.link_owner" (rsync 3.5 does not follow links of other users), "transfer.link" (exit
// code 8: broken until patience ran out), "transfer.incomplete" (some files were not sent),
// "transfer.too_many_deletions", "host.refused", "cancelled".
QCoro::Task<Result<RsyncReport>> runRsync(Host& host, RsyncRequest request, OnProgress onProgress,
                                          std::stop_token stop);

// The option for code, data and programs: readable by those who may read the host's files, and
// read-only.
QString readOnlyOption(const Host& host);

}  // namespace trainyard
