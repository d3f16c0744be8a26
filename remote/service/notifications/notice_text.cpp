// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/notifications/notice_text.h"

namespace trainyard {

QString plainNotice(QString text) {
  for (QChar& letter : text) {
    const QChar::Category category = letter.category();
    if (category == QChar::Separator_Line || category == QChar::Separator_Paragraph ||
        letter.isSpace())
      letter = QLatin1Char(' ');
    else if (category == QChar::Other_Control || category == QChar::Other_Format)
      letter = QChar::ReplacementCharacter;
  }
  return text;
}

QString desktopBody(const QString& text) { return plainNotice(text).toHtmlEscaped(); }

QString chatText(const QString& text) {
  QString plain = plainNotice(text);
  plain.replace(QLatin1Char('&'), QLatin1String("&amp;"));
  plain.replace(QLatin1Char('<'), QLatin1String("&lt;"));
  return plain.replace(QLatin1Char('>'), QLatin1String("&gt;"));
}

QString markdownText(const QString& text) {
  QString escaped;
  for (const QChar letter : plainNotice(text)) {
    if (QStringLiteral("\\`*_~|[]()<>#@").contains(letter)) escaped += QLatin1Char('\\');
    escaped += letter;
  }
  return escaped;
}

}  // namespace trainyard
