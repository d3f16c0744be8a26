// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/host_names.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype longestHostList = 20'000, longestNumber = 9, longestHost = 200;

// At commas that are not inside of brackets.
QStringList parts(const QString& list) {
  QStringList found;
  int depth = 0;
  QString part;
  for (const QChar c : list.first(std::min(list.size(), longestHostList))) {
    if (c == u',' && depth == 0) {
      found << part;
      part.clear();
      continue;
    }
    depth += c == u'[' ? 1 : c == u']' ? -1 : 0;
    part += c;
  }
  return found << part;
}

// "101-103,105" with the width of its first number kept: "001-010".
QStringList numbers(QStringView ranges, qsizetype most) {
  QStringList found;
  for (const QStringView range : ranges.split(u',')) {
    const qsizetype dash = range.indexOf(u'-');
    const QStringView low = dash < 0 ? range : range.first(dash);
    const QStringView high = dash < 0 ? range : range.sliced(dash + 1);
    bool isLow = false, isHigh = false;
    const qint64 first = low.toLongLong(&isLow), last = high.toLongLong(&isHigh);
    if (!isLow || !isHigh || first < 0 || last < first || high.size() > longestNumber) return {};
    for (qint64 number = first; number <= last && found.size() < most; ++number)
      found << QString::number(number).rightJustified(low.size(), u'0');
  }
  return found;
}

}  // namespace

QStringList hostNames(const QString& list, qsizetype most) {
  QStringList hosts;
  for (const QString& each : parts(list)) {
    const QString part = each.trimmed().left(longestHostList);
    if (part.isEmpty()) continue;
    const qsizetype open = part.indexOf(u'['), close = part.indexOf(u']', open + 1);
    const bool isRange = open >= 0 && close > open;
    if (open >= 0 && !isRange) continue;  // the end of a list that was cut
    const QStringList found =
        isRange ? numbers(QStringView(part).sliced(open + 1, close - open - 1), most)
                : QStringList();
    if (found.isEmpty()) hosts << part.left(longestHost);
    for (const QString& number : found)
      if (hosts.size() < most)
        hosts << (part.first(open) + number + part.sliced(close + 1)).left(longestHost);
  }
  hosts.resize(std::min(hosts.size(), most));
  return hosts;
}

}  // namespace trainyard
