// Making a folder on the target equal to a list of local files, deletions included: only in a folder that carries our marker.
#pragma once

#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

inline constexpr const char* mirrorMarkerName = ".trainyard-mirror";

struct MirrorPreview {
  qint64 files = 0, bytes = 0;  // that would travel
  QByteArrayList deleted;       // that would be deleted, folders with a slash at the end
};

// Both first look whether `destination` may be touched at all: it carries the marker (an empty or missing folder gets it by
// mirrorFolder), its real path has at least three parts, it is neither a home folder nor a mount point, nor in or around
// `source`. Errors: "mirror.refused" says why; "mirror.empty" (no files); those of runRsync.
QCoro::Task<Result<MirrorPreview>> previewMirror(Host& host, QString source, QByteArrayList files, QString destination, std::stop_token stop);

// `deletions`: how many the person has seen in the preview; when more would be needed, nothing more is deleted and the error is
// "transfer.too_many_deletions".
QCoro::Task<Result<void>> mirrorFolder(Host& host, QString source, QByteArrayList files, QString destination, qsizetype deletions, OnProgress onProgress,
                                       std::stop_token stop);

}  // namespace trainyard
