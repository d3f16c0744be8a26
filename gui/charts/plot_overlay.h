// SPDX-License-Identifier: GPL-3.0-or-later
// What moves with the pointer over a plot: crosshair, selection and the values under it. It lies
// over the plot's picture, so that moving the pointer draws no curve.
#pragma once

#include <QColor>
#include <QPointF>
#include <QWidget>
#include <optional>
#include <vector>

namespace trainyard {

// The values at the crosshair.
struct PlotReadout {
  struct Row {
    int colour = 0;
    QString label, value, raw;  // `raw` beside a smoothed value; empty: the value is the raw one
  };
  QString head;
  std::vector<Row> rows;
  QString more;  // "3 more"
};

struct PlotHover {
  struct Dot {
    QPointF at;
    int colour = 0;
  };
  QRectF area;              // of the plot
  std::optional<double> x;  // of the crosshair, in pixels
  std::vector<Dot> dots;
  std::optional<PlotReadout> readout;  // only where the pointer is
  std::optional<QRectF> selection;
  std::optional<double> later;  // in pixels, from where on what is drawn is faint
};

class PlotOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit PlotOverlay(QWidget* parent);

  // How many rows a readout has room for in a panel of this height, at least two; `more` takes the
  // place of one.
  static std::size_t numRows(int height);
  void setHover(const PlotHover& hover);
  const PlotHover& hover() const { return m_hover; }
  // Where the readout is painted; it has one.
  QRectF readoutBox() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRegion covered() const;
  void drawReadout(QPainter& painter) const;

  PlotHover m_hover;
};

}  // namespace trainyard
