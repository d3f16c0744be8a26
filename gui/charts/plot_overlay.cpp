// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_overlay.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/charts/curve_mark.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double dotRadius = 3.5, readoutWidth = 208, readoutPadding = 10, shadowBlur = 20;
constexpr double selectionShare = 0.16, laterShare = 0.68;
constexpr double readoutLine = 20, readoutAir = 12;
constexpr int mostRows = 10;

double advance(Role role, const QString& words) {
  return QFontMetricsF(look::font(role)).horizontalAdvance(words);
}

}  // namespace

std::size_t PlotOverlay::numRows(int height) {
  const int lines = static_cast<int>((height - px(readoutAir)) / px(readoutLine));
  return static_cast<std::size_t>(std::clamp(lines - 1, 2, mostRows));  // one is its head
}

PlotOverlay::PlotOverlay(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
}

QRegion PlotOverlay::covered() const {
  QRegion region;
  const int dot = static_cast<int>(dotRadius) + 3;
  if (m_hover.x)
    region += QRectF(*m_hover.x - 1, m_hover.area.top(), 3, m_hover.area.height()).toAlignedRect();
  for (const PlotHover::Dot& each : m_hover.dots)
    region += QRect(each.at.toPoint() - QPoint(dot, dot), QSize(2 * dot, 2 * dot));
  if (m_hover.selection) region += m_hover.selection->toAlignedRect().adjusted(-2, -2, 2, 2);
  if (m_hover.later) region += m_hover.area.toAlignedRect().adjusted(0, -2, px(8), 2);
  if (m_hover.readout) {
    const int blur = px(shadowBlur);
    region += readoutBox().toAlignedRect().adjusted(-blur, -blur, blur, 2 * blur);
  }
  return region;
}

void PlotOverlay::setHover(const PlotHover& hover) {
  const QRegion before = covered();
  m_hover = hover;
  update(before + covered());
}

QRectF PlotOverlay::readoutBox() const {
  const PlotReadout& readout = *m_hover.readout;
  double width = std::max<double>(px(readoutWidth), advance(Role::help, readout.head) + px(20));
  for (const PlotReadout::Row& row : readout.rows)
    width = std::max(
        width,
        std::min<double>(px(2 * readoutWidth),
                         px(2 * readoutPadding + 18 + 16 + 10) + advance(Role::help, row.label) +
                             advance(Role::emphasis, row.value) + advance(Role::help, row.raw)));
  const double line = px(readoutLine);
  const double lines =
      1 + static_cast<double>(readout.rows.size()) + (readout.more.isEmpty() ? 0 : 1);
  QRectF box(m_hover.x.value_or(0) + px(14), m_hover.area.top() + px(4), width,
             lines * line + px(readoutAir));
  if (box.right() > this->width()) box.moveRight(m_hover.x.value_or(0) - px(14));
  if (box.left() < 0) box.moveLeft(0);
  if (box.bottom() > height()) box.moveTop(std::max(0.0, height() - box.height()));
  return box;
}

void PlotOverlay::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  if (m_hover.later) {
    QRectF later = m_hover.area.adjusted(0, -1, px(6), 0);
    later.setLeft(*m_hover.later);
    painter.fillRect(later, look::withAlpha(now.plot, laterShare));
    painter.fillRect(QRectF(later.left() - 1, later.top(), 2, later.height()), now.accent);
  }
  if (m_hover.selection) {
    painter.setPen(now.accent);
    painter.setBrush(look::withAlpha(now.accent, selectionShare));
    painter.drawRect(*m_hover.selection & m_hover.area);
  }
  if (!m_hover.x) return;
  painter.fillRect(QRectF(std::round(*m_hover.x), m_hover.area.top(), 1, m_hover.area.height()),
                   now.text2);
  for (const PlotHover::Dot& dot : m_hover.dots) {
    painter.setPen(QPen(now.plot, 1.5));
    painter.setBrush(look::curveColour(dot.colour, palette()));
    painter.drawEllipse(dot.at, dotRadius, dotRadius);
  }
  if (m_hover.readout) drawReadout(painter);
}

void PlotOverlay::drawReadout(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const PlotReadout& readout = *m_hover.readout;
  const QRectF box = readoutBox();
  look::paintShadow(painter, box, px(8), now.shadow, px(shadowBlur), px(6));
  look::paintBox(painter, box, px(8), now.raised, now.hairline);
  QRectF line(box.left() + px(readoutPadding), box.top() + px(6), box.width() - px(20), px(20));
  look::paintWords(painter, line, readout.head, Role::help, now.text2);
  double rawWidth = 0, valueWidth = 0;
  for (const PlotReadout::Row& row : readout.rows) {
    rawWidth = std::max(rawWidth, advance(Role::help, row.raw));
    valueWidth = std::max(valueWidth, advance(Role::emphasis, row.value));
  }
  if (rawWidth > 0) rawWidth += px(10);
  for (const PlotReadout::Row& row : readout.rows) {
    line.translate(0, px(20));
    paintCurveSwatch(painter, QRectF(line.left(), line.center().y() - px(4), px(8), px(8)),
                     row.colour, palette());
    look::paintWords(painter, line, row.raw, Role::help, now.text3, Qt::AlignRight);
    look::paintWords(painter, line.adjusted(0, 0, -rawWidth, 0), row.value, Role::emphasis,
                     now.text, Qt::AlignRight);
    look::paintWords(painter, line.adjusted(px(16), 0, -rawWidth - valueWidth - px(10), 0),
                     row.label, Role::help, now.text);
  }
  if (readout.more.isEmpty()) return;
  line.translate(0, px(20));
  look::paintWords(painter, line, readout.more, Role::help, now.text3);
}

}  // namespace trainyard
