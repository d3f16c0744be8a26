// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces the number of points of a curve without changing how it looks.
#pragma once

#include <QList>

#include "remote/store/records.h"

namespace trainyard {

// Returns at most max(4, maxPoints) points in order: the list is divided into pieces of equal size,
// each of which keeps its first, minimum, maximum and last value (M4, Jugel and others, VLDB 2014).
// Non-finite values count as neither minimum nor maximum.
QList<MetricPoint> reduce(const QList<MetricPoint>& points, int maxPoints);

}  // namespace trainyard
