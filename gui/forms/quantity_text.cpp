// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/quantity_text.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QDateTime momentOf(double seconds) {
  return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
}

}  // namespace

QString QuantityText::duration(double seconds) {
  const auto whole = static_cast<qint64>(std::max(0.0, seconds));
  if (whole < 60) return tr("%1 s").arg(whole);
  if (whole < 600 && whole % 60 == 0) return tr("%1 min").arg(whole / 60);
  if (whole < 600) return tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  if (whole < 3600) return tr("%1 min").arg(whole / 60);
  if (whole < 86400 && whole % 3600 < 60) return tr("%1 h").arg(whole / 3600);
  if (whole < 86400) return tr("%1 h %2 min").arg(whole / 3600).arg(whole / 60 % 60);
  return tr("%1 d %2 h").arg(whole / 86400).arg(whole / 3600 % 24);
}

QString QuantityText::moment(double time, double now) {
  if (time <= 0) return {};
  const double age = now - time;
  if (age < 60) return tr("just now");
  if (age < 3600) return tr("%1 min ago").arg(static_cast<int>(age / 60));
  return clock(time, now);
}

QString QuantityText::future(double time, double now) {
  if (time <= 0) return {};
  if (time - now < 60) return tr("now");
  if (time - now < 3600) return tr("in %1 min").arg(static_cast<int>((time - now) / 60));
  return clock(time, now);
}

QString QuantityText::clock(double time, double now) {
  const QDateTime then = momentOf(time), today = momentOf(now);
  if (then.date() == today.date()) return then.toString(u"HH:mm"_s);
  //: A date in the notation of QLocale::toString(); in German with a point behind the day.
  if (then.date().year() == today.date().year()) return QLocale().toString(then, tr("d MMM HH:mm"));
  return QLocale().toString(then, tr("d MMM yyyy"));
}

QString QuantityText::date(double time) {
  return QLocale().toString(momentOf(time), tr("d MMM yyyy HH:mm"));
}

QString QuantityText::dateWithSeconds(double time) {
  return QLocale().toString(momentOf(time), tr("d MMM yyyy HH:mm:ss"));
}

// There is no translation for English that could handle its plurals.
QString QuantityText::nodes(int count) {
  return count == 1 ? tr("1 node") : tr("%1 nodes").arg(count);
}

QString QuantityText::gpus(int count) {
  return count == 1 ? tr("1 GPU") : tr("%1 GPUs").arg(count);
}

QString QuantityText::balance(double left, std::optional<double> granted, const QString& unit) {
  const QLocale locale;
  const QString rest = locale.toString(left, 'f', 0);
  return granted ? tr("%1 of %2 %3 left").arg(rest, locale.toString(*granted, 'f', 0), unit)
                 : tr("%1 %2 left").arg(rest, unit);
}

QString QuantityText::bytes(qint64 size) { return QLocale().formattedDataSize(size, 1); }

}  // namespace trainyard
