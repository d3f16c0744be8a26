// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the lines of curves: on the screen column by column of its pixels where a curve has as many
// points. Other wide lines are drawn segment by segment: QPainter takes a hundred times longer for
// a wide polyline that turns in every pixel column.
#pragma once

#include <QColor>
#include <QList>
#include <QPainter>

#include "gui/charts/pixel_reduction.h"

namespace trainyard {

// From axis coordinates to those of the device.
struct PlotMap {
  XRange x, y;
  QRectF area;

  QPointF toScreen(QPointF coordinate) const {
    return {area.left() + (coordinate.x() - x.low) / (x.high - x.low) * area.width(),
            area.bottom() - (coordinate.y() - y.low) / (y.high - y.low) * area.height()};
  }
  QPointF toPlot(QPointF position) const {
    return {
        x.low + (position.x() - area.left()) / std::max(area.width(), 1.0) * (x.high - x.low),
        y.low + (area.bottom() - position.y()) / std::max(area.height(), 1.0) * (y.high - y.low)};
  }
};

struct LineLook {
  QColor colour;
  double width = 1.6;
  QList<qreal> dashes;   // lengths of dashes and gaps in pixels; empty: none
  double dotRadius = 0;  // of a dot at each point; 0: only where a part is a single point
};

void paintLine(QPainter& painter, const PlotMap& map, const ReducedCurve& curve,
               const LineLook& look);

// The dashes along a line, as segments.
QList<QLineF> dashesAlong(const QList<QPointF>& points, const QList<qreal>& pattern);

}  // namespace trainyard
