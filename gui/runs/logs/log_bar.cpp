// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_bar.h"

#include <QLocale>
#include <QToolButton>

#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/runs/logs/find_field.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double logBarHeight = 44, logBarPadding = 14, logBarGap = 8, findWidth = 330,
                 leastFind = 240, logBarIcon = 15;

QToolButton* barButton(const QString& icon) {
  auto* button = new QToolButton;
  button->setToolButtonStyle(icon.isEmpty() ? Qt::ToolButtonTextOnly
                                            : Qt::ToolButtonTextBesideIcon);
  if (!icon.isEmpty()) button->setIcon(look::icon(icon));
  button->setIconSize(QSize(look::px(logBarIcon), look::px(logBarIcon)));
  button->setCheckable(icon.isEmpty());
  look::setKind(button, look::quietKind);
  look::setSmall(button);
  return button;
}

}  // namespace

LogBar::LogBar()
    : m_find(new FindField),
      m_matchCase(barButton({})),
      m_regular(barButton({})),
      m_copy(barButton(u"copy"_s)),
      m_save(barButton(u"download"_s)) {
  setFixedHeight(look::px(logBarHeight));
  m_find->setMinimumWidth(look::px(leastFind));
  m_find->setMaximumWidth(look::px(findWidth));
  m_amount->setTextInteractionFlags(Qt::NoTextInteraction);
  m_amount->setFont(look::font(look::Role::help));
  look::setInk(m_amount, [](const look::Tokens& t) { return t.text3; });
  auto* row = look::rowIn(this, look::px(logBarGap),
                          {look::px(logBarPadding), 0, look::px(logBarPadding), 0});
  look::addAll(row, {{m_find, 2}, m_matchCase, m_regular, look::gap(), m_amount, m_copy, m_save});
  connect(m_find, &FindField::textChanged, this, &LogBar::patternChanged);
  connect(m_find, &FindField::findRequested, this, &LogBar::findRequested);
  connect(m_find, &FindField::left, this, &LogBar::left);
  connect(m_matchCase, &QToolButton::toggled, this, &LogBar::patternChanged);
  connect(m_regular, &QToolButton::toggled, this, &LogBar::patternChanged);
  connect(m_copy, &QToolButton::clicked, this, &LogBar::copyRequested);
  connect(m_save, &QToolButton::clicked, this, &LogBar::saveRequested);
  look::keepTranslated(this, [this] { retranslate(); });
}

void LogBar::retranslate() {
  m_matchCase->setText(tr("Match case"));
  m_matchCase->setAccessibleName(m_matchCase->text());
  m_regular->setText(tr("Regular expression"));
  m_regular->setAccessibleName(m_regular->text());
  m_amount->setAccessibleName(tr("How much is shown"));
  m_copy->setText(tr("Copy"));
  m_copy->setAccessibleName(tr("Copy the output"));
  m_copy->setToolTip(tr("Copies what is selected, or all lines that are shown."));
  m_save->setText(tr("Save"));
  m_save->setAccessibleName(tr("Save the output"));
  m_save->setToolTip(tr("Saves all of this file on this computer."));
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

void LogBar::showAmount(const QString& words) { m_amount->setText(words); }

void LogBar::setCanSave(bool canSave) { m_save->setEnabled(canSave); }

void LogBar::setNarrow(bool isNarrow) {
  for (QToolButton* button : {m_copy, m_save})
    button->setToolButtonStyle(isNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void LogBar::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).surface, Qt::BottomEdge);
}

}  // namespace trainyard
