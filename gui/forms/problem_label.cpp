// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/problem_label.h"

#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ProblemLabel::ProblemLabel() {
  setTextFormat(Qt::RichText);  // everything foreign is escaped
  setFont(look::font(look::Role::help));
  setWordWrap(true);
  connect(this, &QLabel::linkActivated, this, [this](const QString& link) {
    emit chosen(QString::fromUtf8(QByteArray::fromPercentEncoding(link.toUtf8())));
  });
}

void ProblemLabel::showProblem(const QString& sentence, const Offers& offers) {
  QString words = sentence.toHtmlEscaped().replace(u'\n', u"<br>"_s);
  QStringList links;
  for (const QString& value : offers.values)
    links << u"<a href=\"%1\" style=\"text-decoration: none\">%2</a>"_s.arg(
        QString::fromLatin1(value.toUtf8().toPercentEncoding()), value.toHtmlEscaped());
  if (!links.isEmpty()) {
    if (!sentence.endsWith(u'.')) words += u'.';
    words += u' ' + offers.lead.toHtmlEscaped() + u' ' + links.join(u", "_s);
  }
  // Words without a link take no focus.
  setTextInteractionFlags(links.isEmpty()
                              ? Qt::NoTextInteraction
                              : Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  setText(words);
}

}  // namespace trainyard
