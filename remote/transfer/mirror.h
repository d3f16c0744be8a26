// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a folder on the target equal to a list of local files, including deletions: only in a
// folder with our marker.
#pragma once

#include <optional>
#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

inline constexpr const char* mirrorMarkerName = ".trainyard-mirror";

struct MirrorRequest {
  QString source;        // absolute, on this computer
  QByteArrayList files;  // in `source`, relative, as raw bytes
  QString destination;   // on the target: absolute, or starting with ~/
};

struct MirrorPreview {
  QString folder;               // the real path of the destination
  qint64 files = 0, bytes = 0;  // to transfer
  QByteArrayList
      surplus;  // what is in the destination but not in `files`; folders end with a slash
};

// Both first check whether the destination may be modified at all: it has the marker (an empty or
// missing folder gets it from mirrorFolder), its real path has at least three components, it is
// neither a home folder nor a mount point, nor inside or around the source, and the source itself
// is not in a mirror. Errors: "mirror.refused" says why; "mirror.empty" (no files); those of
// runRsync.
QCoro::Task<Result<MirrorPreview>> previewMirror(Host& host, MirrorRequest request,
                                                 std::stop_token stop);

// `deletions`: how many surplus names the user has seen in the preview; if there are more, nothing
// further is deleted and the error is "transfer.too_many_deletions". If not set, the surplus is
// kept. Returns the real path of the destination.
QCoro::Task<Result<QString>> mirrorFolder(Host& host, MirrorRequest request,
                                          std::optional<qsizetype> deletions, OnProgress onProgress,
                                          std::stop_token stop);

}  // namespace trainyard
