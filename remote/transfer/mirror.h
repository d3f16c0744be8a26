// SPDX-License-Identifier: GPL-3.0-or-later
// Making a folder on the target equal to a list of local files, deletions included: only in a
// folder that carries our marker.
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
  QByteArrayList files;  // of `source`, relative, as bytes
  QString destination;   // on the target: absolute, or ~/ and what follows
};

struct MirrorPreview {
  QString folder;               // the real path of the destination
  qint64 files = 0, bytes = 0;  // that would travel
  QByteArrayList
      surplus;  // what the destination has and `files` names not; folders with a slash at the end
};

// Both first look whether the destination may be touched at all: it carries the marker (an empty or
// missing folder gets it by mirrorFolder), its real path has at least three parts, it is neither a
// home folder nor a mount point, nor in or around the source, and the source is in no mirror
// itself. Errors: "mirror.refused" says why; "mirror.empty" (no files); those of runRsync.
QCoro::Task<Result<MirrorPreview>> previewMirror(Host& host, MirrorRequest request,
                                                 std::stop_token stop);

// `deletions`: how many the person has seen as surplus in the preview; when more would be needed,
// nothing more is deleted and the error is "transfer.too_many_deletions". Without it the surplus
// stays. Returns the real path of the destination.
QCoro::Task<Result<QString>> mirrorFolder(Host& host, MirrorRequest request,
                                          std::optional<qsizetype> deletions, OnProgress onProgress,
                                          std::stop_token stop);

}  // namespace trainyard
