// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/targets_card.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/accessible.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/style_parts.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double offersHeadHeight = 30, offerHeight = 44, nameWidth = 138, startWidth = 122,
                 hoursWidth = 80, offerSide = 14, offerRadio = 16;

}  // namespace

TargetsCard::TargetsCard() {
  look::setAccessibleRole(this, QAccessible::RadioButton,
                          [this] { return TargetText::name(m_chosen); });
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  describe();
}

QSize TargetsCard::sizeHint() const {
  return {px(480), px(offersHeadHeight) + px(offerHeight) * std::max(1, int(m_offers.size()))};
}

void TargetsCard::show(const QList<TargetOffer>& offers, const QString& chosen,
                       const Limits& limits, double now) {
  m_offers = offers;
  m_chosen = chosen;
  m_limits = limits;
  m_now = now;
  describe();
  updateGeometry();
  update();
}

// A list of choices for who hears the window: the name says which one is chosen and why.
void TargetsCard::describe() {
  const int row = chosenRow();
  if (row < 0) return setAccessibleName(tr("Run on"));
  const TargetOffer& offer = m_offers[row];
  QString words = tr("Run on %1: %2; expected start: %3")
                      .arg(TargetText::name(m_chosen), offer.sentence, startOf(offer));
  if (const QString end = endOf(offer); !end.isEmpty()) words += u"; "_s + end;
  setAccessibleName(words);
}

QString TargetsCard::startOf(const TargetOffer& offer) const {
  if (offer.target == u"here"_s) return tr("now");
  return offer.expectedStart > 0 ? QuantityText::future(offer.expectedStart, m_now)
                                 : tr("not known");
}

QString TargetsCard::endOf(const TargetOffer& offer) const {
  if (offer.target == u"here"_s || offer.expectedStart <= 0 || m_limits.seconds <= 0) return {};
  const double start = std::max(offer.expectedStart, m_now);
  return tr("ends by %1").arg(QuantityText::clock(start + m_limits.seconds, m_now));
}

int TargetsCard::chosenRow() const {
  const auto found = std::ranges::find(m_offers, m_chosen, &TargetOffer::target);
  return found == m_offers.end() ? -1 : static_cast<int>(found - m_offers.begin());
}

QRectF TargetsCard::rowAt(int row) const {
  return QRectF(0, px(offersHeadHeight) + row * px(offerHeight), width(), px(offerHeight));
}

int TargetsCard::rowUnder(QPointF point) const {
  for (int row = 0; row < m_offers.size(); ++row)
    if (rowAt(row).contains(point)) return row;
  return -1;
}

// Where the columns begin, from left to right.
TargetsCard::Columns TargetsCard::columns() const {
  const double fits = px(offerSide) + px(nameWidth),
               hours = width() - px(offerSide) - px(hoursWidth);
  return {fits, hours - px(startWidth), hours};
}

void TargetsCard::paintEvent(QPaintEvent*) {
  const look::Tokens& t = look::tokens(palette());
  look::SmoothPainter painter(this);
  look::paintBox(painter, rect(), px(look::panelRadius), t.surface, t.hairline);
  const auto [fits, start, hours] = columns();
  const auto head = [&](double left, double right, const QString& words, Qt::Alignment side) {
    look::paintWords(painter, QRectF(left, 0, right - left, px(offersHeadHeight)), words,
                     look::Role::helpName, t.text3, side);
  };
  head(px(offerSide), fits, tr("Run on"), Qt::AlignLeft);
  head(fits, start, tr("Fits"), Qt::AlignLeft);
  head(start, hours, tr("Expected start"), Qt::AlignRight);
  head(hours, width() - px(offerSide), tr("GPU-hours"), Qt::AlignRight);
  for (int row = 0; row < m_offers.size(); ++row) {
    paintGround(painter, row);
    paintFit(painter, m_offers[row], rowAt(row));
    paintStart(painter, m_offers[row], rowAt(row));
    if (m_offers[row].target == m_chosen && hasFocus())
      look::paintFocus(painter, rowAt(row).adjusted(2, 2, -2, -2), px(4), t.focus);
  }
}

// The ground of a row, its mark and its name.
void TargetsCard::paintGround(QPainter& painter, int row) const {
  const look::Tokens& t = look::tokens(palette());
  const TargetOffer& offer = m_offers[row];
  const QRectF box = rowAt(row);
  const bool isChosen = offer.target == m_chosen;
  if (isChosen || row == m_hovered)
    painter.fillRect(box.adjusted(1, 0, -1, -1), isChosen ? t.selected : t.hover);
  look::paintEdge(painter, box, Qt::TopEdge, t.hairline);
  if (isChosen) painter.fillRect(QRectF(1, box.top() + 1, px(3), box.height() - 1), t.accent);
  const QRectF ring(px(offerSide), box.center().y() - px(offerRadio) / 2.0, px(offerRadio),
                    px(offerRadio));
  look::paintBox(painter, ring, ring.width() / 2, isChosen ? t.accent : t.surface,
                 isChosen ? t.accent : t.controlLine, 1.5);
  if (isChosen) {
    const double dot = px(6);
    look::paintBox(painter, QRectF(ring.center() - QPointF(dot / 2, dot / 2), QSizeF(dot, dot)),
                   dot / 2, t.onAccent);
  }
  look::paintWords(
      painter,
      QRectF(ring.right() + px(8), box.top(), columns().fits - ring.right() - px(12), box.height()),
      TargetText::name(offer.target), look::Role::emphasis, offer.mayRun ? t.text : t.text2);
}

void TargetsCard::paintFit(QPainter& painter, const TargetOffer& offer, const QRectF& box) const {
  const look::Tokens& t = look::tokens(palette());
  const auto [fits, start, hours] = columns();
  look::paintIcon(painter, QRectF(fits, box.top(), px(14), box.height()), px(14), offer.icon,
                  t.tone(offer.tone).word, look::stateStroke);
  painter.setFont(look::font(look::Role::help));
  painter.setPen(t.text2);
  const QRectF words(fits + px(20), box.top() + px(4), start - fits - px(28), box.height() - px(8));
  const QFontMetrics metrics = painter.fontMetrics();
  // Two lines at most: what is longer is whole in the tooltip.
  const int room = int(words.width()) * 2 - metrics.averageCharWidth() * 8;
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                   metrics.elidedText(offer.sentence, Qt::ElideRight, room));
}

void TargetsCard::paintStart(QPainter& painter, const TargetOffer& offer, const QRectF& box) const {
  const look::Tokens& t = look::tokens(palette());
  const auto [fits, start, hours] = columns();
  const QColor ink = offer.mayRun ? t.text : t.text2;
  const QString end = endOf(offer);
  const double height = look::lineHeight(look::Role::body),
               endHeight = end.isEmpty() ? 0 : look::lineHeight(look::Role::caption);
  const double top = box.center().y() - (height + endHeight) / 2;
  look::paintWords(painter, QRectF(start, top, hours - start, height), startOf(offer),
                   look::Role::body, ink, Qt::AlignRight);
  look::paintWords(painter, QRectF(start, top + height, hours - start, endHeight), end,
                   look::Role::caption, offer.target == m_chosen ? t.text2 : t.text3,
                   Qt::AlignRight);
  const QString cost =
      offer.target == u"here"_s || m_limits.gpuHours <= 0
          ? u"0"_s
          : QLocale().toString(m_limits.gpuHours, 'f', m_limits.gpuHours < 10 ? 1 : 0);
  look::paintWords(painter, QRectF(hours, box.top(), width() - px(offerSide) - hours, box.height()),
                   cost, look::Role::body, ink, Qt::AlignRight);
}

void TargetsCard::mousePressEvent(QMouseEvent* event) {
  const int row = rowUnder(event->position());
  if (row >= 0 && event->button() == Qt::LeftButton) emit chosen(m_offers[row].target);
}

void TargetsCard::mouseMoveEvent(QMouseEvent* event) {
  m_hovered = rowUnder(event->position());
  update();
}

void TargetsCard::leaveEvent(QEvent*) {
  m_hovered = -1;
  update();
}

void TargetsCard::keyPressEvent(QKeyEvent* event) {
  const int by = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
  if (by == 0 || m_offers.isEmpty()) return QWidget::keyPressEvent(event);
  const int row = std::clamp(chosenRow() + by, 0, int(m_offers.size()) - 1);
  emit chosen(m_offers[row].target);
}

bool TargetsCard::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = rowUnder(help->pos());
    QToolTip::showText(help->globalPos(), row < 0 ? QString() : plainTip(m_offers[row].sentence),
                       this);
    return true;
  }
  if (event->type() == QEvent::LanguageChange) describe();
  return QWidget::event(event);
}

}  // namespace trainyard
