// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_head.h"

#include <QLabel>
#include <QPainter>
#include <QStyleOption>

#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"

namespace trainyard {
namespace {

constexpr double headPadding = 14, headGap = 10, headSpace = 5, linkHeight = 20;

}  // namespace

LinkButton::LinkButton() {
  setFont(look::font(look::Role::helpName));
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + 4, look::px(linkHeight)};
}

bool LinkButton::event(QEvent* event) {
  if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) update();
  return QAbstractButton::event(event);
}

void LinkButton::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  QStyleOption option;
  option.initFrom(this);
  const QRectF room = QRectF(rect()).adjusted(2, 0, -2, 0);
  const double width =
      look::paintWords(painter, room, text(), look::Role::helpName, tokens.accentText);
  if (underMouse())
    look::paintEdge(painter, QRectF(2, 0, width, height() - 3), Qt::BottomEdge, tokens.accentText);
  if (option.state.testFlag(QStyle::State_HasFocus) &&
      option.state.testFlag(QStyle::State_KeyboardFocusChange))
    look::paintFocus(painter, rect(), look::px(4), tokens.focus);
}

LogHead::LogHead() : m_note(new QLabel), m_search(new LinkButton), m_earlier(new LinkButton) {
  m_note->setTextFormat(Qt::PlainText);
  m_note->setFont(look::font(look::Role::help));
  m_note->setWordWrap(true);
  auto* row = look::rowIn(
      this, look::px(headGap),
      {look::px(headPadding), look::px(headSpace), look::px(headPadding), look::px(headSpace)});
  look::addAll(row, {{m_note, 1}, m_search, m_earlier});
  m_search->hide();
  connect(m_search, &LinkButton::clicked, this, &LogHead::searchRequested);
  connect(m_earlier, &LinkButton::clicked, this, &LogHead::earlierRequested);
  look::keepTranslated(this, [this] { retranslate(); });
}

void LogHead::retranslate() {
  m_search->setText(tr("Search all of it"));
  m_search->setAccessibleName(m_search->text());
  m_search->setToolTip(
      tr("Searches the whole file where it lies; regular expressions are those of grep -E"));
  m_earlier->setText(tr("Earlier"));
  m_earlier->setAccessibleName(tr("Earlier output"));
  m_earlier->setToolTip(tr("Show earlier output"));
}

void LogHead::showNote(const QString& note, bool isProblem, bool hasEarlier) {
  m_note->setText(note);
  look::setInk(m_note, [isProblem](const look::Tokens& t) {
    return isProblem ? t.tone(look::Tone::failed).word : t.text3;
  });
  m_earlier->setVisible(hasEarlier);
  setVisible(hasEarlier || !note.isEmpty());
}

void LogHead::showSearchable(bool isSearchable) { m_search->setVisible(isSearchable); }

void LogHead::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  painter.fillRect(rect(), tokens.surface);
}

}  // namespace trainyard
