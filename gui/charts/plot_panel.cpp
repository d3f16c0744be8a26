// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_panel.h"

#include <QDateTime>
#include <QEvent>
#include <QPainter>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/best_value.h"
#include "gui/charts/mean_curve.h"
#include "gui/look/accessible.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int pauseOfPoints = 16;  // milliseconds between pictures while points arrive
constexpr double leastGutter = 44;
constexpr int mostXTicks = 7, mostYTicks = 6;
constexpr double leastColumns = 16;
constexpr std::size_t mostRunsMarked = 6;  // the resumes of more runs would hide the curves

}  // namespace

PlotPanel::PlotPanel(CurveSet* set, PanelMetrics metrics, QWidget* parent)
    : QWidget(parent), m_set(set), m_metrics(std::move(metrics)), m_overlay(new PlotOverlay(this)) {
  m_picture.gutter = leastGutter;
  m_picture.title = m_metrics.metrics.size() > 1 || m_metrics.group.isEmpty()
                        ? m_metrics.title
                        : m_metrics.metrics.first();
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(px(220), px(150));
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return summary(); });
  setAccessibleName(m_picture.title);
  m_timer.setSingleShot(true);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &PlotPanel::refreshIfSeen);
  connect(m_set, &CurveSet::curveChanged, this, [this](const CurveKey& key) {
    if (m_metrics.metrics.contains(key.metric)) schedule(pauseOfPoints);
  });
  connect(m_set, &CurveSet::stepsChanged, this, [this] { schedule(pauseOfPoints); });
  connect(m_set, &CurveSet::runsChanged, this, [this] { schedule(0); });
  connect(m_set, &CurveSet::emphasisChanged, this, [this] { schedule(0); });
  connect(m_set, &CurveSet::meansChanged, this, [this] { schedule(0); });
  connect(m_set, &CurveSet::alongChanged, this, [this] {
    m_xView.reset();
    schedule(0);
  });
}

PlotPanel::~PlotPanel() {
  if (m_set) m_set->forget(this);
}

QSize PlotPanel::sizeHint() const { return {px(440), px(250)}; }

void PlotPanel::setStyle(const PlotStyle& style) {
  if (style == m_style && !m_ownScale) return;
  if (style.scale != m_style.scale || style.leavesOutliers != m_style.leavesOutliers)
    m_yView.reset();
  if (style.scale != m_style.scale) m_ownScale.reset();
  m_style = style;
  schedule(0);
}

void PlotPanel::setXView(std::optional<XRange> view) {
  m_xView = view;
  if (!view) m_yView.reset();
  schedule(0);
}

void PlotPanel::setGutter(double gutter) {
  if (std::exchange(m_picture.gutter, gutter) == gutter) return;
  m_isCacheStale = true;
  update();
}

// An earlier moment that is already waited for stays.
void PlotPanel::schedule(int milliseconds) {
  if (!m_timer.isActive() || milliseconds < m_timer.remainingTime()) m_timer.start(milliseconds);
}

void PlotPanel::refreshIfSeen() {
  m_waitsToBeSeen = visibleRegion().isEmpty();
  if (m_waitsToBeSeen)
    m_set->forget(this);
  else
    refresh();
}

void PlotPanel::refreshNow() {
  m_timer.stop();
  refresh();
}

PlaceUnit PlotPanel::unit() const {
  return m_set->unit() == CurveSet::Unit::seconds ? PlaceUnit::seconds : unitOf(m_set->along());
}

int PlotPanel::numColumns() const {
  return static_cast<int>(std::max(leastColumns, plotArea().width() * devicePixelRatioF()));
}

std::vector<PlotPanel::Curve> PlotPanel::curves() const {
  std::vector<Curve> out;
  const QList<ShownRun>& runs = m_set->runs();
  const bool isPaired = m_metrics.metrics.size() > 1;
  QSet<QString> inMean;
  for (const MeanGroup& group : m_set->meanGroups())
    for (const QString& run : group.runs) inMean.insert(run);
  for (int i = 0; i < runs.size(); ++i)
    for (int j = 0; j < m_metrics.metrics.size(); ++j) {
      Curve curve;
      curve.key = {runs[i].run, m_metrics.metrics[j]};
      if (!m_set->has(curve.key)) continue;
      const StepTable& steps = m_set->steps(runs[i].run);
      if (m_set->along() != Along::steps) {
        if (!steps.has(m_set->along())) continue;
        curve.axis = {&steps, m_set->along()};
      }
      const QString group = curve.key.metric.section(u'/', 0, -2);
      curve.label = runs.size() > 1 ? runs[i].label : QString();
      if (isPaired) curve.label = QStringList{curve.label, group}.join(u' ').trimmed();
      curve.isInMean = inMean.contains(curve.key.run);
      curve.colour = isPaired && runs.size() == 1 ? j : std::max(0, runs[i].colour);
      out.push_back(curve);
    }
  return out;
}

QList<CurveKey> PlotPanel::keys() const {
  QList<CurveKey> out;
  for (const Curve& curve : curves()) out << curve.key;
  return out;
}

void PlotPanel::takeRanges(const std::vector<Curve>& curves) {
  std::vector<ColumnCurvePtr> read;
  std::vector<const ColumnCurve*> wholes;
  std::vector<StepAxis> axes;
  for (const Curve& curve : curves) {
    read.push_back(m_set->whole(curve.key));
    wholes.push_back(read.back().get());
    axes.push_back(curve.axis);
  }
  XRange all = dataRange(wholes, axes).value_or(XRange{0, 1});
  if (all.low > 0 && all.low < all.high / 2) all.low = 0;
  m_picture.x = m_xView.value_or(all);
}

void PlotPanel::wantCurves(const std::vector<Curve>& curves) {
  QList<CurveSet::Want> wants;
  for (const Curve& curve : curves) {
    CurveSet::Want want{curve.key, std::nullopt, numColumns()};
    if (m_xView)
      want.range = XRange{curve.axis.stepOf(m_xView->low), curve.axis.stepOf(m_xView->high)};
    wants << want;
  }
  m_set->want(this, wants);
}

std::vector<PlotPicture::Line> PlotPanel::linesOf(const std::vector<Curve>& curves,
                                                  const PlotStyle& style) const {
  std::vector<PlotPicture::Line> lines;
  const QString& emphasis = m_set->emphasis();
  for (const Curve& curve : curves) {
    // The one under the pointer is seen beside the mean it belongs to.
    if (curve.isInMean && emphasis != curve.key.run) continue;
    const Stress stress = emphasis.isEmpty()          ? Stress::normal
                          : emphasis == curve.key.run ? Stress::focus
                                                      : Stress::faint;
    const ColumnCurvePtr whole = m_set->whole(curve.key), part = m_set->part(curve.key);
    lines.push_back(
        {curve.label, curve.colour, stress,
         whole ? drawCurve(*whole, part.get(), curve.axis, m_picture.x, numColumns(), style)
               : DrawnCurve()});
  }
  addMeans(curves, style, lines);
  return lines;
}

void PlotPanel::addMeans(const std::vector<Curve>& curves, const PlotStyle& style,
                         std::vector<PlotPicture::Line>& lines) const {
  for (const MeanGroup& group : m_set->meanGroups())
    for (const QString& metric : m_metrics.metrics) {
      std::vector<MeanMember> members;
      for (const Curve& curve : curves)
        if (curve.key.metric == metric && group.runs.contains(curve.key.run))
          members.push_back({m_set->whole(curve.key), m_set->part(curve.key), curve.axis});
      if (members.empty()) continue;
      lines.push_back({m_metrics.metrics.size() > 1 ? group.label + u' ' + metric : group.label,
                       group.colour, Stress::normal,
                       drawMean(members, m_picture.x, numColumns(), style)});
    }
}

void PlotPanel::takeLines(const std::vector<Curve>& curves) {
  PlotStyle style = m_style;
  style.scale = scale();
  m_picture.scale = style.scale;
  m_picture.lines = linesOf(curves, style);
  std::vector<const DrawnCurve*> drawn;
  for (const PlotPicture::Line& line : m_picture.lines) drawn.push_back(&line.drawn);
  m_picture.y = m_yView.value_or(valueRange(drawn, m_picture.x, style));
}

void PlotPanel::takeMarks(const std::vector<Curve>& curves) {
  m_picture.marks.clear();
  m_picture.gaps.clear();
  m_picture.best.reset();
  QStringList marked;
  const bool hasSeveral = m_set->runs().size() > 1;
  double bestValue = 0;
  for (const Curve& curve : curves) {
    if (!marked.contains(curve.key.run) &&
        static_cast<std::size_t>(marked.size()) < mostRunsMarked) {
      marked << curve.key.run;
      for (const CurvesOfRun::Resume& resume : m_set->resumes(curve.key.run))
        m_picture.marks.push_back({curve.axis.placeOf(resume.step), QString::number(resume.attempt),
                                   hasSeveral ? curve.colour : -1});
    }
    const ColumnCurvePtr whole = m_set->whole(curve.key);
    if (!whole) continue;
    for (const CurveBlock& column : whole->columns)
      if (column.gaps > 0)
        m_picture.gaps.push_back(
            {curve.axis.placeOf(column.firstGap), curve.axis.placeOf(column.lastGap)});
    const auto spot = bestSpot(curve.key.metric, whole->whole);
    const bool isLower = betterValue(curve.key.metric) == BetterValue::lower;
    if (!spot || (m_picture.best && (isLower ? spot->y >= bestValue : spot->y <= bestValue)))
      continue;
    bestValue = spot->y;
    const double place = curve.axis.placeOf(spot->x);
    m_picture.best = PlotPicture::Best{{place, toAxis(spot->y, scale())},
                                       curve.colour,
                                       tr("best %1 at %2").arg(readOut(spot->y), readOut(spot->x))};
  }
}

void PlotPanel::takeTicks() {
  const QRectF area = plotArea();
  const int wantedX = std::clamp(static_cast<int>(area.width() / px(80)), 2, mostXTicks),
            wantedY = std::clamp(static_cast<int>(area.height() / px(36)), 2, mostYTicks);
  m_picture.xTicks = PlaceText::ticks(unit(), m_picture.x, wantedX);
  m_picture.xName = PlaceText::axisName(unit(), m_picture.x);
  m_picture.yTicks = scale() == YScale::linear
                         ? linearTicks(m_picture.y.low, m_picture.y.high, wantedY)
                         : logarithmicTicks(m_picture.y.low, m_picture.y.high, wantedY);
  const double needed = std::ceil(gutterFor(m_picture.yTicks));
  if (needed > m_picture.gutter) emit gutterNeeded(needed);
}

void PlotPanel::refresh() {
  const std::vector<Curve> all = curves();
  wantCurves(all);
  takeRanges(all);
  takeLines(all);
  takeMarks(all);
  takeTicks();
  m_picture.hasLegend = m_metrics.metrics.size() > 1;
  m_picture.empty = all.empty() ? tr("No point yet") : QString();
  m_lastDrawn = QDateTime::currentMSecsSinceEpoch();
  m_isCacheStale = true;
  if (!m_more) buildHead();
  showHover();
  update();
}

PlotPicture PlotPanel::picture(bool hasLegend) const {
  PlotPicture copy = m_picture;
  copy.hasLegend = hasLegend && copy.lines.size() > 1;
  copy.headRoom = 0;
  return copy;
}

QString PlotPanel::summary() const {
  QStringList out{tr("%n curves", nullptr, static_cast<int>(m_picture.lines.size()))};
  if (m_picture.best) out << m_picture.best->text;
  return (out + cursorWords()).join(u", "_s);
}

void PlotPanel::drawCache() {
  const double ratio = devicePixelRatioF();
  const QSize size = (QSizeF(this->size()) * ratio).toSize();
  // An image, as lines are drawn faster into one (line_painter.cpp).
  QImage image(size, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  const look::Tokens& now = look::tokens(palette());
  image.fill(now.window);
  QPainter painter(&image);
  look::paintBox(painter, rect(), px(8), now.plot, now.hairline);
  m_picture.draw(painter, rect(), palette());
  painter.end();
  m_cache = QPixmap::fromImage(std::move(image));
  m_isCacheStale = false;
}

void PlotPanel::paintEvent(QPaintEvent*) {
  if (std::exchange(m_waitsToBeSeen, false)) m_timer.start(0);
  if (m_isCacheStale || m_cache.size() != (QSizeF(size()) * devicePixelRatioF()).toSize())
    drawCache();
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_cache);
  if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
    look::paintFocus(painter, rect(), px(8), look::tokens(palette()).focus);
}

void PlotPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_overlay->setGeometry(rect());
  placeHead();
  schedule(0);
}

void PlotPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::LanguageChange) {
    m_isCacheStale = true;
    schedule(0);
  }
}

void PlotPanel::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void PlotPanel::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace trainyard
