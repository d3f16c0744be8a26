// SPDX-License-Identifier: GPL-3.0-or-later
// Mirrors an experiment's code to a folder on a target that the user names (`yard sync --into`).
#pragma once

#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"
#include "remote/transfer/progress.h"

namespace trainyard {

// The code is what a submission would transfer: the files that git lists below code.source, except
// code.exclude. Errors: "experiment.invalid", "mirror.no_code" (the experiment has no code), those
// of inspectCode and of previewMirror.
QCoro::Task<Result<MirrorAnswer>> previewCodeMirror(Target target, ExperimentSource source,
                                                    QString folder, std::stop_token stop);

// `deletions` as for mirrorFolder. Returns the folder's real path. Errors: also those of
// mirrorFolder.
QCoro::Task<Result<QString>> mirrorCode(Target target, ExperimentSource source, QString folder,
                                        std::optional<qsizetype> deletions, OnProgress onProgress,
                                        std::stop_token stop);

}  // namespace trainyard
