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

}  // namespace trainyard
