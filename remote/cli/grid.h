// SPDX-License-Identifier: GPL-3.0-or-later
// `--grid`: the combinations of values that a study is made of. Pure.
#pragma once

#include <QList>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

// Each of `grid` is "path=value,value"; commas in brackets or quotes belong to a value. Answers
// "path=value" for each path, a list for each combination; the last path changes fastest. Errors:
// "grid.form", "grid.twice" (a path or a value), "grid.too_many".
Result<QList<QStringList>> combinationsOf(const QStringList& grid);

}  // namespace trainyard
