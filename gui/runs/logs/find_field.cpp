// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/find_field.h"

#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>

#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double findButtonSize = 22, insideGap = 2, arrowSize = 14;

QToolButton* arrowButton(const QString& icon) {
  auto* button = new QToolButton;
  button->setIcon(look::icon(icon));
  button->setIconSize(QSize(look::px(arrowSize), look::px(arrowSize)));
  button->setFixedSize(look::px(findButtonSize), look::px(findButtonSize));
  button->setAutoRaise(true);
  button->setCursor(Qt::ArrowCursor);
  look::setKind(button, look::toolKind);
  return button;
}

}  // namespace

FindField::FindField()
    : m_count(new QLabel),
      m_previous(arrowButton(u"arrow-up"_s)),
      m_next(arrowButton(u"arrow-down"_s)) {
  look::setSmall(this);
  addAction(look::icon(u"search"_s), QLineEdit::LeadingPosition);
  m_count->setTextFormat(Qt::PlainText);
  m_count->setFont(look::font(look::Role::help));
  look::setInk(m_count, [](const look::Tokens& t) { return t.text3; });
  m_count->setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* inside = look::rowIn(this, look::px(insideGap), {0, 0, look::px(3), 0});
  look::addAll(inside, {look::gap(), m_count, m_previous, m_next});
  connect(m_previous, &QToolButton::clicked, this, [this] { emit findRequested(true); });
  connect(m_next, &QToolButton::clicked, this, [this] { emit findRequested(false); });
  look::keepTranslated(this, [this] { retranslate(); });
  fitMargins();
}

void FindField::retranslate() {
  setPlaceholderText(tr("Find (Ctrl+F)"));
  setAccessibleName(tr("Find in the output"));
  m_count->setAccessibleName(tr("Matches"));
  m_previous->setToolTip(tr("Previous match (Shift+Return)"));
  m_previous->setAccessibleName(tr("Previous match"));
  m_next->setToolTip(tr("Next match (Return)"));
  m_next->setAccessibleName(tr("Next match"));
}

// What is typed must not run below what stands inside.
void FindField::fitMargins() {
  const int words = m_count->text().isEmpty() ? 0 : m_count->sizeHint().width();
  setTextMargins(0, 0, words + 2 * look::px(findButtonSize) + 4 * look::px(insideGap), 0);
}

void FindField::showCount(const QString& words) {
  if (words == m_count->text()) return;
  m_count->setText(words);
  fitMargins();
}

QString FindField::count() const { return m_count->text(); }

void FindField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return emit findRequested(event->modifiers().testFlag(Qt::ShiftModifier));
    case Qt::Key_Escape:
      clear();
      return emit left();
    default:
      return QLineEdit::keyPressEvent(event);
  }
}

}  // namespace trainyard
