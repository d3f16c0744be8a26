// SPDX-License-Identifier: GPL-3.0-or-later
// Resolves what the user calls a run: a prefix of its UUID, its folder's name, its own name if that
// is unique, `last`; or a prefix of a study's UUID for all of its runs.
#pragma once

#include "remote/store/run_store.h"

namespace trainyard {

struct NamedRuns {
  QString study;  // UUID; empty: a single run
  QList<RunRecord> runs;
  bool isStudy() const { return !study.isEmpty(); }
};

// Which runs match among those with the same name, or in a study.
enum class Meant { any, open };

// Errors: "run.unknown", "run.ambiguous", "run.same_name", "study.ambiguous", "study.or_run".
Result<NamedRuns> namedRuns(RunStore& store, const QString& text, Meant meant = Meant::any);
// For commands that need a single run. Error "study.give_run" for a study.
Result<RunRecord> namedRun(RunStore& store, const QString& text, Meant meant = Meant::any);

// A run of a study: "57e085a4  seed=1".
QString titleOf(const RunRecord& run);

}  // namespace trainyard
