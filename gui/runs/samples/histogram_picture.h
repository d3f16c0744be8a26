// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms over the steps of a run as a heat map, and beside it, or below where there is no room,
// the buckets of the step that is shown.
#pragma once

#include <QCoreApplication>
#include <memory>

#include "gui/charts/picture.h"
#include "gui/runs/samples/histogram_history.h"

namespace trainyard {

class HistogramPicture : public Picture {
  Q_DECLARE_TR_FUNCTIONS(trainyard::HistogramPicture)
 public:
  QString name;
  double step = 0;
  SampleHistogram histogram;                        // of that step
  std::shared_ptr<const HistogramHistory> history;  // null: not read yet

  void draw(QPainter& painter, const QRectF& room, const QPalette& palette,
            const QFont& font) const override;
  QString words(QPointF at, const QRectF& room, const QFont& font) const override;
  QString title() const override { return name; }
  // The step of the history at a point; nothing beside it.
  std::optional<double> stepAt(QPointF at, const QRectF& room) const;

 private:
  struct Areas {
    QRectF map, bars;
  };
  Areas areas(const QRectF& room) const;
  bool hasMap() const { return history && history->columns.size() > 1; }
  const HistogramHistory::Column* columnAt(double x, const QRectF& map) const;
  double placeOf(double step, const QRectF& map) const;
  void drawMap(QPainter& painter, const QRectF& area, const QPalette& palette) const;
  void drawBars(QPainter& painter, const QRectF& area, const QPalette& palette) const;
};

// Shows one; a click in the history goes to its step.
class HistogramView : public PictureView {
  Q_OBJECT
 public:
  void show(const HistogramPicture& picture);

 signals:
  void stepChosen(double step);

 protected:
  void mousePressEvent(QMouseEvent* event) override;

 private:
  std::shared_ptr<const HistogramPicture> m_shown;
};

}  // namespace trainyard
