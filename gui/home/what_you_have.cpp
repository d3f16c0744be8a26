// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/what_you_have.h"

#include <QGridLayout>
#include <QPainter>

#include "gui/forms/plain_label.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int wayHeight = 58, narrowestWay = 225, waySide = 12, wayMark = 28;

}  // namespace

void WayCard::setWords(const QString& title, const QString& text) {
  m_title = title;
  m_text = text;
  setAccessibleName(title);
  setAccessibleDescription(text);
  update();
}

QSize WayCard::sizeHint() const { return {px(wayHeight) * 3, px(wayHeight)}; }

void WayCard::paintContent(QPainter& painter) {
  const look::Tokens& tokens = look::tokens(palette());
  const QRectF mark(px(waySide), (height() - px(wayMark)) / 2.0, px(wayMark), px(wayMark));
  look::paintBox(painter, mark, px(6), tokens.sunken);
  look::paintIcon(painter, mark, px(16), m_icon, tokens.text2);
  const double left = mark.right() + px(waySide), room = width() - left - px(waySide);
  const int title = look::lineHeight(Role::emphasis), text = look::lineHeight(Role::help);
  const double top = (height() - title - text) / 2.0;
  look::paintWords(painter, QRectF(left, top, room, title), m_title, Role::emphasis, tokens.text);
  look::paintWords(painter, QRectF(left, top + title, room, text), m_text, Role::help,
                   tokens.text3);
}

WhatYouHave::WhatYouHave() : m_title(plainLabel(Role::card)), m_hint(plainLabel(Role::help)) {
  auto* column = look::columnIn(this, px(10));
  auto* head = look::rowIn(nullptr, px(12));
  m_hint->setForegroundRole(QPalette::PlaceholderText);
  look::addAll(head, {m_title, {m_hint, 1}});
  column->addLayout(head);
  m_grid = new QGridLayout;
  m_grid->setHorizontalSpacing(px(12));
  m_grid->setVerticalSpacing(px(12));
  column->addLayout(m_grid);
  const QStringList icons{u"terminal-2"_s, u"brand-python"_s, u"braces"_s,
                          u"database"_s,   u"git-fork"_s,     u"presentation-analytics"_s};
  for (int i = 0; i < icons.size(); ++i) {
    auto* made = new WayCard(icons[i]);
    connect(made, &WayCard::clicked, this, [this, i] { emit chosen(static_cast<Way>(i)); });
    m_cards << made;
  }
  layOut();
  look::onEvent(this, QEvent::Resize, [this] { layOut(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void WhatYouHave::layOut() {
  const int columns = width() < 3 * px(narrowestWay) + 2 * px(12) ? 2 : 3;
  for (int i = 0; i < m_cards.size(); ++i) m_grid->addWidget(m_cards[i], i / columns, i % columns);
  for (int i = 0; i < 3; ++i) m_grid->setColumnStretch(i, i < columns ? 1 : 0);
}

void WhatYouHave::retranslate() {
  m_title->setText(tr("What do you have?"));
  m_hint->setText(tr("or drop a file anywhere in the window"));
  card(Way::jobScript)->setWords(tr("My job script"), tr("sent as it is, with curves"));
  card(Way::program)->setWords(tr("My Trainer or TRL script"), tr("unchanged, on any node"));
  card(Way::deepSpeed)->setWords(tr("A DeepSpeed JSON"), tr("read into settings"));
  card(Way::data)->setWords(tr("Only data"), tr("text, chats, tables, labels"));
  card(Way::question)->setWords(tr("A question"), tr("which of three learning rates"));
  card(Way::nothing)->setWords(tr("Nothing yet"), tr("a first curve in half a minute"));
}

}  // namespace trainyard
