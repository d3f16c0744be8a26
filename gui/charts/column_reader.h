// SPDX-License-Identifier: GPL-3.0-or-later
// Reads curves in columns from the store. The columns are aligned to the store's blocks, so that a
// curve of a million points is a thousand rows, and one that has grown is read behind what is
// known.
#pragma once

#include "engine/contract/result.h"
#include "gui/charts/curve_columns.h"
#include "remote/store/run_store.h"

namespace trainyard {

// The whole curve in at most a few thousand columns; up to that many points each is exact. Of one
// that is `known` only its last column and what follows are read, unless something older changed.
Result<ColumnCurve> readWholeCurve(RunStore& store, const QString& run, const QString& metric,
                                   const ColumnCurve* known);

// A part of a curve of which the whole is known, in columns of at most `width`. They begin where a
// column of the whole begins, so that what is smoothed can go on from there.
Result<ColumnCurve> readCurveRange(RunStore& store, const QString& run, const QString& metric,
                                   const ColumnCurve& whole, XRange range, double width);

}  // namespace trainyard
