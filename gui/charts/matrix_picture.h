// SPDX-License-Identifier: GPL-3.0-or-later
// A confusion matrix: how often rows of each label were predicted to have each label.
#pragma once

#include <QCoreApplication>
#include <QStringList>
#include <vector>

#include "gui/charts/picture.h"

namespace trainyard {

class MatrixPicture : public Picture {
  Q_DECLARE_TR_FUNCTIONS(trainyard::MatrixPicture)
 public:
  QString heading, xName, yName;
  QString emptyText;  // while there are no counts
  QStringList labels;
  std::vector<std::vector<qint64>>
      counts;  // square, with the size of labels; one row per label in the data

  void draw(QPainter& painter, const QRectF& room, const QPalette& palette,
            const QFont& font) const override;
  QString words(QPointF at, const QRectF& room, const QFont& font) const override;
  QString title() const override { return heading; }

 private:
  QRectF area(const QRectF& room, const QFont& font) const;
  void drawCells(QPainter& painter, const QRectF& area, const QPalette& palette) const;
  void drawLabels(QPainter& painter, const QRectF& area, const QPalette& palette) const;
  double shareOfRow(std::size_t row, std::size_t column) const;
};

}  // namespace trainyard
