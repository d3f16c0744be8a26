// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_view.h"

#include <QCategoryAxis>
#include <QDateTime>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

constexpr int frameMilliseconds = 30;
constexpr std::size_t fewPoints = 30;  // below this every point gets a dot
constexpr std::size_t densePoints = 600;
// A curve with more gaps than this has this many lines for its longest parts, and a dot for each
// other point.
constexpr std::size_t maxParts = 200;

void setTicks(QCategoryAxis* axis, const std::vector<AxisTick>& ticks, XRange range) {
  for (const QString& label : axis->categoriesLabels()) axis->remove(label);
  axis->setStartValue(range.low - (range.high - range.low));
  QString invisible;  // labels must be distinct
  for (const AxisTick& tick : ticks)
    axis->append(axis->categoriesLabels().contains(tick.text) ? invisible += u' ' : tick.text,
                 tick.at);
  axis->setRange(range.low, range.high);
}

}  // namespace

PlotView::PlotView(const CurvesModel* curves, PlotPanel panel, QWidget* parent)
    : QChartView(parent),
      m_curves(curves),
      m_panel(std::move(panel)),
      m_xAxis(new QCategoryAxis),
      m_yAxis(new QCategoryAxis),
      m_smoothed(m_panel.metrics.size()) {
  chart()->setAnimationOptions(QChart::NoAnimation);
  chart()->legend()->hide();
  chart()->setBackgroundRoundness(0);
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->setMargins(QMargins(6, 26, 12, 4));
  for (QCategoryAxis* axis : {m_xAxis, m_yAxis}) {
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setTruncateLabels(false);
  }
  chart()->addAxis(m_xAxis, Qt::AlignBottom);
  chart()->addAxis(m_yAxis, Qt::AlignLeft);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setFocusPolicy(Qt::ClickFocus);
  setMinimumSize(220, 160);
  setAccessibleName(m_panel.title);
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, &PlotView::refreshIfSeen);
  connect(m_curves, &CurvesModel::pointsChanged, this, [this](const QStringList& names) {
    for (const QString& metric : m_panel.metrics)
      if (names.contains(metric)) return schedule();
  });
  connect(m_curves, &CurvesModel::modelReset, this, &PlotView::schedule);
  applyPalette();
  schedule();
}

void PlotView::applyPalette() {
  const look::Tokens& now = look::tokens(palette());
  chart()->setBackgroundBrush(now.plot);
  setBackgroundBrush(now.plot);
  QFont small = font();
  small.setPointSizeF(std::max(7.0, small.pointSizeF() * 11 / look::designBase));
  for (QCategoryAxis* axis : {m_xAxis, m_yAxis}) {
    axis->setLabelsColor(now.text3);
    axis->setLabelsFont(small);
    axis->setLinePenColor(now.axis);
    axis->setGridLineColor(now.grid);
  }
}

void PlotView::setStyle(PlotStyle style) {
  if (style.scale != m_style.scale) m_yView.reset();
  m_style = style;
  schedule();
}

void PlotView::setXView(std::optional<XRange> view) {
  m_xView = view;
  if (!view) m_yView.reset();
  schedule();
}

void PlotView::setCursor(std::optional<double> step) {
  m_cursor = step;
  viewport()->update();
}

void PlotView::schedule() {
  if (!m_timer.isActive()) m_timer.start(frameMilliseconds);
}

void PlotView::refreshIfSeen() {
  m_waitsToBeSeen = viewport()->visibleRegion().isEmpty();
  if (!m_waitsToBeSeen) refresh();
}

void PlotView::paintEvent(QPaintEvent* event) {
  QChartView::paintEvent(event);
  if (std::exchange(m_waitsToBeSeen, false)) m_timer.start(0);
}

void PlotView::refreshNow() {
  m_timer.stop();
  refresh();
}

std::vector<const std::vector<CurvePoint>*> PlotView::lines() const {
  static const std::vector<CurvePoint> nothing;
  std::vector<const std::vector<CurvePoint>*> out;
  for (const QString& metric : m_panel.metrics) {
    const Series* series = m_curves->series(metric);
    out.push_back(series ? &series->line() : &nothing);
  }
  return out;
}

DrawnCurve PlotView::draw(std::size_t metric, int columns) {
  const Series* series = m_curves->series(m_panel.metrics[static_cast<qsizetype>(metric)]);
  if (!series) return {};
  const std::vector<CurvePoint>& line = series->line();
  const auto* smoothed = m_style.smoothing > 0 ? &m_smoothed[metric].update(
                                                     line, series->generation(), m_style.smoothing)
                                               : nullptr;
  return drawCurve(line, smoothed, m_x, columns, m_style.scale);
}

void PlotView::refresh() {
  const auto all = lines();
  m_x = m_xView.value_or(dataRange(all).value_or(XRange{0, 1}));
  const int columns = std::max(16, static_cast<int>(chart()->plotArea().width()));
  std::vector<DrawnCurve> curves;
  curves.reserve(all.size());
  for (std::size_t metric = 0; metric < all.size(); ++metric)
    curves.push_back(draw(metric, columns));
  m_y = m_yView.value_or(valueRange(curves, m_x));
  m_gaps.clear();
  m_marks.clear();
  for (const DrawnCurve& curve : curves)
    m_gaps.insert(m_gaps.end(), curve.raw.gaps.begin(), curve.raw.gaps.end());
  for (const QString& metric : m_panel.metrics)
    if (const Series* series = m_curves->series(metric); series && m_marks.empty())
      m_marks = series->marks();

  showLines(curves);
  const int wantedX = std::max(4, columns / 80),
            wantedY = std::max(3, static_cast<int>(chart()->plotArea().height() / 32));
  setTicks(m_xAxis, linearTicks(m_x.low, m_x.high, wantedX), m_x);
  setTicks(m_yAxis,
           m_style.scale == YScale::linear ? linearTicks(m_y.low, m_y.high, wantedY)
                                           : logarithmicTicks(m_y.low, m_y.high, wantedY),
           m_y);
  m_lastDrawn = QDateTime::currentMSecsSinceEpoch();
  viewport()->update();
}

void PlotView::takeLine(std::size_t& used, const LinePart& part, const QColor& colour, qreal width,
                        bool dots) {
  if (used == m_series.size()) {
    auto* line = new QLineSeries;
    chart()->addSeries(line);
    line->attachAxis(m_xAxis);
    line->attachAxis(m_yAxis);
    m_series.push_back(line);
  }
  QLineSeries* line = m_series[used++];
  // Wide lines with round ends are a hundred times slower if they fill every pixel column.
  const bool dense = part.size() > densePoints;
  line->setPen(dense ? QPen(colour, 1)
                     : QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  line->setPointsVisible(dots || part.size() == 1);
  line->setMarkerSize(part.size() == 1 ? 6 : 4);
  line->replace(QList<QPointF>(part.begin(), part.end()));
  line->setVisible(true);
}

void PlotView::showLines(const std::vector<DrawnCurve>& curves) {
  std::size_t used = 0;
  m_dots.clear();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const QColor colour = look::curveColour(static_cast<int>(i), palette());
    const QColor faint = look::mixed(colour, look::tokens(palette()).plot, 0.3);
    const auto show = [&](const ReducedCurve& curve, const QColor& c, qreal width) {
      std::size_t points = 0;
      std::vector<const LinePart*> parts;
      for (const LinePart& part : curve.parts) {
        points += part.size();
        parts.push_back(&part);
      }
      if (parts.size() > maxParts) {
        std::stable_sort(parts.begin(), parts.end(), [](const LinePart* a, const LinePart* b) {
          return a->size() > b->size();
        });
        for (auto part = parts.begin() + maxParts; part != parts.end(); ++part)
          for (const QPointF& point : **part) m_dots.push_back({point, c});
        parts.resize(maxParts);
      }
      for (const LinePart* part : parts) takeLine(used, *part, c, width, points < fewPoints);
    };
    show(curves[i].raw, curves[i].smooth ? faint : colour, curves[i].smooth ? 1.0 : 1.5);
    if (curves[i].smooth) show(*curves[i].smooth, colour, 1.8);
  }
  for (std::size_t i = used; i < m_series.size(); ++i) m_series[i]->setVisible(false);
}

void PlotView::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  schedule();
}

void PlotView::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    applyPalette();
    schedule();
  }
}

}  // namespace trainyard
