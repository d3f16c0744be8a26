// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of one metric of several runs, or of a few metrics of one: a card with a head, axes, zoom,
// pan and the values under the pointer. The curves are a picture that is kept; a plot that is not
// visible (another tab, scrolled away) reads and draws nothing until it is.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "gui/charts/curve_set.h"
#include "gui/charts/panel_metrics.h"
#include "gui/charts/own_axis.h"
#include "gui/charts/place_text.h"
#include "gui/charts/plot_drag.h"
#include "gui/charts/plot_head.h"
#include "gui/charts/plot_overlay.h"
#include "gui/charts/plot_picture.h"

namespace trainyard {

class PlotCurves;

class PlotPanel : public QWidget {
  Q_OBJECT
 public:
  using Export = PlotHead::Export;

  PlotPanel(CurveSet* set, PanelMetrics metrics, QWidget* parent = nullptr);
  ~PlotPanel() override;

  const PanelMetrics& metrics() const { return m_metrics; }
  // Shows something else in the same place.
  void setMetrics(const PanelMetrics& metrics);
  // Whether its horizontal axis is not that of the page.
  bool hasOwnAxis() const { return trainyard::hasOwnAxis(m_metrics.own); }
  QList<CurveKey> keys() const;
  void setStyle(const PlotStyle& style);
  // The range shown, in the unit of the horizontal axis; nothing: everything, including new points.
  void setXView(std::optional<XRange> view);
  const std::optional<XRange>& xView() const { return m_xView; }
  // Where a vertical line is shown, to follow another plot's pointer; nothing: none.
  void setCursor(std::optional<double> place);
  // A step: what is later is faint, and the line stands there while no pointer is over the plots.
  void setMoment(std::optional<double> step) {
    m_moment = step;
    showHover();
  }
  // The room for the words of the vertical axis, which all plots of a page share, in pixels of the
  // design.
  void setGutter(double gutter);
  QSize sizeHint() const override;

  // Immediately prepares what is pending, whether visible or not.
  void refreshNow();
  // The values at the crosshair, one text for each curve that has a point there.
  QStringList cursorWords() const;
  // What it shows, for somebody who does not see it: "5 curves, best 0.672 at 400".
  virtual QString summary() const;
  // When curves were last prepared, in milliseconds since the epoch.
  qint64 lastDrawn() const { return m_lastDrawn; }
  QRectF plotArea() const { return m_picture.area(rect()); }
  const PlotPicture& shown() const { return m_picture; }
  // For a file; `hasLegend`: with the names of its lines.
  PlotPicture picture(bool hasLegend) const;
  const PlotOverlay* overlay() const { return m_overlay; }

 signals:
  void xViewChanged(std::optional<trainyard::XRange> view);
  void cursorChanged(std::optional<double> place);
  void gutterNeeded(double gutter);
  void enlargeRequested();
  void exportRequested(trainyard::PlotHead::Export kind);
  void editRequested();
  void removeRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

  // Takes what was read into the picture, and asks for what it needs; why it shows nothing.
  virtual QString take();
  virtual void showHover();
  void takeTicks();
  YScale scale() const;
  PlaceUnit unit() const;
  void schedule(int milliseconds);

  QPointer<CurveSet> m_set;  // may end before its plots, as a member of what owns them
  PlotPicture m_picture;
  PlotOverlay* m_overlay;

 private:
  void refreshIfSeen();
  void refresh();
  void takeCurves(const PlotCurves& curves);
  void showTitle();
  void drawCache();
  void buildHead();
  void copyPicture() const;
  int numColumns() const;
  void changeView(std::optional<XRange> x, std::optional<XRange> y);
  void zoomAround(QPointF position, double factor, Qt::KeyboardModifiers modifiers);
  QPointF toPlot(QPointF position) const { return m_picture.map(rect()).toPlot(position); }

  PanelMetrics m_metrics;
  PlotStyle m_style;
  std::optional<YScale> m_ownScale;
  std::optional<XRange> m_xView, m_yView;
  QPixmap m_cache;
  bool m_isCacheStale = true, m_waitsToBeSeen = true, m_isUnderPointer = false;
  PlotHead* m_head = nullptr;
  std::optional<double> m_cursor, m_moment;
  PlotDrag m_drag;
  QTimer m_timer;
  qint64 m_lastDrawn = 0;
};

}  // namespace trainyard
