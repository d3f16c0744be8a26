// SPDX-License-Identifier: GPL-3.0-or-later
// A plot with one or a few curves: axes, zoom, pan, readout under the pointer. QtCharts draws the
// axes and the lines; it never gets more points than there are pixels. A plot that is not visible
// (another tab, scrolled away) is not prepared until it is.
#pragma once

#include <QChartView>
#include <QPointer>
#include <QTimer>
#include <optional>

#include "gui/charts/curves_model.h"
#include "gui/charts/plot_panels.h"
#include "gui/charts/plot_scale.h"
#include "gui/charts/smoothing.h"

class QCategoryAxis;
class QLineSeries;

namespace trainyard {

class PlotView : public QChartView {
  Q_OBJECT
 public:
  PlotView(const CurvesModel* curves, PlotPanel panel, QWidget* parent = nullptr);

  const PlotPanel& panel() const { return m_panel; }
  void setStyle(PlotStyle style);
  // The range of steps shown; nothing: all of them, including new ones.
  void setXView(std::optional<XRange> view);
  // Where a vertical line and the values are shown, to follow another plot's pointer; nothing:
  // none.
  void setCursor(std::optional<double> step);
  QSize sizeHint() const override { return {440, 270}; }

  // Immediately draws what is pending, whether visible or not.
  void refreshNow();
  // The readout at the pointer's line, one text for each metric that has a point there.
  QStringList cursorWords() const;
  // When new points were last drawn, in milliseconds since the epoch.
  qint64 lastDrawn() const { return m_lastDrawn; }

 signals:
  void xViewChanged(std::optional<trainyard::XRange> view);
  void cursorChanged(std::optional<double> step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { none, zoom, pan };
  struct Reading {
    std::size_t metric;
    CurvePoint point;
    std::optional<double> smoothed;  // if smoothing is on
  };

  void schedule();
  void refreshIfSeen();
  void refresh();
  DrawnCurve draw(std::size_t metric, int columns);
  void showLines(const std::vector<DrawnCurve>& curves);
  void takeLine(std::size_t& used, const LinePart& part, const QColor& colour, qreal width,
                bool dots);
  void applyPalette();
  void changeView(std::optional<XRange> x, std::optional<XRange> y);
  void zoomAround(QPointF position, double factor, Qt::KeyboardModifiers modifiers);
  std::vector<Reading> readings(double cursor) const;
  QString words(const Reading& reading) const;
  void drawCursor(QPainter& painter) const;
  void drawLegend(QPainter& painter) const;
  QPointF toPlot(QPointF position) const;  // widget -> axis coordinates
  QPointF toScreen(QPointF coordinate) const;
  std::vector<const std::vector<CurvePoint>*> lines() const;

  const CurvesModel* m_curves;
  PlotPanel m_panel;
  PlotStyle m_style;
  QCategoryAxis* m_xAxis;
  QCategoryAxis* m_yAxis;
  std::vector<QLineSeries*> m_series;  // a pool; unused ones are hidden
  std::optional<XRange> m_xView, m_yView;
  XRange m_x, m_y;  // the ranges of the axes
  std::vector<double> m_gaps, m_marks;
  struct Dot {
    QPointF at;
    QColor colour;
  };
  std::vector<Dot> m_dots;  // points of a curve with more gaps than there are lines
  std::optional<double> m_cursor;
  Drag m_drag = Drag::none;
  QPointF m_dragStart, m_dragNow;
  XRange m_panX, m_panY;
  QTimer m_timer;
  std::vector<GrowingSmooth> m_smoothed;  // by index of the metric in the panel
  bool m_waitsToBeSeen = false;
  qint64 m_lastDrawn = 0;
};

}  // namespace trainyard
