// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel coordinates: a line a run or a trial through its values on several axes. A range brushed
// on an axis leaves only the lines within it at full strength. Few lines have colours of their own;
// of thousands that are coloured by a value a picture is kept, in which a brush changes only what
// comes and goes.
#pragma once

#include <QImage>
#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "gui/charts/line_density.h"
#include "gui/charts/parallel_axes.h"

namespace trainyard {

struct ParallelLines {
  std::vector<int> curves{};    // indices into the palette of curves; empty: coloured by `shares`
  std::vector<float> shares{};  // on the ramp of values
  std::optional<std::size_t> best{};
  QString words{};    // what the plot is, for somebody who does not see it
  QString nothing{};  // instead of a plot with fewer than two axes
};

class ParallelPlot : public QWidget {
  Q_OBJECT
 public:
  explicit ParallelPlot(QWidget* parent = nullptr);

  // `axes` must outlive it, or be replaced before.
  void show(ParallelAxes* axes, ParallelLines lines);
  const ParallelAxes* axes() const { return m_axes; }
  // Somebody else brushed.
  void follow();
  // One line is drawn above the others.
  void choose(std::optional<std::size_t> line);
  // Whether the picture has everything that is within the ranges: it is drawn in slices, so that
  // no frame waits for it.
  bool isSettled() const { return m_next >= numLines(); }
  QRectF room() const;
  double axisX(std::size_t axis) const;
  QSize sizeHint() const override { return {480, 220}; }

 signals:
  void brushed();
  void lineClicked(int line);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  std::size_t numLines() const { return m_axes ? m_axes->numLines() : 0; }
  std::optional<std::size_t> axisUnder(QPointF position) const;
  std::optional<std::size_t> lineUnder(QPointF position) const;
  double shareAt(double y) const;
  // In shares of the height, between axes too.
  float heightAt(std::size_t line, double x) const;
  void startOver();
  void drawAll();
  void advance();
  void drawInto(LineDensity& density, std::size_t line, bool isAdded);
  void setBrush(std::size_t axis, std::optional<ParallelAxes::Range> range);
  void paintLine(QPainter& painter, std::size_t line, const QColor& colour, double width) const;
  void paintAxes(QPainter& painter) const;

  ParallelAxes* m_axes = nullptr;
  ParallelLines m_lines;
  std::optional<std::size_t> m_chosen;
  std::optional<std::size_t> m_dragged;
  double m_from = 0;
  std::size_t m_focusAxis = 0;
  // The picture of lines that are coloured by a value.
  bool m_isStale = true;
  LineDensity m_density;
  std::vector<char> m_drawn;  // which lines it has
  std::size_t m_next = 0;     // before it the picture is right
  QTimer m_slices;
  QImage m_faint, m_lit;
  bool m_isLitStale = true;
  std::vector<float> m_bend;     // of a line between two axes, by column
  std::vector<float> m_heights;  // of the line that is being drawn
};

}  // namespace trainyard
