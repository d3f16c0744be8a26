// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QToolButton>

#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/runs/logs/find_field.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double logBarHeight = 44, logBarPadding = 14, logBarGap = 8, findWidth = 330,
                 leastFind = 240;

QToolButton* barButton() {
  auto* button = new QToolButton;
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setCheckable(true);
  look::setKind(button, look::quietKind);
  look::setSmall(button);
  return button;
}

}  // namespace

LogBar::LogBar(QWidget* parent)
    : QWidget(parent), m_find(new FindField), m_matchCase(barButton()), m_regular(barButton()) {
  setFixedHeight(look::px(logBarHeight));
  m_find->setMinimumWidth(look::px(leastFind));
  m_find->setMaximumWidth(look::px(findWidth));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(look::px(logBarPadding), 0, look::px(logBarPadding), 0);
  row->setSpacing(look::px(logBarGap));
  row->addWidget(m_find, 2);
  row->addWidget(m_matchCase);
  row->addWidget(m_regular);
  row->addStretch(1);
  connect(m_find, &FindField::textChanged, this, &LogBar::patternChanged);
  connect(m_find, &FindField::findRequested, this, &LogBar::findRequested);
  connect(m_find, &FindField::left, this, &LogBar::left);
  connect(m_matchCase, &QToolButton::toggled, this, &LogBar::patternChanged);
  connect(m_regular, &QToolButton::toggled, this, &LogBar::patternChanged);
  retranslate();
}

void LogBar::retranslate() {
  m_matchCase->setText(tr("Match case"));
  m_matchCase->setAccessibleName(m_matchCase->text());
  m_regular->setText(tr("Regular expression"));
  m_regular->setAccessibleName(m_regular->text());
}

void LogBar::enterFind() {
  m_find->setFocus(Qt::ShortcutFocusReason);
  m_find->selectAll();
}

LogPattern LogBar::pattern() const {
  return {m_find->text(), m_matchCase->isChecked(), m_regular->isChecked()};
}

// There is no translation for English that could handle its plurals.
void LogBar::showFound(const LogSearch& search, qsizetype current, bool isOver) {
  const qsizetype all = std::ssize(search.matches());
  QString number = QLocale().toString(all);
  if (search.isFull())
    number += u'+';
  else if (!isOver)
    number += u'…';
  const QString place = QLocale().toString(current + 1);
  m_find->showCount(!search.isActive()   ? QString()
                    : all == 0 && isOver ? tr("No match")
                    : current >= 0       ? tr("%1 of %2").arg(place, number)
                    : all == 1           ? tr("1 match")
                                         : tr("%1 matches").arg(number));
  look::setFieldTone(m_find, search.problem().isEmpty() ? QString() : u"failed"_s);
}

void LogBar::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  painter.fillRect(rect(), tokens.surface);
  look::paintEdge(painter, rect(), Qt::BottomEdge, tokens.hairline);
}

void LogBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace trainyard
