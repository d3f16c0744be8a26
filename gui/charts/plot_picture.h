// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as it is drawn: on the screen, to a PNG, to an SVG. It keeps no colour: they are those of
// the palette it is drawn with.
#pragma once

#include <QCoreApplication>
#include <QPalette>
#include <QString>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/line_painter.h"
#include "gui/charts/plot_scale.h"
#include "gui/charts/value_picture.h"

namespace trainyard {

// How much a curve stands out.
enum class Stress { normal, focus, faint };

struct PlotPicture {
  struct Line {
    QString label;
    int colour = 0;
    Stress stress = Stress::normal;
    DrawnCurve drawn;
    bool isBehind = false;  // fainter and thinner than the lines that it has its colour from
    // Which of several metrics of a panel of a person's own: each has dashes of its own; -1: they
    // come with the colour.
    int metric = -1;
  };
  struct Mark {
    double x = 0;
    QString text;     // the number of the attempt that resumed
    int colour = -1;  // of the run, if several are shown
  };
  struct Best {
    QPointF at;  // in axis coordinates
    int colour = 0;
    QString text;
  };

  QString title, xName, empty;
  bool hasLegend = false;  // in the head: where no row above the plots names the lines
  XRange x, y;
  YScale scale = YScale::linear;
  std::vector<AxisTick> xTicks, yTicks;
  std::vector<Line> lines;
  std::vector<Mark> marks;
  std::vector<XRange> gaps;  // of values that are not finite
  std::optional<Best> best;
  std::optional<ValuePicture> values;  // instead of lines
  double gutter = 0;    // for the words of the vertical axis, in pixels of the design
  double headRoom = 0;  // kept free at the right of the head, for buttons

  QRectF area(const QRectF& room) const;
  PlotMap map(const QRectF& room) const { return {x, y, area(room)}; }
  void draw(QPainter& painter, const QRectF& room, const QPalette& palette) const;

 private:
  Q_DECLARE_TR_FUNCTIONS(trainyard::PlotPicture)
  void drawHead(QPainter& painter, const QRectF& room, const QPalette& palette) const;
  void drawAxes(QPainter& painter, const QRectF& room, const QPalette& palette) const;
  void drawBands(QPainter& painter, const PlotMap& map, const QPalette& palette) const;
  void drawGaps(QPainter& painter, const PlotMap& map, const QPalette& palette) const;
  void drawMarks(QPainter& painter, const PlotMap& map, const QPalette& palette) const;
  void drawOutliers(QPainter& painter, const PlotMap& map, const Line& line,
                    const QColor& colour) const;
  void drawLines(QPainter& painter, const PlotMap& map, const QPalette& palette) const;
};

// The width that the words of the ticks need left of the area, in pixels of the design.
double gutterFor(const std::vector<AxisTick>& ticks);
QList<qreal> dashesOf(const PlotPicture::Line& line);
void paintDiamond(QPainter& painter, QPointF at, double size, const QColor& colour);

}  // namespace trainyard
