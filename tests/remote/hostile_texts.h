// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that break programs which paste values into shells.
#pragma once

#include <QRandomGenerator>
#include <QStringList>

namespace trainyard {

// A hundred of them; those made by chance are the same each time. `mark`: a file that would appear
// if one were executed.
inline QStringList hostileTexts(const QString& mark) {
  QStringList texts{QStringLiteral(""),        QStringLiteral(" "),
                    QStringLiteral("'"),       QStringLiteral("''"),
                    QStringLiteral("\""),      QStringLiteral("\\"),
                    QStringLiteral("\\'"),     QStringLiteral("\n"),
                    QStringLiteral("a\nb"),    QStringLiteral("-rf"),
                    QStringLiteral("--help"),  QStringLiteral("*"),
                    QStringLiteral("?"),       QStringLiteral("~"),
                    QStringLiteral("~root"),   QStringLiteral("$HOME"),
                    QStringLiteral("${HOME}"), QStringLiteral("!!"),
                    QStringLiteral("#x"),      QStringLiteral("&"),
                    QStringLiteral("|"),       QStringLiteral(";"),
                    QStringLiteral("a b"),     QStringLiteral("\t"),
                    QStringLiteral("{a,b}"),   QStringLiteral("[a-z]"),
                    QStringLiteral("%s%n"),    QStringLiteral("=x"),
                    QStringLiteral("a=b"),     QString::fromUtf8("\xc3\xa9\xf0\x9f\x9a\x82"),
                    QStringLiteral("\r"),      QStringLiteral("'\\''")};
  for (const char* form :
       {"$(touch %1)", "`touch %1`", "';touch %1;'", "\";touch %1;\"", "\ntouch %1\n", "|touch %1",
        "&&touch %1", "$'\\n'touch %1", "'$(touch %1)'", "\\\ntouch %1"})
    texts << QString::fromLatin1(form).arg(mark);
  QRandomGenerator random(20240607);
  const QString letters = QStringLiteral("'\"\\$`(){};&|<>*?~! \n\t#-=a/%");
  while (texts.size() < 100) {
    QString text;
    for (int i = random.bounded(1, 24); i > 0; --i)
      text += letters[random.bounded(static_cast<int>(letters.size()))];
    texts << text;
  }
  return texts;
}

}  // namespace trainyard
