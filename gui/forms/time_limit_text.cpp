// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/time_limit_text.h"

#include <QStringList>

#include "engine/contract/experiment/slurm_format.h"

using namespace Qt::StringLiterals;

namespace trainyard {

std::optional<TimeLimitText> TimeLimitText::read(const QString& text) {
  const QString limit = text.trimmed();
  if (!time_limit_seconds(limit.toStdString())) return std::nullopt;
  TimeLimitText parts;
  const qsizetype dash = limit.indexOf(u'-');
  if (dash >= 0) parts.days = limit.first(dash).toLongLong();
  QStringList words = limit.sliced(dash + 1).split(u':');
  // Behind days the first is of hours; without them one or two are minutes and seconds.
  if (dash < 0 && words.size() < 3) words.prepend(u"0"_s);
  parts.hours = words.value(0).toLongLong();
  parts.minutes = words.value(1).toLongLong();
  parts.seconds = words.value(2).toLongLong();
  return parts;
}

QString TimeLimitText::text() const {
  const auto two = [](qint64 number) { return QString::number(number).rightJustified(2, u'0'); };
  const QString clock = QStringList{two(hours), two(minutes), two(seconds)}.join(u':');
  return days > 0 ? u"%1-%2"_s.arg(QString::number(days), clock) : clock;
}

}  // namespace trainyard
