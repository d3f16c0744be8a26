// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/trust.h"

#include "engine/contract/messages.h"
#include "remote/process/embedded_script.h"
#include "remote/values/text.h"

namespace trainyard {

QString untrustedFunction() { return embeddedScript("untrusted.sh"); }

QStringList trustCheckLines(const QStringList& words) {
  return QStringList{QString()}
         << untrustedFunction().trimmed().split(QLatin1Char('\n'))
         << QStringLiteral("if problem=$(untrusted %1); then").arg(words.join(QLatin1Char(' ')))
         << QStringLiteral(
                "  printf 'The job ends before it begins: another account "
                "could replace what it executes. What %s\\n' \"$problem\" "
                ">&2")
         << QStringLiteral("  exit 1") << QStringLiteral("fi");
}

Error untrustedError(const QString& line) {
  struct Kind {
    const char *prefix, *code;
  };
  static constexpr Kind kinds[] = {{"belongs to the account ", "trust.owner"},
                                   {"may be written by the group ", "trust.group"},
                                   {"may be written by every account: ", "trust.all"},
                                   {"is a link in a circle: ", "trust.circle"}};
  for (const Kind& kind : kinds) {
    if (!line.startsWith(QLatin1String(kind.prefix))) continue;
    QString rest = line.mid(static_cast<qsizetype>(qstrlen(kind.prefix)));
    Map arguments;
    if (const qsizetype colon = rest.indexOf(QLatin1String(": ")); colon >= 0) {
      arguments.emplace_back("name", rest.left(colon).toStdString());
      rest = rest.mid(colon + 2);
    }
    arguments.emplace_back("path", rest.toStdString());
    return make_error("target.untrusted",
                      {{"why", as_argument(make_error(kind.code, std::move(arguments)))}});
  }
  return make_error("target.untrusted", {{"why", line.toStdString()}});
}

}  // namespace trainyard
