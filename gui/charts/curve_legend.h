// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a page of plots by their colours, in a row. The one under the pointer stands out in
// the plots.
#pragma once

#include <QWidget>

#include "gui/charts/curve_set.h"

namespace trainyard {

class CurveLegend : public QWidget {
  Q_OBJECT
 public:
  explicit CurveLegend(CurveSet* set, QWidget* parent = nullptr);

  // At the right, such as how many of all runs are shown.
  void setNote(const QString& note);
  QSize sizeHint() const override;
  // Draws it into a picture.
  void draw(QPainter& painter, const QRectF& room, const QPalette& palette) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Entry {
    QString label;
    int colour = 0;
    QString run;  // empty for the mean of several
    QRectF room = {};
  };
  // A run or a mean each.
  std::vector<Entry> all() const;
  // Those that fit; `more`: how many do not.
  std::vector<Entry> entries(const QRectF& room, int& more) const;

  CurveSet* m_set;
  QString m_note;
};

}  // namespace trainyard
