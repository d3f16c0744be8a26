// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/memory_bar.h"

#include <QPainter>
#include <algorithm>

#include "gui/forms/quantity_text.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double memoryBarHeight = 14, memoryNameHeight = 22, memorySwatch = 8, memoryNameGap = 16,
                 memorySwatchGap = 5;

QString nameOf(const MemoryPart& part) {
  return part.name + u' ' + QuantityText::bytes(static_cast<qint64>(part.bytes));
}

}  // namespace

MemoryBar::MemoryBar() {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void MemoryBar::show(const QList<MemoryPart>& parts, double most) {
  m_parts = parts;
  m_most = most;
  QStringList words;
  for (const MemoryPart& part : parts) words << nameOf(part);
  setAccessibleName(tr("Estimated memory of a rank: %1").arg(words.join(u", "_s)));
  updateGeometry();
  update();
}

double MemoryBar::nameWidth(const MemoryPart& part) const {
  return px(memorySwatch + memorySwatchGap) +
         QFontMetricsF(look::font(look::Role::help)).horizontalAdvance(nameOf(part));
}

QList<QPointF> MemoryBar::placesOfNames(double width) const {
  QList<QPointF> places;
  QPointF at(0, px(memoryBarHeight));
  for (const MemoryPart& part : m_parts) {
    const double needed = nameWidth(part);
    if (at.x() > 0 && at.x() + needed > width) at = QPointF(0, at.y() + px(memoryNameHeight));
    places << at;
    at.rx() += needed + px(memoryNameGap);
  }
  return places;
}

int MemoryBar::heightForWidth(int width) const {
  const QList<QPointF> places = placesOfNames(width);
  const double last = places.isEmpty() ? px(memoryBarHeight) : places.back().y();
  return static_cast<int>(last) + px(memoryNameHeight);
}

QSize MemoryBar::sizeHint() const { return {px(300), heightForWidth(std::max(width(), px(300)))}; }

void MemoryBar::paintEvent(QPaintEvent*) {
  double total = 0;
  for (const MemoryPart& part : m_parts) total += part.bytes;
  if (total <= 0) return;
  const look::Tokens& t = look::tokens(palette());
  const double whole = std::max(total, m_most);
  look::SmoothPainter painter(this);
  if (m_most > 0)
    look::paintBox(painter, QRectF(0, 0, width(), px(memoryBarHeight)), px(4), t.sunken);
  const QList<QPointF> places = placesOfNames(width());
  double left = 0;
  for (int i = 0; i < m_parts.size(); ++i) {
    const QColor colour = t.curves[static_cast<std::size_t>(i) % t.curves.size()];
    const double share = m_parts[i].bytes / whole * width();
    painter.fillRect(QRectF(left, 0, share, px(memoryBarHeight)), colour);
    left += share;
    const QRectF line(places[i].x(), places[i].y(), nameWidth(m_parts[i]) + 1,
                      px(memoryNameHeight));
    look::paintSwatch(painter,
                      QRectF(line.left(), line.center().y() - px(memorySwatch) / 2.0,
                             px(memorySwatch), px(memorySwatch)),
                      colour, false);
    look::paintWords(painter, line.adjusted(px(memorySwatch + memorySwatchGap), 0, 0, 0),
                     nameOf(m_parts[i]), look::Role::help, t.text2);
  }
  // What is more than there is.
  if (m_most > 0 && total > m_most)
    painter.fillRect(QRectF(m_most / whole * width(), 0, px(2), px(memoryBarHeight)),
                     t.tone(look::Tone::failed).word);
}

}  // namespace trainyard
