// SPDX-License-Identifier: GPL-3.0-or-later
// One value of each run as it is drawn inside the axes of a plot: bars, dots, or a number.
#pragma once

#include <QPalette>
#include <QRectF>
#include <QString>
#include <vector>

#include "gui/charts/line_painter.h"
#include "gui/charts/panel_values.h"
#include "gui/charts/plot_scale.h"

namespace trainyard {

struct ValuePicture {
  OwnPanel::Kind kind = OwnPanel::Kind::bars;
  std::vector<PanelValue> all;
  YScale scale = YScale::linear, xScale = YScale::linear;
  QString emphasis;          // of the run that stands out; empty: none
  QString number, ofNumber;  // of a number: as text, and whose it is
  int colour = 0;            // of whose it is

  bool hasAxes() const { return kind != OwnPanel::Kind::number; }
  // In axis coordinates; not finite: it cannot stand on a logarithmic axis.
  QPointF placeOf(std::size_t index) const;
  // The bar, or the square around a dot.
  QRectF boxOf(std::size_t index, const PlotMap& map) const;
  // Of the value at a point of the plot; -1: there is none.
  int under(QPointF at, const PlotMap& map) const;
  void draw(QPainter& painter, const PlotMap& map, const QPalette& palette) const;

 private:
  void drawNumber(QPainter& painter, const QRectF& area, const QPalette& palette) const;
  void drawBand(QPainter& painter, std::size_t index, const PlotMap& map,
                const QPalette& palette) const;
};

}  // namespace trainyard
