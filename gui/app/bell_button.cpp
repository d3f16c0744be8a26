// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/bell_button.h"

#include <QLocale>
#include <QPainter>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int bellSize = 28, badgeSize = 15;

}  // namespace

BellButton::BellButton() {
  setProperty("kind", "quiet");
  setIcon(look::icon(u"bell"_s));
  setFixedSize(look::px(bellSize), look::px(bellSize));
  setAutoRaise(true);
  setPopupMode(QToolButton::InstantPopup);
  look::keepTranslated(this, [this] { retranslate(); });
}

void BellButton::setCount(int count) {
  m_count = count;
  retranslate();
  update();
}

void BellButton::retranslate() {
  const QString words = m_count == 0   ? tr("Nothing waits for you")
                        : m_count == 1 ? tr("An agent waits for your consent")
                                       : tr("%1 requests wait for your consent").arg(m_count);
  setAccessibleName(words);
  setToolTip(plainTip(words));
}

void BellButton::paintEvent(QPaintEvent* event) {
  QToolButton::paintEvent(event);
  if (m_count == 0) return;
  look::SmoothPainter painter(this);
  const look::Tokens& tokens = look::tokens(palette());
  const double size = look::px(badgeSize);
  const QRectF badge(width() - size, 0, size, size);
  look::paintBox(painter, badge, size / 2, tokens.accent);
  look::paintWords(painter, badge, m_count > 9 ? u"9+"_s : QString::number(m_count),
                   look::Role::captionName, tokens.onAccent, Qt::AlignHCenter);
}

}  // namespace trainyard
