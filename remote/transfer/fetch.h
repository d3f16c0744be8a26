// Bringing a folder of a run from the target. What comes is not trusted: nothing outside the
// destination is touched.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"

namespace trainyard {

struct FetchPreview {
  qint64 files = 0, bytes = 0;  // that would travel
};
// `there`, `here`: absolute folders.
QCoro::Task<Result<FetchPreview>> previewFetch(Host& host, QString there, QString here,
                                               std::stop_token stop);

// Fetches into a folder beside `here`, checks it (no link leads out, no special file, not more than
// was announced or than the disk takes), verifies the manifest of every checkpoint in it, and then
// moves its files to `here`. Files that `here` has in addition stay; those of the same name are
// replaced. Interrupted, the same call continues. `what` names it in the progress. Errors:
// "fetch.nothing" (not there), "fetch.unsafe", "fetch.too_large", "checkpoint.damaged", those of
// runRsync.
QCoro::Task<Result<void>> fetchTree(Host& host, QString what, QString there, QString here,
                                    OnProgress onProgress, std::stop_token stop);

}  // namespace trainyard
