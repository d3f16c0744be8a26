// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/cluster_text.h"

#include <cstdio>

#include "engine/system/unix_time.h"
#include "remote/cli/output.h"

namespace trainyard {

QString orDash(const QString& text) { return text.isEmpty() ? u"-"_s : text; }

QString limitText(const std::optional<qint64>& seconds) {
  if (!seconds) return u"-"_s;
  return *seconds >= 86400 && *seconds % 86400 == 0 ? u"%1 d"_s.arg(*seconds / 86400)
                                                    : durationText(static_cast<double>(*seconds));
}

void printAnswerLimits(const QStringList& silent, double time) {
  for (const QString& words : silent) printNote(u"yard: not all is known: "_s + words);
  const int age = static_cast<int>(unix_time() - time);
  if (age >= 2) std::fprintf(stderr, "yard: as it was %d s ago\n", age);
}

}  // namespace trainyard
