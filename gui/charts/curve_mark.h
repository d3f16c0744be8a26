// SPDX-License-Identifier: GPL-3.0-or-later
// What names a curve beside the plots: its swatch and a small picture of it, in its colour and with
// its dashes.
#pragma once

#include <QList>
#include <QPainter>
#include <QPalette>
#include <QPointF>

namespace trainyard {

// `colour`: an index as for look::curveColour(). What is hidden has only its outline. Curves that
// share a colour differ in their dashes, and their swatches are divided like them.
void paintCurveSwatch(QPainter& painter, const QRectF& swatch, int colour, const QPalette& palette,
                      bool isHidden = false);

// A curve in a small rect, from its least to its greatest value; nothing of fewer than two points.
void paintSpark(QPainter& painter, const QRectF& rect, const QList<QPointF>& points,
                const QColor& colour, const QList<qreal>& dashes = {});

}  // namespace trainyard
