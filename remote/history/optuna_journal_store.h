// SPDX-License-Identifier: GPL-3.0-or-later
// The file of Optuna's JournalFileBackend as runs. Internal to history/.
#pragma once

#include "remote/history/history_store.h"

namespace trainyard {

// Reads all of it. Studies of several objectives are left out. Errors: those of read_file and
// from_optuna_journal.
Result<std::shared_ptr<const HistoryStore>> openOptunaJournal(const std::filesystem::path& file);

}  // namespace trainyard
