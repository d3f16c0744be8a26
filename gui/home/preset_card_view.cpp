// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/preset_card_view.h"

#include <QPainter>
#include <QPainterPath>
#include <QPushButton>

#include "gui/forms/plain_tip.h"
#include "gui/home/preset_picture.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double topHeight = 88, wholeHeight = 166;

}  // namespace

PresetCardView::PresetCardView(const PresetCard& card)
    : m_card(card), m_try(new QPushButton(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setText(card.title);
  setAccessibleName(card.title);
  setAccessibleDescription(card.preset.summary);
  setToolTip(plainTip(card.preset.summary));
  m_try->setText(tr("Try with sample data"));
  look::setSmall(m_try);
  m_try->setAccessibleName(tr("Try %1 with sample data").arg(card.title));
  m_try->hide();
  m_try->installEventFilter(this);
  connect(m_try, &QPushButton::clicked, this, [this] { emit tryWanted(m_card.preset.name); });
}

QSize PresetCardView::sizeHint() const { return {px(261), px(wholeHeight)}; }

void PresetCardView::setBusy(bool isBusy) {
  m_isBusy = isBusy;
  m_try->setEnabled(!isBusy);
  m_try->setText(isBusy ? tr("Starting…") : tr("Try with sample data"));
  pointedAtChanged();
}

void PresetCardView::paintContent(QPainter& painter) {
  const look::Tokens& tokens = look::tokens(palette());
  const QRectF inside = QRectF(rect()).adjusted(2, 2, -2, -2);
  const QRectF top(inside.topLeft(), QSizeF(inside.width(), px(topHeight) - 2));
  QPainterPath clip;
  clip.addRoundedRect(inside, px(7), px(7));
  painter.save();
  painter.setClipPath(clip);
  painter.fillRect(top, tokens.subtle);
  painter.restore();
  look::paintEdge(painter, top, Qt::BottomEdge, tokens.hairline);
  paintPresetPicture(painter, top.adjusted(px(16), px(12), -px(16), -px(12)), m_card.picture,
                     tokens);
  QRectF line(px(12), px(topHeight + 9), width() - 2 * px(12), 0);
  const auto write = [&](const QString& words, Role role, const QColor& colour, double gap) {
    line.setHeight(look::lineHeight(role));
    look::paintWords(painter, line, words, role, colour);
    line.moveTop(line.bottom() + gap);
  };
  write(m_card.title, Role::emphasis, tokens.text, 0);
  write(m_card.preset.name, Role::code, tokens.text3, px(4));
  write(m_card.needs, Role::help, tokens.text2, 0);
}

bool PresetCardView::eventFilter(QObject* watched, QEvent* event) {
  const bool isTold = CardButton::eventFilter(watched, event);
  if (watched == m_try && event->type() == QEvent::FocusOut) pointedAtChanged();
  return isTold;
}

void PresetCardView::resizeEvent(QResizeEvent* event) {
  CardButton::resizeEvent(event);
  m_try->adjustSize();
  m_try->move(width() - m_try->width() - px(8), px(8));
}

void PresetCardView::pointedAtChanged() {
  const bool isShown = m_card.hasSample && (isPointedAt() || m_try->hasFocus() || m_isBusy);
  if (isShown) {
    m_try->adjustSize();
    m_try->move(width() - m_try->width() - px(8), px(8));
  }
  m_try->setVisible(isShown);
}

}  // namespace trainyard
