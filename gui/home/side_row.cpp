// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/side_row.h"

#include <QPushButton>

#include "gui/forms/elided_label.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;

// Painted at the pixel ratio of its screen, in the colour of its tone.
class Mark : public QWidget {
 public:
  explicit Mark(const SideRow& row) : m_icon(row.icon), m_tone(row.tone) {
    setFixedSize(px(16), px(18));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    look::paintIcon(painter, rect(), px(16), m_icon, look::toneColour(m_tone, palette()));
  }

 private:
  QString m_icon;
  look::Tone m_tone;
};

}  // namespace

QWidget* makeSideRow(const SideRow& row) {
  auto* widget = new QWidget;
  auto* layout = look::rowIn(widget, px(12), {0, px(6), 0, px(6)});
  layout->addWidget(new Mark(row), 0, Qt::AlignTop);
  auto* words = look::columnIn(nullptr);
  auto* title = new ElidedLabel;
  title->setText(row.title);
  title->setFont(look::font(look::Role::name));
  title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  words->addWidget(title);
  if (!row.text.isEmpty()) {
    auto* text = new ElidedLabel(2);
    text->setText(row.text);
    text->setFont(look::font(look::Role::help));
    text->setForegroundRole(QPalette::PlaceholderText);
    words->addWidget(text);
  }
  layout->addLayout(words, 1);
  if (row.action.isEmpty()) return widget;
  auto* button = new QPushButton(row.action);
  look::setSmall(button);
  button->setAccessibleName(row.action + QStringLiteral(": ") + row.title);
  QObject::connect(button, &QPushButton::clicked, widget, row.act);
  layout->addWidget(button, 0, Qt::AlignTop);
  return widget;
}

SideList::SideList() {
  auto* card = new look::Card;
  m_rows = card->column();
  m_rows->setSpacing(0);
  look::addAll(look::columnIn(this, px(8)), {m_title, card});
}

void SideList::show(const QList<SideRow>& rows) {
  look::clear(m_rows);
  for (const SideRow& row : rows) m_rows->addWidget(makeSideRow(row));
  setVisible(!rows.isEmpty());
}

}  // namespace trainyard
