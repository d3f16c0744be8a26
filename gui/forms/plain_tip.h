// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips that may contain untrusted text (a run's name, a server's message, a line of a file): Qt
// guesses whether a tooltip is rich text and would render it as such. These are always rich text
// with everything escaped, so that long lines still wrap.
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
