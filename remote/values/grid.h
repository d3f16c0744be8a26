// SPDX-License-Identifier: GPL-3.0-or-later
// The combinations of values in a study, of `--grid` or of a form. Pure.
#pragma once

#include <QList>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

// Each entry of `grid` is "path=value,value"; commas in brackets or quotes are part of a value.
// Returns one list for each combination with "path=value" for each path; the last path varies
// fastest. Errors: "grid.form", "grid.twice" (a path or a value), "grid.too_many".
Result<QList<QStringList>> combinationsOf(const QStringList& grid);

// How each of these combinations is rehearsed where steps of each would take too long. `steps`: the
// first with each value that the steps of a shrunk model see, at most `limit`. `no`: it differs
// from one before it in nothing that a training sees.
enum class RehearsedBy { no, plan, steps };
struct RehearsedCombination {
  RehearsedBy by;
  qsizetype as;  // whose rehearsal stands for it: its own, or that of the one before
};
QList<RehearsedCombination> rehearsalsOf(const QList<QStringList>& combinations, int limit = 8);

}  // namespace trainyard
