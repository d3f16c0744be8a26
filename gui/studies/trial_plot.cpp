// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/trial_plot.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/charts/plot_picture.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/studies/study_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double trialHead = 32, framelessHead = 22, trialGutter = 44, trialRight = 14,
                 trialBottom = 24;
constexpr double reachOfTrial = 9, trialDiamond = 11;
constexpr double faintPoint = 0.16;
constexpr std::size_t manyTrials = 1000;  // plots wait for the brush to rest
constexpr int restMilliseconds = 80;

// Drawn once and copied to thousands of places.
QPixmap pointSprite(const QColor& colour, double radius, bool isRing, double ratio) {
  const int size = static_cast<int>(std::ceil(2 * radius + 3));
  QPixmap sprite(QSize(size, size) * ratio);
  sprite.setDevicePixelRatio(ratio);
  sprite.fill(Qt::transparent);
  QPainter painter(&sprite);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(isRing ? QPen(colour, 1.4) : QPen(Qt::NoPen));
  painter.setBrush(isRing ? QBrush(Qt::NoBrush) : QBrush(colour));
  painter.drawEllipse(QPointF(size / 2.0, size / 2.0), radius, radius);
  return sprite;
}

void paintCross(QPainter& painter, QPointF at, const QColor& colour) {
  painter.setPen(QPen(colour, 1.8));
  painter.drawLine(at + QPointF(-3.5, -3.5), at + QPointF(3.5, 3.5));
  painter.drawLine(at + QPointF(-3.5, 3.5), at + QPointF(3.5, -3.5));
}

}  // namespace

double TrialPlot::Scale::of(double value) const {
  return isLogarithmic ? std::log10(value) : value;
}

std::vector<AxisTick> TrialPlot::Scale::ticks(int wanted) const {
  if (names.isEmpty())
    return isLogarithmic ? logarithmicTicks(low, high, wanted) : linearTicks(low, high, wanted);
  std::vector<AxisTick> ticks;
  for (qsizetype i = 0; i < names.size(); ++i) ticks.push_back({static_cast<double>(i), names[i]});
  return ticks;
}

TrialPlot::TrialPlot(StudyModel* study, QWidget* parent) : QWidget(parent), m_study(study) {
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(px(220), px(150));
  look::setAccessibleRole(this, QAccessible::Chart, [this] {
    const auto chosen = m_study->chosen();
    return chosen ? StudyText::trial(content(), *chosen) : QString();
  });
  m_rest.setSingleShot(true);
  m_rest.setInterval(restMilliseconds);
  connect(&m_rest, &QTimer::timeout, this, &TrialPlot::renew);
  connect(study, &StudyModel::changed, this, &TrialPlot::renew);
  connect(study, &StudyModel::brushed, this, &TrialPlot::followBrush);
  connect(study, &StudyModel::chosenChanged, this, qOverload<>(&QWidget::update));
  look::onEvent(this, QEvent::Resize, [this] { m_isStale = true; });
  for (const auto type : {QEvent::PaletteChange, QEvent::LanguageChange})
    look::onEvent(this, type, [this] { renew(); });
}

QSize TrialPlot::sizeHint() const { return {px(440), px(205)}; }

int TrialPlot::headHeight() const { return px(m_isFramed ? trialHead : framelessHead); }

QRectF TrialPlot::area() const {
  return QRectF(rect()).adjusted(px(trialGutter), headHeight() + px(6), -px(trialRight),
                                 -px(trialBottom));
}

void TrialPlot::renew() {
  m_isStale = true;
  if (m_study->content()) setAccessibleName(title());
  update();
}

void TrialPlot::followBrush() {
  if (m_study->content() && content().numTrials() > manyTrials)
    m_rest.start();
  else
    renew();
}

PlotMap TrialPlot::map() const {
  const Scale x = horizontal(), y = vertical();
  return {{x.low, x.high}, {y.low, y.high}, area()};
}

std::optional<QPointF> TrialPlot::placeOf(int trial) const {
  if (!m_study->content() || isEmpty()) return std::nullopt;
  const auto point = pointOf(trial);
  return point ? std::optional(map().toScreen(*point)) : std::nullopt;
}

TrialPlot::Scale TrialPlot::objectiveScale() const {
  const double best = content().bestColoured, worst = content().worstColoured;
  const double beyond = std::max(std::abs(worst - best), std::abs(best) * 1e-3 + 1e-12);
  const double end = worst + (worst < best ? -beyond : beyond) * 0.3;
  const double room = beyond * 0.12;
  return {.low = std::min(best, end) - room, .high = std::max(best, end) + room};
}

void TrialPlot::paintEvent(QPaintEvent*) {
  const double ratio = devicePixelRatioF();
  if (m_isStale || m_picture.size() != size() * ratio) {
    m_picture = QPixmap(size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(Qt::transparent);
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPicture(painter);
    m_isStale = false;
  }
  look::SmoothPainter painter(this);
  painter.drawPixmap(0, 0, m_picture);
  if (m_study->content() && !isEmpty())
    if (const auto chosen = m_study->chosen()) paintChosen(painter, map(), *chosen);
  if (hasFocus())
    look::paintFocus(painter, QRectF(rect()).adjusted(2, 2, -2, -2), 6,
                     look::tokens(palette()).focus);
}

void TrialPlot::paintPicture(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  if (m_isFramed) look::paintBox(painter, rect(), px(8), now.plot, now.hairline);
  if (!m_study->content()) return;
  paintHead(painter);
  if (isEmpty())
    return void(
        look::paintWords(painter, area(), nothing(), Role::help, now.text3, Qt::AlignHCenter));
  const PlotMap to = map();
  paintAxes(painter, to);
  painter.save();
  painter.setClipRect(to.area.adjusted(-px(1), -px(6), px(6), px(2)));
  paintTrials(painter, to);
  painter.restore();
}

void TrialPlot::paintHead(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  QRectF head(px(12), 0, width() - px(24), headHeight());
  const double name = QFontMetricsF(look::font(Role::name)).horizontalAdvance(title());
  QList<LegendEntry> entries = legend();
  std::ranges::reverse(entries);
  const QFontMetricsF metrics(look::font(Role::caption));
  for (const LegendEntry& entry : std::as_const(entries)) {
    const double words = metrics.horizontalAdvance(entry.words) + 2;
    if (words + px(22) > head.width() - name - px(16)) break;
    look::paintWords(painter, QRectF(head.right() - words, head.top(), words, head.height()),
                     entry.words, Role::caption, now.text2);
    const QPointF at(head.right() - words - px(10), head.center().y());
    const QColor colour = entry.ink(now);
    if (entry.mark == Mark::dot || entry.mark == Mark::ring) {
      painter.setPen(entry.mark == Mark::ring ? QPen(colour, 1.4) : QPen(Qt::NoPen));
      painter.setBrush(entry.mark == Mark::ring ? QBrush(Qt::NoBrush) : QBrush(colour));
      painter.drawEllipse(at, 3, 3);
    } else {
      QPen pen(colour, entry.mark == Mark::line ? 2 : 1.4);
      pen.setCapStyle(Qt::FlatCap);
      if (entry.mark == Mark::dashes) pen.setDashPattern({2.5, 2});
      painter.setPen(pen);
      painter.drawLine(at - QPointF(6, 0), at + QPointF(6, 0));
    }
    head.setRight(head.right() - words - px(30));
  }
  if (m_isFramed)
    look::paintWords(painter, head, title(), Role::name, now.text);
  else
    look::paintWords(painter, head, title(), Role::help, now.text3);
}

void TrialPlot::paintAxes(QPainter& painter, const PlotMap& map) const {
  const look::Tokens& now = look::tokens(palette());
  const QRectF& room = map.area;
  const auto wanted = [](double length, double each) {
    return std::clamp(static_cast<int>(length / px(each)), 2, 6);
  };
  for (const AxisTick& tick : vertical().ticks(wanted(room.height(), 36))) {
    const double y = map.toScreen({map.x.low, tick.at}).y();
    if (y < room.top() - 1 || y > room.bottom() + 1) continue;
    painter.fillRect(QRectF(room.left(), std::round(y), room.width(), 1), now.grid);
    look::paintWords(painter, QRectF(0, y - px(10), room.left() - px(7), px(20)), tick.text,
                     Role::caption, now.text3, Qt::AlignRight);
  }
  painter.fillRect(QRectF(room.left(), std::round(room.bottom()), room.width(), 1), now.axis);
  const Scale x = horizontal();
  const QFontMetricsF metrics(look::font(Role::caption));
  double right = room.right();
  if (!x.unit.isEmpty()) {
    const double width = metrics.horizontalAdvance(x.unit) + 2;
    right -= width;
    look::paintWords(painter, QRectF(right, room.bottom() + px(4), width, px(18)), x.unit,
                     Role::caption, now.text3, Qt::AlignRight);
    right -= px(6);
  }
  double taken = 0;
  for (const AxisTick& tick : x.ticks(wanted(room.width(), 70))) {
    const double at = map.toScreen({tick.at, map.y.low}).x();
    const double half = metrics.horizontalAdvance(tick.text) / 2 + 1;
    if (at < room.left() - 1 || at > room.right() + 1) continue;
    const double left = std::max(std::min(at - half, room.right() + px(8) - 2 * half), 0.0);
    if (left < taken || left + 2 * half > right + px(x.unit.isEmpty() ? 10 : 0)) continue;
    taken = left + 2 * half + px(6);
    look::paintWords(painter, QRectF(left, room.bottom() + px(4), 2 * half, px(18)), tick.text,
                     Role::caption, now.text3, Qt::AlignHCenter);
  }
}

void TrialPlot::paintPoints(QPainter& painter, const PlotMap& map, double radius) const {
  const look::Tokens& now = look::tokens(palette());
  const double ratio = devicePixelRatioF();
  const auto num = static_cast<int>(content().numTrials());
  radius *= num > 2000 ? 0.5 : num > 400 ? 0.75 : 1;
  const double faint = faintPoint * std::max(0.2, std::min(1.0, 300.0 / std::max(num, 1)));
  const QPixmap dot = pointSprite(now.curves[7], radius, false, ratio);
  const QPixmap ring = pointSprite(now.text3, radius, true, ratio);
  const QPointF middle(dot.width() / ratio / 2, dot.height() / ratio / 2);
  for (const bool isWithin : {false, true}) {
    painter.setOpacity(isWithin ? 1 : faint);
    for (int trial = 0; trial < num; ++trial) {
      if (m_study->isWithin(trial) != isWithin) continue;
      const auto point = pointOf(trial);
      if (!point) continue;
      QPointF at = map.toScreen(*point);
      at.setY(std::clamp(at.y(), map.area.top() - px(3), map.area.bottom()));
      switch (content().states[static_cast<std::size_t>(trial)]) {
        case search::TrialState::complete:
          painter.drawPixmap(at - middle, dot);
          break;
        case search::TrialState::failed:
          if (num > 2000) painter.setOpacity(0.25 * (isWithin ? 1 : faint));
          paintCross(painter, at, now.tone(look::Tone::failed).word);
          painter.setOpacity(isWithin ? 1 : faint);
          break;
        default:
          painter.drawPixmap(at - middle, ring);
      }
    }
  }
  painter.setOpacity(1);
}

void TrialPlot::paintChosen(QPainter& painter, const PlotMap& map, int trial) const {
  const auto point = pointOf(trial);
  if (!point) return;
  QPointF at = map.toScreen(*point);
  at.setY(std::clamp(at.y(), map.area.top() - px(3), map.area.bottom()));
  const look::Tokens& now = look::tokens(palette());
  if (m_study->best() == trial) return paintDiamond(painter, at, px(trialDiamond), now.accent);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(now.accent, 2));
  painter.drawEllipse(at, px(6), px(6));
}

std::optional<int> TrialPlot::trialNear(QPointF position) const {
  const PlotMap to = map();
  std::optional<int> nearest;
  double least = reachOfTrial;
  const auto num = static_cast<int>(content().numTrials());
  for (int trial = 0; trial < num; ++trial)
    if (const auto point = pointOf(trial)) {
      QPointF at = to.toScreen(*point);
      at.setY(std::clamp(at.y(), to.area.top() - px(3), to.area.bottom()));
      const double away = std::hypot(at.x() - position.x(), at.y() - position.y());
      if (away < least && m_study->isWithin(trial)) {
        least = away;
        nearest = trial;
      }
    }
  return nearest;
}

bool TrialPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto trial = m_study->content() && !isEmpty() ? trialNear(help->pos()) : std::nullopt;
  if (!trial) {
    QToolTip::hideText();
    return true;
  }
  QStringList lines{StudyText::trial(content(), *trial)};
  for (const StudyParameter* parameter : m_study->parameters()) {
    const double value = parameter->values[static_cast<std::size_t>(*trial)];
    if (!std::isnan(value)) lines << parameter->title + u": "_s + parameter->words(value);
  }
  QToolTip::showText(help->globalPos(), plainTip(lines.join(u'\n')), this);
  return true;
}

void TrialPlot::mousePressEvent(QMouseEvent* event) {
  if (!m_study->content() || isEmpty()) return;
  if (const auto trial = trialNear(event->position())) m_study->choose(*trial);
}

// To the next trial that is within the ranges and has a point.
void TrialPlot::goTo(int by) {
  const auto num = static_cast<int>(content().numTrials());
  for (int trial = m_study->chosen().value_or(by > 0 ? -1 : num) + by; trial >= 0 && trial < num;
       trial += by)
    if (m_study->isWithin(trial) && pointOf(trial)) return m_study->choose(trial);
}

void TrialPlot::keyPressEvent(QKeyEvent* event) {
  const bool isLeft = event->key() == Qt::Key_Left;
  if (!m_study->content() || isEmpty() || (!isLeft && event->key() != Qt::Key_Right))
    return QWidget::keyPressEvent(event);
  goTo(isLeft ? -1 : 1);
}

}  // namespace trainyard
