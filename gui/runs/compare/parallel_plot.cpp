// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/parallel_plot.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int mostSettings = 4, mostMetrics = 3;
constexpr double brushReach = 14, leastBrush = 0.02;

}  // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) { setMinimumHeight(px(160)); }

void ParallelPlot::addAxis(const QString& title, const std::vector<QVariant>& values) {
  Axis axis;
  axis.title = title;
  std::vector<std::optional<double>> numbers;
  bool areNumbers = true;
  for (const QVariant& value : values) {
    bool isNumber = false;
    const double number = value.toString().toDouble(&isNumber);
    areNumbers = areNumbers && (isNumber || !value.isValid());
    numbers.push_back(isNumber ? std::optional(number) : std::nullopt);
  }
  if (!areNumbers) {
    for (const QVariant& value : values)
      if (value.isValid() && !axis.names.contains(value.toString())) axis.names << value.toString();
    axis.names.sort();
    for (std::size_t i = 0; i < values.size(); ++i)
      numbers[i] = values[i].isValid()
                       ? std::optional<double>(axis.names.indexOf(values[i].toString()))
                       : std::nullopt;
  }
  bool isFirst = true;
  for (const auto& number : numbers)
    if (number) {
      axis.low = isFirst ? *number : std::min(axis.low, *number);
      axis.high = isFirst ? *number : std::max(axis.high, *number);
      isFirst = false;
    }
  axis.isLogarithmic = areNumbers && axis.low > 0 && axis.high / axis.low >= 8;
  const auto scaled = [&](double value) { return axis.isLogarithmic ? std::log10(value) : value; };
  const double span = scaled(axis.high) - scaled(axis.low);
  for (std::size_t i = 0; i < m_lines.size(); ++i)
    m_lines[i].shares.push_back(
        !numbers[i]
            ? std::nullopt
            : std::optional(span > 0 ? (scaled(*numbers[i]) - scaled(axis.low)) / span : 0.5));
  m_axes.push_back(axis);
}

void ParallelPlot::show(const Comparison& comparison) {
  m_axes.clear();
  m_lines.clear();
  for (int i = 0; i < comparison.runs().size(); ++i)
    m_lines.push_back({{}, comparison.runs()[i].colour, comparison.leader() == i});
  const auto over = [&](auto&& of) {
    std::vector<QVariant> values;
    for (const ComparedRun& run : comparison.runs()) values.push_back(of(run));
    return values;
  };
  for (const QString& path :
       comparison.varying().first(std::min<qsizetype>(mostSettings, comparison.varying().size())))
    addAxis(path.section(u'.', -1),
            over([&](const ComparedRun& run) { return run.settings.value(path); }));
  // The objective is the last axis.
  QStringList metrics =
      comparison.metrics().first(std::min<qsizetype>(mostMetrics, comparison.metrics().size()));
  std::ranges::reverse(metrics);
  for (const QString& metric : metrics)
    addAxis(metric, over([&](const ComparedRun& run) {
              const auto best = Comparison::bestOf(run, metric);
              return best ? QVariant(*best) : QVariant();
            }));
  setAccessibleName(tr("Parallel coordinates of %n runs", nullptr, numRuns()));
  emit brushed();
  update();
}

QRectF ParallelPlot::room() const {
  return QRectF(rect()).adjusted(px(48), px(40), -px(48), -px(24));
}

double ParallelPlot::axisX(std::size_t axis) const {
  return m_axes.size() < 2 ? room().center().x()
                           : room().left() + room().width() * static_cast<double>(axis) /
                                                 static_cast<double>(m_axes.size() - 1);
}

double ParallelPlot::shareAt(double y) const {
  return std::clamp((room().bottom() - y) / std::max(room().height(), 1.0), 0.0, 1.0);
}

bool ParallelPlot::isWithin(const Line& line) const {
  for (std::size_t i = 0; i < m_axes.size(); ++i)
    if (const auto& brush = m_axes[i].brush)
      if (!line.shares[i] || *line.shares[i] < brush->first - 1e-9 ||
          *line.shares[i] > brush->second + 1e-9)
        return false;
  return true;
}

int ParallelPlot::numWithin() const {
  return static_cast<int>(
      std::ranges::count_if(m_lines, [this](const Line& line) { return isWithin(line); }));
}

void ParallelPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const look::Tokens& now = look::tokens(palette());
  if (m_axes.size() < 2) {
    look::paintWords(painter, rect(), tr("There is nothing in which these runs differ."),
                     Role::body, now.text3, Qt::AlignHCenter);
    return;
  }
  const QRectF area = room();
  for (const bool within : {false, true})
    for (const Line& line : m_lines) {
      if (isWithin(line) != within) continue;
      const QColor colour = look::curveColour(line.colour, palette());
      QPainterPath path;
      bool isBegun = false;
      QPointF before;
      for (std::size_t i = 0; i < m_axes.size(); ++i) {
        if (!line.shares[i]) {
          isBegun = false;
          continue;
        }
        const QPointF at(axisX(i), area.bottom() - *line.shares[i] * area.height());
        const double half = (at.x() - before.x()) / 2;
        if (isBegun)
          path.cubicTo(before + QPointF(half, 0), at - QPointF(half, 0), at);
        else
          path.moveTo(at);
        before = at;
        isBegun = true;
      }
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(within ? colour : look::mixed(colour, now.plot, 0.3),
                          within && line.leads ? 2.5 : 1.5));
      painter.drawPath(path);
    }
  for (std::size_t i = 0; i < m_axes.size(); ++i) {
    const Axis& axis = m_axes[i];
    const double x = axisX(i);
    painter.setPen(QPen(now.axis, 1));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const double width = area.width() / static_cast<double>(m_axes.size() - 1);
    const QRectF head(x - width / 2, 0, width, px(18));
    look::paintWords(painter, head, axis.title, Role::captionName, now.text, Qt::AlignHCenter);
    const auto end = [&](double value, int name) {
      return axis.names.isEmpty() ? readOut(value) : axis.names.value(name);
    };
    look::paintWords(painter, head.translated(0, px(17)),
                     end(axis.high, static_cast<int>(axis.names.size()) - 1), Role::caption,
                     now.text3, Qt::AlignHCenter);
    look::paintWords(painter, QRectF(head.left(), area.bottom() + px(3), width, px(18)),
                     end(axis.low, 0), Role::caption, now.text3, Qt::AlignHCenter);
    if (!axis.brush) continue;
    const QRectF brush(x - px(5), area.bottom() - axis.brush->second * area.height(), px(10),
                       (axis.brush->second - axis.brush->first) * area.height());
    look::paintBox(painter, brush, 3, look::withAlpha(now.accent, 0.2), now.accent);
  }
}

std::optional<std::size_t> ParallelPlot::axisUnder(QPointF position) const {
  for (std::size_t i = 0; i < m_axes.size(); ++i)
    if (std::abs(axisX(i) - position.x()) < brushReach) return i;
  return std::nullopt;
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
  m_dragged = axisUnder(event->position());
  m_from = shareAt(event->position().y());
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
  if (!m_dragged) return;
  const double to = shareAt(event->position().y());
  m_axes[*m_dragged].brush = {std::min(m_from, to), std::max(m_from, to)};
  emit brushed();
  update();
}

// A click takes the range away.
void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_dragged) return;
  if (std::abs(shareAt(event->position().y()) - m_from) < leastBrush)
    m_axes[*m_dragged].brush.reset();
  m_dragged.reset();
  emit brushed();
  update();
}

}  // namespace trainyard
