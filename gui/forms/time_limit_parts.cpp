// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/time_limit_parts.h"

#include <QIntValidator>
#include <algorithm>

#include "engine/contract/experiment/slurm_format.h"
#include "gui/forms/value_line.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int mostOfPart = 999'999;  // a limit of so many days is none
constexpr double aroundPart = 18, leastPart = 40, partsGap = 6;

QString nextOfPart(const QString& text, int direction) {
  const int next = text.toInt() + direction;
  return next < 0 || next > mostOfPart ? QString() : QString::number(next);
}

}  // namespace

std::optional<TimeLimitText> TimeLimitText::read(const QString& text) {
  const auto all = time_limit_seconds(text.trimmed().toStdString());
  if (!all) return std::nullopt;
  return TimeLimitText{*all / 86400, *all / 3600 % 24, *all / 60 % 60, *all % 60};
}

QString TimeLimitText::text() const {
  const auto two = [](qint64 number) { return QString::number(number).rightJustified(2, u'0'); };
  const QString clock = QStringList{two(hours), two(minutes), two(seconds)}.join(u':');
  return days > 0 ? u"%1-%2"_s.arg(QString::number(days), clock) : clock;
}

TimeLimitParts::TimeLimitParts() {
  auto* row = look::rowIn(this, px(partsGap));
  for (ValueLine*& line : m_lines) {
    line = new ValueLine(ValueLine::Takes::one);
    line->setValidator(new QIntValidator(0, mostOfPart, line));
    line->setNext(nextOfPart, ValueLine::Buttons::none);
    row->addWidget(line);
    connect(line, &QLineEdit::textEdited, this, &TimeLimitParts::enter);
    line->installEventFilter(this);
  }
  look::onEvent(this, QEvent::FontChange, [this] { fitWidths(); });
}

void TimeLimitParts::showText(const QString& text) {
  m_text = text;
  const auto limit = TimeLimitText::read(text);
  const TimeLimitText parts = limit.value_or(TimeLimitText());
  const bool isTyped =
      std::ranges::any_of(m_lines, &QWidget::hasFocus) && typed(parts.seconds).all() == parts.all();
  const std::array numbers{parts.days, parts.hours, parts.minutes};
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const bool stays = isTyped && (m_lines[i]->hasFocus() || !m_lines[i]->text().isEmpty());
    if (!limit)
      m_lines[i]->clear();
    else if (!stays)
      m_lines[i]->setText(isTyped ? u"0"_s : QString::number(numbers[i]));
  }
}

TimeLimitText TimeLimitParts::typed(qint64 seconds) const {
  const auto number = [this](Part part) { return m_lines[part]->text().toLongLong(); };
  return {number(days), number(hours), number(minutes), seconds};
}

// Seconds that the text has beside these stay. A limit of nothing is none.
void TimeLimitParts::enter() {
  const auto before = TimeLimitText::read(m_text);
  const TimeLimitText limit = typed(before ? before->seconds : 0);
  m_text = limit.all() == 0 ? QString() : limit.text();
  emit entered(m_text);
}

void TimeLimitParts::retranslate(const QString& name) {
  const QStringList units{tr("d"), tr("h"), tr("min")};
  const QStringList names{tr("%1, days"), tr("%1, hours"), tr("%1, minutes")};
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    m_lines[i]->setUnit(units[static_cast<int>(i)]);
    m_lines[i]->setAccessibleName(names[static_cast<int>(i)].arg(name));
  }
  fitWidths();
}

void TimeLimitParts::fitWidths() {
  for (ValueLine* line : m_lines) {
    const int whole = QFontMetrics(line->font()).horizontalAdvance(u"00"_s) +
                      line->textMargins().right() + px(aroundPart);
    line->setMinimumWidth(std::min(whole, px(leastPart)));
    line->setMaximumWidth(whole);
  }
}

// Once they are left they show what is the case: 36 hours are a day and 12 hours.
bool TimeLimitParts::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) showText(m_text);
  return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard
