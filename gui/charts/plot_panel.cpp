// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/own_axis.h"
#include "gui/charts/plot_curves.h"
#include "gui/charts/plot_places.h"
#include "gui/charts/plot_readings.h"
#include "gui/look/accessible.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int pauseOfPoints = 16;  // milliseconds between pictures while points arrive
constexpr double leastGutter = 44, leastColumns = 16;
constexpr int mostXTicks = 7, mostYTicks = 6;

}  // namespace

PlotPanel::PlotPanel(CurveSet* set, PanelMetrics metrics, QWidget* parent)
    : QWidget(parent), m_set(set), m_overlay(new PlotOverlay(this)), m_metrics(std::move(metrics)) {
  m_picture.gutter = leastGutter;
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(px(220), px(150));
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return summary(); });
  showTitle();
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

void PlotPanel::showTitle() {
  m_picture.title = m_metrics.metrics.size() > 1 || m_metrics.group.isEmpty() || m_metrics.own
                        ? m_metrics.title
                        : m_metrics.metrics.first();
  setAccessibleName(m_picture.title);
}

void PlotPanel::setMetrics(const PanelMetrics& metrics) {
  if (metrics == m_metrics) return;
  m_metrics = metrics;
  m_ownScale.reset();
  m_yView.reset();
  if (hasOwnAxis()) m_xView.reset();
  showTitle();
  schedule(0);
}

YScale PlotPanel::scale() const {
  const std::optional<YScale> own = m_metrics.own ? m_metrics.own->scale : std::nullopt;
  return m_ownScale.value_or(own.value_or(m_style.scale));
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
  if (hasOwnAxis()) return;
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
  if (hasOwnAxis()) return ownUnit(*m_metrics.own);
  return m_set->unit() == CurveSet::Unit::seconds ? PlaceUnit::seconds : unitOf(m_set->along());
}

int PlotPanel::numColumns() const {
  return static_cast<int>(std::max(leastColumns, plotArea().width() * devicePixelRatioF()));
}

QList<CurveKey> PlotPanel::keys() const {
  return PlotCurves(m_set, m_metrics, numColumns()).keys();
}

void PlotPanel::takeTicks() {
  const QRectF area = plotArea();
  const int wantedX = std::clamp(static_cast<int>(area.width() / px(80)), 2, mostXTicks),
            wantedY = std::clamp(static_cast<int>(area.height() / px(36)), 2, mostYTicks);
  m_picture.xTicks = PlaceText::ticks(unit(), m_picture.x, wantedX);
  m_picture.xName =
      hasOwnAxis() ? ownAxisName(*m_metrics.own) : PlaceText::axisName(unit(), m_picture.x);
  m_picture.yTicks = scale() == YScale::linear
                         ? linearTicks(m_picture.y.low, m_picture.y.high, wantedY)
                         : logarithmicTicks(m_picture.y.low, m_picture.y.high, wantedY);
  if (const double needed = std::ceil(gutterFor(m_picture.yTicks)); needed > m_picture.gutter)
    emit gutterNeeded(needed);
}

void PlotPanel::takeCurves(const PlotCurves& curves) {
  m_picture.x = m_xView ? *m_xView : ownXRange(curves.range(), m_metrics.own);
  PlotStyle style = m_style;
  style.scale = scale();
  if (m_metrics.own) style.band = m_metrics.own->band;
  curves.draw(m_picture, style);
  std::vector<const DrawnCurve*> drawn;
  for (const PlotPicture::Line& line : m_picture.lines) drawn.push_back(&line.drawn);
  m_picture.y = m_yView.value_or(
      ownYRange(valueRange(drawn, m_picture.x, style), m_metrics.own, style.scale));
}

QString PlotPanel::take() {
  const PlotCurves curves(m_set, m_metrics, numColumns());
  m_set->want(this, curves.wants(m_xView));
  takeCurves(curves);
  takeTicks();
  m_picture.hasLegend = m_metrics.metrics.size() > 1 && m_set->runs().size() == 1;
  if (!curves.isEmpty()) return {};
  return m_metrics.problem.isEmpty() ? tr("No point yet") : m_metrics.problem;
}

void PlotPanel::refresh() {
  m_picture.empty = take();
  m_lastDrawn = QDateTime::currentMSecsSinceEpoch();
  m_isCacheStale = true;
  if (!m_head) buildHead();
  showHover();
  update();
}

void PlotPanel::buildHead() {
  m_head = new PlotHead(this);
  m_picture.headRoom = PlotHead::room();
  connect(m_head, &PlotHead::resetRequested, this, [this] { changeView({}, {}); });
  connect(m_head, &PlotHead::enlargeRequested, this, &PlotPanel::enlargeRequested);
  connect(m_head, &PlotHead::menuRequested, this,
          [this] { m_head->showMenu(scale() == YScale::logarithmic, m_metrics.own.has_value()); });
  connect(m_head, &PlotHead::editRequested, this, &PlotPanel::editRequested);
  connect(m_head, &PlotHead::removeRequested, this, &PlotPanel::removeRequested);
  connect(m_head, &PlotHead::scaleChosen, this, [this](bool isLogarithmic) {
    m_ownScale = isLogarithmic ? YScale::logarithmic : YScale::linear;
    m_yView.reset();
    schedule(0);
  });
  connect(m_head, &PlotHead::copyRequested, this, &PlotPanel::copyPicture);
  connect(m_head, &PlotHead::exportRequested, this, &PlotPanel::exportRequested);
  m_overlay->raise();
}

PlotPicture PlotPanel::picture(bool hasLegend) const {
  PlotPicture copy = m_picture;
  copy.hasLegend = hasLegend && copy.lines.size() > 1;
  copy.headRoom = 0;
  return copy;
}

void PlotPanel::copyPicture() const {
  QPixmap copy(size() * devicePixelRatioF());
  copy.setDevicePixelRatio(devicePixelRatioF());
  copy.fill(palette().color(QPalette::Base));
  QPainter painter(&copy);
  picture(true).draw(painter, rect(), palette());
  painter.end();
  QApplication::clipboard()->setPixmap(copy);
}

QString PlotPanel::summary() const {
  QStringList out{tr("%n curves", nullptr, static_cast<int>(m_picture.lines.size()))};
  if (m_picture.best) out << m_picture.best->text;
  return (out + cursorWords()).join(u", "_s);
}

void PlotPanel::drawCache() {
  const double ratio = devicePixelRatioF();
  // An image, as lines are drawn faster into one (line_painter.cpp).
  QImage image((QSizeF(size()) * ratio).toSize(), QImage::Format_RGB32);
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
  if (m_head) m_head->place();
  schedule(0);
}

void PlotPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_head) m_head->retranslate();
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

void PlotPanel::changeView(std::optional<XRange> x, std::optional<XRange> y) {
  m_xView = x;
  m_yView = y;
  schedule(0);
  if (!hasOwnAxis()) emit xViewChanged(x);
}

void PlotPanel::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (!plotArea().contains(event->position())) return;
  m_drag.press(event, m_picture);
}

void PlotPanel::mouseMoveEvent(QMouseEvent* event) {
  m_drag.now = event->position();
  const QRectF area = plotArea();
  if (m_drag.kind == PlotDrag::pan) {
    const PlotDrag::View view = m_drag.panned(area);
    return changeView(view.x, view.y);
  }
  m_isUnderPointer = area.contains(m_drag.now) && m_drag.kind == PlotDrag::none;
  m_cursor = m_isUnderPointer ? std::optional(toPlot(m_drag.now).x()) : std::nullopt;
  if (!hasOwnAxis()) emit cursorChanged(m_cursor);
  showHover();
}

void PlotPanel::mouseReleaseEvent(QMouseEvent* event) {
  const auto view = m_drag.release(event->position(), m_picture.map(rect()));
  if (view) changeView(view->x, view->y);
  showHover();
}

void PlotPanel::mouseDoubleClickEvent(QMouseEvent*) { changeView(std::nullopt, std::nullopt); }

void PlotPanel::zoomAround(QPointF position, double factor, Qt::KeyboardModifiers modifiers) {
  const QPointF centre = toPlot(position);
  if (modifiers.testFlag(Qt::ShiftModifier))
    changeView(m_xView, zoomed(m_picture.y, centre.y(), factor));
  else
    changeView(zoomed(m_picture.x, centre.x(), factor), m_yView);
}

void PlotPanel::wheelEvent(QWheelEvent* event) {
  // A plain wheel scrolls the page that contains the plot.
  if (!event->modifiers().testFlag(Qt::ControlModifier)) return event->ignore();
  const double turns =
      (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
  zoomAround(event->position(), std::pow(0.8, turns), event->modifiers());
  event->accept();
}

void PlotPanel::keyPressEvent(QKeyEvent* event) {
  const QPointF middle = plotArea().center();
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomAround(middle, 0.7,
                        event->modifiers() & ~Qt::KeyboardModifiers(Qt::ShiftModifier));
    case Qt::Key_Minus:
      return zoomAround(middle, 1 / 0.7, {});
    case Qt::Key_0:
    case Qt::Key_Home:
      return changeView(std::nullopt, std::nullopt);
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const double by =
          (m_picture.x.high - m_picture.x.low) * (event->key() == Qt::Key_Left ? -0.1 : 0.1);
      return changeView(XRange{m_picture.x.low + by, m_picture.x.high + by}, m_yView);
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      emit enlargeRequested();
      return;
    case Qt::Key_F2:
      if (m_set->unit() == CurveSet::Unit::steps) emit editRequested();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void PlotPanel::leaveEvent(QEvent* event) {
  m_isUnderPointer = false;
  m_cursor.reset();
  if (!hasOwnAxis()) emit cursorChanged(m_cursor);
  showHover();
  QWidget::leaveEvent(event);
}

void PlotPanel::setCursor(std::optional<double> place) {
  if (hasOwnAxis()) return;
  m_isUnderPointer = false;
  m_cursor = place;
  showHover();
}

QStringList PlotPanel::cursorWords() const {
  return m_cursor ? PlotReadings(m_picture, rect(), unit(), *m_cursor).words() : QStringList();
}

void PlotPanel::showHover() {
  PlotHover hover;
  const PlotMap map = m_picture.map(rect());
  hover.area = map.area;
  hover.selection = m_drag.selection();
  const std::optional<double> moment =
      m_moment && !hasOwnAxis() ? placeOfStep(*m_set, *m_moment) : std::nullopt;
  const auto xOf = [&](double place) { return map.toScreen({place, m_picture.y.low}).x(); };
  if (moment) hover.later = std::clamp(xOf(*moment), map.area.left(), map.area.right());
  if (const std::optional<double> at = m_cursor ? m_cursor : moment) {
    const double x = xOf(*at);
    if (x >= map.area.left() - 1 && x <= map.area.right() + 1) hover.x = x;
    const PlotReadings readings(m_picture, rect(), unit(), *at);
    hover.dots = readings.dots();
    if (m_isUnderPointer && !readings.isEmpty())
      hover.readout = readings.readout(
          unit() == PlaceUnit::steps ? tokensAtStep(*m_set, readings.nearestPlace()) : QString(),
          m_drag.now.y());
  }
  m_overlay->setHover(hover);
}

}  // namespace trainyard
