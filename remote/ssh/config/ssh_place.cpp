// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config/ssh_place.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype maxHostName = 255;

std::optional<quint16> portOf(const QString& text) {
  bool isNumber = false;
  const ushort port = text.toUShort(&isNumber);
  if (!isNumber || port == 0 || !text.front().isDigit()) return {};
  return port;
}

QString decoded(const QString& text) {
  return QString::fromUtf8(QByteArray::fromPercentEncoding(text.toUtf8()));
}

// HOST, HOST:PORT, [IPv6], [IPv6]:PORT, or a bare IPv6 address.
bool takeHostAndPort(const QString& text, SshPlace& place) {
  const bool isBracketed = text.startsWith(QLatin1Char('['));
  const qsizetype end =
      isBracketed ? text.indexOf(QLatin1Char(']')) : text.indexOf(QLatin1Char(':'));
  if (isBracketed && end < 0) return false;
  const bool isBareAddress = !isBracketed && text.count(QLatin1Char(':')) > 1;
  if (end < 0 || isBareAddress) {
    place.host = text;
    return true;
  }
  place.host = isBracketed ? text.mid(1, end - 1) : text.left(end);
  const QString rest = text.mid(isBracketed ? end + 1 : end);
  if (rest.isEmpty()) return true;
  const auto port =
      rest.size() > 1 && rest.startsWith(QLatin1Char(':')) ? portOf(rest.mid(1)) : std::nullopt;
  place.port = port.value_or(0);
  return port.has_value();
}

}  // namespace

bool isSafeSshName(const QString& name) {
  static const QString special = QStringLiteral("'\"\\`$;|&<>(){}[]*?!#,/=^~");
  return !name.isEmpty() && name.size() <= maxHostName && !name.startsWith(QLatin1Char('-')) &&
         std::none_of(name.begin(), name.end(), [](QChar c) {
           return c.isSpace() || c.category() == QChar::Other_Control || special.contains(c);
         });
}

std::optional<SshPlace> sshPlace(const QString& text) {
  static const QString scheme = QStringLiteral("ssh://");
  const bool isUri = text.startsWith(scheme, Qt::CaseInsensitive);
  QString rest = isUri ? text.mid(scheme.size()) : text;
  if (isUri && rest.endsWith(QLatin1Char('/'))) rest.chop(1);
  SshPlace place;
  if (const qsizetype at = rest.lastIndexOf(QLatin1Char('@')); at >= 0) {
    place.user = rest.left(at);
    if (isUri) place.user = decoded(place.user.section(QLatin1Char(';'), 0, 0));
    if (!isSafeSshName(place.user)) return {};
    rest.remove(0, at + 1);
  }
  if (!takeHostAndPort(rest, place)) return {};
  if (isUri) place.host = decoded(place.host);
  if (!isSafeSshName(place.host) || place.host.contains(QLatin1Char('@'))) return {};
  return place;
}

}  // namespace trainyard
