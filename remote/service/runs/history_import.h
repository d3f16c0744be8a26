// SPDX-License-Identifier: GPL-3.0-or-later
// Takes runs that other trackers have recorded into the store.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/registry/run_registry.h"

namespace trainyard {

// Everything that is found below these folders of this computer. What a person noted about a run
// that has grown stays. Errors: "history.no_folder", "history.nothing_found", those of the store.
QCoro::Task<Result<ImportedHistory>> importHistory(RunRegistry& registry, QStringList folders,
                                                   std::stop_token stop);

}  // namespace trainyard
