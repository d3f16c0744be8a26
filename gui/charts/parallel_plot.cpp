// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/parallel_plot.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double brushReach = 14, leastBrush = 0.02, lineReach = 5;
constexpr double brushStep = 0.05;
constexpr qint64 sliceMilliseconds = 4;
constexpr std::size_t manyLines = 1000;   // each may be thinner
constexpr std::size_t linesPerLook = 16;  // between two looks at the clock
constexpr int rampSteps = 96;
// How strong lines are, of as many as are still told apart; more of them are fainter each.
constexpr double litStrength = 0.85, faintStrength = 0.2, mostFaint = 0.4, fewLines = 120;

double strengthOf(double strength, std::size_t lines) {
  return std::max(strength * std::min(1.0, fewLines / std::max<double>(1, lines)), 0.012);
}

std::vector<QRgb> rampOf(const look::Tokens& tokens) {
  std::vector<QRgb> colours;
  for (int i = 0; i < rampSteps; ++i)
    colours.push_back(look::onRamp(tokens.values, i / (rampSteps - 1.0)).rgb());
  return colours;
}

// Where a curve from 0 to 1 with level ends is at a share of its way.
float bendAt(double x) {
  double low = 0, high = 1;
  for (int i = 0; i < 24; ++i) {
    const double t = (low + high) / 2;
    (1.5 * t - 1.5 * t * t + t * t * t < x ? low : high) = t;
  }
  return static_cast<float>(low * low * (3 - 2 * low));
}

}  // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) {
  setMinimumHeight(px(160));
  setFocusPolicy(Qt::StrongFocus);
  look::setAccessibleRole(this, QAccessible::Chart);
  m_slices.setSingleShot(true);
  m_slices.setInterval(0);
  connect(&m_slices, &QTimer::timeout, this, &ParallelPlot::advance);
  for (const auto type : {QEvent::Resize, QEvent::PaletteChange})
    look::onEvent(this, type, [this] { startOver(); });
}

void ParallelPlot::show(ParallelAxes* axes, ParallelLines lines) {
  m_axes = axes;
  m_lines = std::move(lines);
  m_dragged.reset();
  m_focusAxis = 0;
  if (m_chosen && *m_chosen >= numLines()) m_chosen.reset();
  setAccessibleName(m_lines.words);
  startOver();
}

void ParallelPlot::choose(std::optional<std::size_t> line) {
  m_chosen = line && *line < numLines() ? line : std::nullopt;
  update();
}

QRectF ParallelPlot::room() const {
  return QRectF(rect()).adjusted(px(48), px(40), -px(48), -px(24));
}

double ParallelPlot::axisX(std::size_t axis) const {
  const std::size_t num = m_axes ? m_axes->axes().size() : 0;
  return num < 2 ? room().center().x()
                 : room().left() +
                       room().width() * static_cast<double>(axis) / static_cast<double>(num - 1);
}

double ParallelPlot::shareAt(double y) const {
  return std::clamp((room().bottom() - y) / std::max(room().height(), 1.0), 0.0, 1.0);
}

void ParallelPlot::startOver() {
  m_isStale = true;
  update();
}

// The lines at full strength begin empty; what is behind them is drawn at once.
void ParallelPlot::drawAll() {
  m_isStale = false;
  const double ratio = devicePixelRatioF();
  const QRectF area = room();
  const QSize size(static_cast<int>(area.width() * ratio) + 1,
                   static_cast<int>(area.height() * ratio) + 1);
  m_density.reset(size);
  m_drawn.assign(numLines(), 0);
  m_next = 0;
  m_faint = {};
  m_isLitStale = true;
  if (!m_lines.curves.empty() || !m_axes || m_axes->axes().size() < 2) {
    m_next = numLines();
    return;
  }
  m_heights.assign(static_cast<std::size_t>(std::max(1, size.width())), 0);
  const std::size_t gaps = m_axes->axes().size() - 1;
  m_bend.resize(m_heights.size());
  for (std::size_t i = 0; i < m_bend.size(); ++i) {
    const double at =
        static_cast<double>(i) / static_cast<double>(m_bend.size()) * static_cast<double>(gaps);
    m_bend[i] = bendAt(at - std::floor(at));
  }
  LineDensity all;
  all.reset(size);
  for (std::size_t line = 0; line < numLines(); ++line) drawInto(all, line, true);
  const std::vector<QRgb> colours = rampOf(look::tokens(palette()));
  m_faint = all.picture(colours, strengthOf(faintStrength, numLines()), mostFaint);
  m_faint.setDevicePixelRatio(ratio);
  // Mostly nothing is brushed, and all lines are there already.
  if (m_axes->numWithin() == numLines()) {
    m_density = std::move(all);
    m_drawn.assign(numLines(), 1);
    m_next = numLines();
  }
}

void ParallelPlot::drawInto(LineDensity& density, std::size_t line, bool isAdded) {
  const auto& axes = m_axes->axes();
  const std::size_t gaps = axes.size() - 1, columns = m_heights.size();
  const auto height = static_cast<float>(density.size().height() - 1);
  std::size_t column = 0;
  for (std::size_t gap = 0; gap < gaps; ++gap) {
    const float from = (1 - axes[gap].shares[line]) * height;
    const float rise = (1 - axes[gap + 1].shares[line]) * height - from;
    const std::size_t end = gap + 1 == gaps ? columns : ((gap + 1) * columns + gaps - 1) / gaps;
    for (; column < end; ++column) m_heights[column] = from + rise * m_bend[column];
  }
  const LineDensity::Line drawn{.firstColumn = 0,
                                .heights = m_heights,
                                .share = m_lines.shares[line],
                                .width = (numLines() > manyLines ? 1 : 1.4) * devicePixelRatioF()};
  if (isAdded)
    density.add(drawn);
  else
    density.takeAway(drawn);
}

// As many lines as a frame has time for.
void ParallelPlot::advance() {
  QElapsedTimer clock;
  clock.start();
  while (m_next < numLines()) {
    const std::size_t end = std::min(m_next + linesPerLook, numLines());
    for (; m_next < end; ++m_next)
      if (const bool isWithin = m_axes->isWithin(m_next); isWithin != (m_drawn[m_next] != 0)) {
        drawInto(m_density, m_next, isWithin);
        m_drawn[m_next] = isWithin;
      }
    if (clock.elapsed() >= sliceMilliseconds) break;
  }
  m_isLitStale = true;
  if (!isSettled()) m_slices.start();
  update();
}

void ParallelPlot::follow() {
  if (m_isStale || !m_lines.curves.empty()) return update();
  m_next = 0;
  advance();
}

void ParallelPlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void ParallelPlot::paintLine(QPainter& painter, std::size_t line, const QColor& colour,
                             double width) const {
  const QRectF area = room();
  QPainterPath path;
  bool isBegun = false;
  QPointF before;
  for (std::size_t i = 0; i < m_axes->axes().size(); ++i) {
    const float share = m_axes->axes()[i].shares[line];
    if (std::isnan(share)) {
      isBegun = false;
      continue;
    }
    const QPointF at(axisX(i), area.bottom() - share * area.height());
    const double half = (at.x() - before.x()) / 2;
    if (isBegun)
      path.cubicTo(before + QPointF(half, 0), at - QPointF(half, 0), at);
    else
      path.moveTo(at);
    before = at;
    isBegun = true;
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, width));
  painter.drawPath(path);
}

void ParallelPlot::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  if (!m_axes || m_axes->axes().size() < 2)
    return void(look::paintWords(painter, rect(), m_lines.nothing, Role::body, now.text3,
                                 Qt::AlignHCenter));
  if (m_isStale) {
    drawAll();
    if (!isSettled()) advance();
  }
  for (const bool within : {false, true})
    for (std::size_t i = 0; i < m_lines.curves.size(); ++i) {
      if (m_axes->isWithin(i) != within) continue;
      const QColor colour = look::curveColour(m_lines.curves[i], palette());
      paintLine(painter, i, within ? colour : look::mixed(colour, now.plot, 0.3),
                within && m_lines.best == i ? 2.5 : 1.5);
    }
  if (m_lines.curves.empty()) {
    if (m_isLitStale) {
      m_lit = m_density.picture(rampOf(now), strengthOf(litStrength, m_axes->numWithin()));
      m_lit.setDevicePixelRatio(devicePixelRatioF());
      m_isLitStale = false;
    }
    if (m_axes->isBrushed()) painter.drawImage(room().topLeft(), m_faint);
    painter.drawImage(room().topLeft(), m_lit);
    if (m_lines.best && m_axes->isWithin(*m_lines.best))
      paintLine(painter, *m_lines.best, now.values.front(), 2.6);
  }
  if (m_chosen && m_chosen != m_lines.best) paintLine(painter, *m_chosen, now.accent, 2.6);
  paintAxes(painter);
}

void ParallelPlot::paintAxes(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const QRectF area = room();
  const auto& axes = m_axes->axes();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const ParallelAxes::Axis& axis = axes[i];
    const double x = axisX(i);
    painter.setPen(QPen(now.axis, 1));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const double width = std::min(area.width() / static_cast<double>(axes.size() - 1) - px(6),
                                  2 * std::min(x, this->width() - x));
    const QRectF head(x - width / 2, 0, width, px(18));
    look::paintWords(painter, head, axis.title, Role::captionName, now.text2, Qt::AlignHCenter);
    look::paintWords(painter, head.translated(0, px(17)), axis.words(1), Role::caption, now.text3,
                     Qt::AlignHCenter);
    look::paintWords(painter, QRectF(head.left(), area.bottom() + px(3), width, px(18)),
                     axis.words(0), Role::caption, now.text3, Qt::AlignHCenter);
    if (axis.brush) {
      const QRectF brush(
          x - px(7), area.bottom() - axis.brush->second * area.height(), px(14),
          std::max(px(3) * 1.0, (axis.brush->second - axis.brush->first) * area.height()));
      look::paintBox(painter, brush, 3, look::withAlpha(now.accent, 0.22), now.accent);
    }
    if (hasFocus() && i == m_focusAxis)
      look::paintFocus(painter,
                       QRectF(x - px(10), area.top() - px(2), px(20), area.height() + px(4)), 4,
                       now.focus);
  }
}

std::optional<std::size_t> ParallelPlot::axisUnder(QPointF position) const {
  if (!m_axes || m_axes->axes().size() < 2) return std::nullopt;
  for (std::size_t i = 0; i < m_axes->axes().size(); ++i)
    if (std::abs(axisX(i) - position.x()) < brushReach) return i;
  return std::nullopt;
}

float ParallelPlot::heightAt(std::size_t line, double x) const {
  const auto& axes = m_axes->axes();
  const double at = std::clamp((x - room().left()) / std::max(1.0, room().width()), 0.0, 1.0) *
                    static_cast<double>(axes.size() - 1);
  const auto gap = std::min(static_cast<std::size_t>(at), axes.size() - 2);
  const float from = axes[gap].shares[line], to = axes[gap + 1].shares[line];
  return from + (to - from) * bendAt(at - static_cast<double>(gap));
}

std::optional<std::size_t> ParallelPlot::lineUnder(QPointF position) const {
  std::optional<std::size_t> nearest;
  double least = lineReach / std::max(1.0, room().height());
  if (!m_axes || m_axes->axes().size() < 2) return nearest;
  for (std::size_t i = 0; i < numLines(); ++i) {
    if (!m_axes->isWithin(i)) continue;
    const double away = std::abs(heightAt(i, position.x()) - shareAt(position.y()));
    if (away < least) {
      least = away;
      nearest = i;
    }
  }
  return nearest;
}

void ParallelPlot::setBrush(std::size_t axis, std::optional<ParallelAxes::Range> range) {
  m_axes->setBrush(axis, range);
  follow();
  emit brushed();
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
  m_dragged = axisUnder(event->position());
  m_from = shareAt(event->position().y());
  if (m_dragged) {
    m_focusAxis = *m_dragged;
    return;
  }
  if (const auto line = lineUnder(event->position())) emit lineClicked(static_cast<int>(*line));
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
  if (!m_dragged) return;
  const double to = shareAt(event->position().y());
  setBrush(*m_dragged, ParallelAxes::Range(std::min(m_from, to), std::max(m_from, to)));
}

// A click takes the range away.
void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_dragged) return;
  const std::size_t axis = *m_dragged;
  m_dragged.reset();
  if (std::abs(shareAt(event->position().y()) - m_from) < leastBrush) setBrush(axis, std::nullopt);
}

// Left and right go to another axis; up and down brush it, with Shift the other end of the range.
void ParallelPlot::keyPressEvent(QKeyEvent* event) {
  if (!m_axes || m_axes->axes().size() < 2) return QWidget::keyPressEvent(event);
  const std::size_t last = m_axes->axes().size() - 1;
  m_focusAxis = std::min(m_focusAxis, last);
  ParallelAxes::Range range = m_axes->axes()[m_focusAxis].brush.value_or(ParallelAxes::Range(0, 1));
  switch (event->key()) {
    case Qt::Key_Left:
      m_focusAxis -= m_focusAxis > 0;
      return update();
    case Qt::Key_Right:
      m_focusAxis += m_focusAxis < last;
      return update();
    case Qt::Key_Up:
    case Qt::Key_Down: {
      const double by = event->key() == Qt::Key_Up ? brushStep : -brushStep;
      double& end = event->modifiers() & Qt::ShiftModifier ? range.first : range.second;
      end = std::clamp(end + by, 0.0, 1.0);
      if (range.first > range.second) range.first = range.second = end;
      return setBrush(m_focusAxis, range);
    }
    case Qt::Key_Escape:
      m_axes->clearBrushes();
      follow();
      emit brushed();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace trainyard
