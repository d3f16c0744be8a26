// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips that may hold foreign text (a run's name, a server's sentence, a line of a file): Qt
// guesses whether a tooltip is rich text, and what looks like it would be drawn as such. This one
// is rich text in which nothing foreign is, so that long lines still break.
#pragma once

#include <QString>

namespace trainyard {

inline QString plainTip(const QString& text) {
  if (text.isEmpty()) return {};
  return QStringLiteral("<qt>") +
         text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")) +
         QStringLiteral("</qt>");
}

}  // namespace trainyard
