// SPDX-License-Identifier: GPL-3.0-or-later
// What a person calls a run: the beginning of its UUID, its folder's name, its own name where no
// other run has it, `last`; or the beginning of a study's UUID, which is all of its runs.
#pragma once

#include "remote/store/run_store.h"

namespace trainyard {

struct NamedRuns {
  QString study;  // UUID; empty: one run
  QList<RunRecord> runs;
  bool isStudy() const { return !study.isEmpty(); }
};

// Of runs of one name, or of a study, only those that are meant.
enum class Meant { any, open };

// Errors: "run.unknown", "run.ambiguous", "run.same_name", "study.ambiguous", "study.or_run".
Result<NamedRuns> namedRuns(RunStore& store, const QString& text, Meant meant = Meant::any);
// Where only one run will do. Error "study.give_run" for a study.
Result<RunRecord> namedRun(RunStore& store, const QString& text, Meant meant = Meant::any);

// One of a study's runs: "57e085a4  seed=1".
QString titleOf(const RunRecord& run);

}  // namespace trainyard
