// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer points that draw the same curve.
#pragma once

#include <QList>

#include "remote/store/records.h"

namespace trainyard {

// At most max(4, maxPoints) points in their order: the list is cut into pieces of equal count, each
// of which keeps its first, least, greatest and last value (M4, Jugel and others, VLDB 2014).
// Values that are not finite count as neither least nor greatest.
QList<MetricPoint> reduce(const QList<MetricPoint>& points, int maxPoints);

}  // namespace trainyard
