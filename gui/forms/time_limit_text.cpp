// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/time_limit_text.h"

#include <QStringList>

#include "engine/contract/experiment/slurm_format.h"

using namespace Qt::StringLiterals;

namespace trainyard {

std::optional<TimeLimitText> TimeLimitText::read(const QString& text) {
  const auto all = time_limit_seconds(text.trimmed().toStdString());
  if (!all) return std::nullopt;
  return TimeLimitText{*all / 86400, *all / 3600 % 24, *all / 60 % 60, *all % 60};
}

qint64 TimeLimitText::all() const { return ((days * 24 + hours) * 60 + minutes) * 60 + seconds; }

QString TimeLimitText::text() const {
  const auto two = [](qint64 number) { return QString::number(number).rightJustified(2, u'0'); };
  const QString clock = QStringList{two(hours), two(minutes), two(seconds)}.join(u':');
  return days > 0 ? u"%1-%2"_s.arg(QString::number(days), clock) : clock;
}

}  // namespace trainyard
