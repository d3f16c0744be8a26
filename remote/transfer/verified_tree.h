// SPDX-License-Identifier: GPL-3.0-or-later
// Sends files to a location at which they appear only after all of them were verified on the
// target.
#pragma once

#include <stop_token>
#include <vector>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/file_hash.h"
#include "remote/transfer/progress.h"

namespace trainyard {

struct VerifiedTree {
  QString what;                   // as in RsyncRequest
  QString source;                 // absolute folder; its links are followed
  std::vector<HashedFile> files;  // relative to it
  QString part;                   // folder on the target for incomplete files; removed at the end
  QString arrival;                // `part`, or a folder in it: where the files arrive
  QString moved;                  // the part of `part` to move (may be `part` itself) ...
  QString place;                  // ... to here; if it exists, everything is done already
};

// Begins the name of a folder for incomplete files. Each installation has its own, since two of one
// user may send the same tree at the same time.
QString partialName();

// Called again after an interruption it continues. Files become read-only. Damage is repaired once
// by sending everything again. Errors: "transfer.damaged", "transfer.not_placed", those of
// runRsync.
QCoro::Task<Result<void>> sendVerified(Host& host, VerifiedTree tree, OnProgress onProgress,
                                       std::stop_token stop);

}  // namespace trainyard
