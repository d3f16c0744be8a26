// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/place_link.h"

#include <QDir>
#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace trainyard {

std::optional<PlaceLink> PlaceLink::from(const QString& text) {
  // Browsers and terminals may write it as an address with a host.
  static const QRegularExpression form(u"\\Atrainyard:(?://)?(run|experiment|study)/(.+)\\z"_s);
  static const QRegularExpression run(u"\\A[0-9a-f-]{4,36}(/[a-z]+)?\\z"_s);
  const auto match = form.match(text.trimmed());
  if (!match.hasMatch()) return std::nullopt;
  const QString target = QUrl::fromPercentEncoding(match.captured(2).toUtf8());
  if (match.captured(1) == "run"_L1) {
    if (!run.match(target).hasMatch()) return std::nullopt;
    return PlaceLink{Kind::run, target};
  }
  if (match.captured(1) == "study"_L1) {
    static const QRegularExpression study(u"\\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\z"_s);
    if (!study.match(target).hasMatch()) return std::nullopt;
    return PlaceLink{Kind::study, target};
  }
  return PlaceLink{Kind::experiment,
                   QDir::cleanPath(target.startsWith(u'/') ? target : u'/' + target)};
}

}  // namespace trainyard
