// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/consents/budget_bar.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "gui/look/paint.h"

namespace trainyard {
namespace {

constexpr double barHeight = 10, barRadius = 2;

}  // namespace

BudgetBar::BudgetBar(const BudgetShare& share) : m_share(share) {
  setFixedHeight(look::px(barHeight));
}

void BudgetBar::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  QPainterPath shape;
  shape.addRoundedRect(rect(), look::px(barRadius), look::px(barRadius));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipPath(shape);
  painter.fillRect(rect(), tokens.sunken);
  if (m_share.all <= 0) return;
  const double scale = width() / m_share.all;
  const double spent = std::clamp(m_share.spent * scale, 0.0, static_cast<double>(width()));
  const double asked =
      m_share.isUnbounded ? width() - spent : std::min(m_share.asked * scale, width() - spent);
  painter.fillRect(QRectF(0, 0, spent, height()), tokens.axis);
  painter.fillRect(QRectF(spent, 0, asked, height()),
                   m_share.isOver() ? tokens.tone(look::Tone::failed).word : tokens.accent);
}

}  // namespace trainyard
