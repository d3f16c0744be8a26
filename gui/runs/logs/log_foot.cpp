// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_foot.h"

#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QStyleOption>

#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double footHeight = 32, footPadding = 14, footGap = 12, levelMarkSize = 14,
                 levelMarkGap = 4;

void makeFootLabel(QLabel* label) {
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::NoTextInteraction);
  label->setFont(look::font(look::Role::help));
  look::setInk(label, [](const look::Tokens& t) { return t.text3; });
}

}  // namespace

LevelCount::LevelCount(const QString& icon, look::Tone tone) : m_icon(icon), m_tone(tone) {
  setFont(look::font(look::Role::helpName));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
}

QSize LevelCount::sizeHint() const {
  return {look::px(levelMarkSize) + look::px(levelMarkGap) +
              fontMetrics().horizontalAdvance(text()) + 4,
          look::px(20)};
}

void LevelCount::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  const QColor colour = tokens.tone(m_tone).word;
  const double mark = look::px(levelMarkSize);
  QPainter painter(this);
  QStyleOption option;
  option.initFrom(this);
  look::paintIcon(painter, QRectF(0, 0, mark, height()), mark, m_icon, colour, look::stateStroke);
  look::paintWords(painter, QRectF(rect()).adjusted(mark + look::px(levelMarkGap), 0, 0, 0), text(),
                   look::Role::helpName, colour);
  if (option.state.testFlag(QStyle::State_HasFocus) &&
      option.state.testFlag(QStyle::State_KeyboardFocusChange))
    look::paintFocus(painter, rect(), look::px(4), tokens.focus);
}

LogFoot::LogFoot()
    : m_errors(new LevelCount(u"alert-octagon"_s, look::Tone::failed)),
      m_warnings(new LevelCount(u"alert-triangle"_s, look::Tone::waiting)),
      m_over(new QLabel) {
  setFixedHeight(look::px(footHeight));
  makeFootLabel(m_hint);
  makeFootLabel(m_over);
  auto* row =
      look::rowIn(this, look::px(footGap), {look::px(footPadding), 0, look::px(footPadding), 0});
  row->addWidget(m_errors);
  row->addWidget(m_warnings);
  row->addWidget(m_hint);
  row->addStretch(1);
  row->addWidget(m_over);
  row->addWidget(m_follow);
  m_follow->setChecked(true);
  connect(m_errors, &LevelCount::clicked, this, &LogFoot::nextRequested);
  connect(m_warnings, &LevelCount::clicked, this, &LogFoot::nextRequested);
  connect(m_follow, &look::Switch::toggled, this, [this](bool on) {
    if (on) emit followed();
  });
  showOver(false);
  look::keepTranslated(this, [this] { retranslate(); });
}

void LogFoot::retranslate() {
  m_follow->setText(tr("Follow"));
  m_follow->setAccessibleName(tr("Follow"));
  m_follow->setToolTip(tr("Follow the newest line"));
  m_over->setText(tr("The run is over: nothing follows."));
  showCounts(m_numErrors, m_numWarnings);
}

// There is no translation for English that could handle its plurals.
void LogFoot::showCounts(int errors, int warnings) {
  m_numErrors = errors;
  m_numWarnings = warnings;
  const QLocale locale;
  m_errors->setText(errors == 1 ? tr("1 error") : tr("%1 errors").arg(locale.toString(errors)));
  m_errors->setAccessibleName(m_errors->text());
  m_errors->setVisible(errors > 0);
  m_warnings->setText(warnings == 1 ? tr("1 warning")
                                    : tr("%1 warnings").arg(locale.toString(warnings)));
  m_warnings->setAccessibleName(m_warnings->text());
  m_warnings->setVisible(warnings > 0);
  m_hint->setText(errors + warnings > 0 ? tr("F8 and Shift+F8 go from one to the next.")
                                        : tr("No line looks like an error or a warning."));
}

void LogFoot::showOver(bool isOver) {
  m_over->setVisible(isOver);
  m_follow->setVisible(!isOver);
}

bool LogFoot::isFollowing() const { return m_follow->isChecked(); }

void LogFoot::setFollowing(bool isFollowing) { m_follow->setChecked(isFollowing); }

void LogFoot::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).subtle, Qt::TopEdge);
}

}  // namespace trainyard
