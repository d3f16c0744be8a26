// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches a folder of a run from the target. Its content is not trusted: nothing outside the
// destination is modified.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

struct FetchPreview {
  qint64 files = 0, bytes = 0;  // to transfer
};
// `there`, `here`: absolute folders.
QCoro::Task<Result<FetchPreview>> previewFetch(Host& host, QString there, QString here,
                                               std::stop_token stop);

struct FetchReport {
  QStringList leftOut;  // links on the target that lead, or could lead, out of the folder
};

// Fetches to a folder next to `here`, checks it (no special files, not more than was announced or
// than the disk can hold), drops links that lead outside, verifies the manifest of every checkpoint
// in it, and then moves its files to `here` without following a link. Additional files in `here`
// are kept; those with the same name are replaced. If interrupted, the same call continues. `what`
// names it in the progress. Errors: "fetch.nothing" (does not exist), "fetch.unsafe",
// "fetch.too_large", "fetch.too_many_files", "fetch.more_than_announced", "fetch.not_placed",
// "checkpoint.damaged", those of runRsync.
QCoro::Task<Result<FetchReport>> fetchTree(Host& host, QString what, QString there, QString here,
                                           OnProgress onProgress, std::stop_token stop);
// The same for a file that becomes the file `here`, which is replaced.
QCoro::Task<Result<FetchReport>> fetchFile(Host& host, QString what, QString there, QString here,
                                           OnProgress onProgress, std::stop_token stop);

}  // namespace trainyard
