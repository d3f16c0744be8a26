// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/four_things.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int numberSize = 20, stripSide = 24, stripTop = 16;

// A number in a disc of the accent.
class NumberDisc : public QWidget {
 public:
  explicit NumberDisc(int number) : m_number(number) {
    setFixedSize(px(numberSize), px(numberSize));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    look::SmoothPainter painter(this);
    const look::Tokens& tokens = look::tokens(palette());
    look::paintBox(painter, rect(), height() / 2.0, tokens.accent);
    look::paintWords(painter, rect(), QString::number(m_number), Role::captionName, tokens.onAccent,
                     Qt::AlignHCenter);
  }

 private:
  int m_number;
};

}  // namespace

class FourThingsCell : public QWidget {
 public:
  FourThingsCell(int number, const QString& keys, std::function<void(bool)> onLit)
      : m_title(plainLabel(Role::emphasis)),
        m_text(plainLabel(Role::help)),
        m_onLit(std::move(onLit)) {
    auto* column = look::columnIn(this, px(4), {px(16), px(10), px(16), px(10)});
    auto* head = look::rowIn(nullptr, px(8));
    look::addAll(head, {new NumberDisc(number), {m_title, 1}});
    if (!keys.isEmpty()) {
      QLabel* key = plainLabel(Role::helpName, keys);
      key->setForegroundRole(QPalette::PlaceholderText);
      head->addWidget(key);
    }
    column->addLayout(head);
    m_text->setWordWrap(true);
    look::setInk(m_text, [](const look::Tokens& t) { return t.text2; });
    look::addAll(column, {m_text, look::gap(0)});
    setFocusPolicy(Qt::StrongFocus);
  }

  void setWords(const QString& title, const QString& text) {
    m_title->setText(title);
    m_text->setText(text);
    setAccessibleName(title + u". "_s + text);
  }
  void setLit(bool isLit) {
    m_isLit = isLit;
    update();
  }

 protected:
  void enterEvent(QEnterEvent*) override { m_onLit(true); }
  void leaveEvent(QEvent*) override { m_onLit(hasFocus()); }
  void focusInEvent(QFocusEvent*) override { m_onLit(true); }
  void focusOutEvent(QFocusEvent*) override { m_onLit(underMouse()); }
  void paintEvent(QPaintEvent*) override {
    if (!m_isLit) return;
    QPainter painter(this);
    painter.fillRect(rect(), look::tokens(palette()).selected);
  }

 private:
  QLabel* m_title;
  QLabel* m_text;
  std::function<void(bool)> m_onLit;
  bool m_isLit = false;
};

FourThings::FourThings()
    : m_title(plainLabel(Role::emphasis)), m_hint(plainLabel(Role::help)), m_skip(new QPushButton) {
  setObjectName(u"fourThings"_s);
  auto* column =
      look::columnIn(this, 0, {px(stripSide) + 1, px(stripTop) + 1, px(stripSide) + 1, 1});
  auto* head = look::rowIn(nullptr, px(8), {px(16), px(6), px(8), px(6)});
  m_hint->setForegroundRole(QPalette::PlaceholderText);
  m_skip->setProperty(look::kindProperty, look::quietKind);
  look::setSmall(m_skip);
  look::addAll(head, {m_title, {m_hint, 1}, m_skip});
  column->addLayout(head);
  auto* row = look::rowIn(nullptr);
  const QStringList keys{u"Ctrl K"_s, {}, {}, u"F1"_s};
  for (int i = 0; i < count; ++i) {
    m_cells << new FourThingsCell(i + 1, keys[i], [this, i](bool isLit) { light(isLit ? i : -1); });
    row->addWidget(m_cells.last(), 1);
  }
  column->addLayout(row);
  connect(m_skip, &QPushButton::clicked, this, &FourThings::skipped);
  look::keepTranslated(this, [this] { retranslate(); });
}

void FourThings::retranslate() {
  m_title->setText(tr("Four things to know"));
  m_hint->setText(tr("point at one, and its place lights up"));
  m_skip->setText(tr("Skip"));
  m_cells[0]->setWords(tr("Find anything"),
                       tr("Runs, settings by the words you use, commands, help."));
  m_cells[1]->setWords(tr("Your clusters"),
                       tr("One login serves all runs. Nothing is installed by root."));
  m_cells[2]->setWords(tr("Drop what you have"),
                       tr("A job script, a .py, a YAML: it is checked before it is sent."));
  m_cells[3]->setWords(tr("Ask where you are"), tr("Help for the field, page or message at hand."));
}

void FourThings::light(int number) {
  if (std::exchange(m_lit, number) == number) return;
  for (int i = 0; i < count; ++i) m_cells[i]->setLit(i == number);
  emit litChanged(number);
}

void FourThings::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (step == 0) return QWidget::keyPressEvent(event);
  m_cells[(std::max(m_lit, step > 0 ? -1 : 0) + step + count) % count]->setFocus(
      Qt::TabFocusReason);
}

void FourThings::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const look::Tokens& tokens = look::tokens(palette());
  look::paintBox(painter, rect().adjusted(px(stripSide), px(stripTop), -px(stripSide), 0), px(8),
                 tokens.surface, tokens.hairline);
}

}  // namespace trainyard
