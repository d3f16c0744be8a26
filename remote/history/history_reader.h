// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what a tracker has kept of one run.
#pragma once

#include <filesystem>
#include <stop_token>

#include "engine/contract/result.h"
#include "remote/history/historic_run.h"
#include "remote/history/history_finder.h"

namespace trainyard {

// `root`: what the user named, below which runs are named by their folders. A damaged file is read
// as far as it goes. Errors: "history.empty" (no values), "cancelled".
Result<HistoricRun> readHistory(const HistorySource& source, const std::filesystem::path& root,
                                const std::stop_token& stop);

}  // namespace trainyard
