// SPDX-License-Identifier: GPL-3.0-or-later
// Curves over shares: both axes from 0 to 1 (ROC, precision over recall, calibration).
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
  QString area;                 // in words, behind the name; may be empty
  std::vector<QPointF> points;  // 0 to 1
  std::vector<qint64> counts;   // beside its points, where there are any
  int colour = 0;               // of curveColour()
};

class UnitPicture : public Picture {
  Q_DECLARE_TR_FUNCTIONS(trainyard::UnitPicture)
 public:
  QString heading, xName, yName;
  QString emptyText;  // while no curve has a point
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
  // The corner of the area where a box hides least of the curves.
  QRectF inFreeCorner(QRectF box, const QRectF& area) const;
};

}  // namespace trainyard
