// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of shares: both axes from 0 to 1 (ROC, precision-recall, calibration).
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QPointF>
#include <QString>
#include <vector>

#include "gui/charts/picture.h"

namespace trainyard {

struct UnitCurve {
  QString name;
  QString area;                 // formatted, after the name; may be empty
  std::vector<QPointF> points;  // 0 to 1
  std::vector<qint64> counts;   // shown at its points, if there are any
  int colour = 0;               // for look::curveColour()
};

class UnitPicture : public Picture {
  Q_DECLARE_TR_FUNCTIONS(trainyard::UnitPicture)
 public:
  QString heading, xName, yName;
  QString emptyText;  // while no curve has points
  QList<UnitCurve> curves;
  bool hasDiagonal = false;
  bool hasDots = false;

  void draw(QPainter& painter, const QRectF& room, const QPalette& palette,
            const QFont& font) const override;
  QString words(QPointF at, const QRectF& room, const QFont& font) const override;
  QString title() const override { return heading; }

 private:
  QRectF area(const QRectF& room, const QFont& font) const;
  void drawAxes(QPainter& painter, const QRectF& area, const QPalette& palette) const;
  void drawCurve(QPainter& painter, const QRectF& area, const UnitCurve& curve,
                 const QPalette& palette) const;
  void drawLegend(QPainter& painter, const QRectF& area, const QPalette& palette) const;
  // Moves the box to the corner of the area where it hides the least of the curves.
  QRectF inFreeCorner(QRectF box, const QRectF& area) const;
};

}  // namespace trainyard
