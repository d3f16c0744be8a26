// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/log_search.h"

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::chrono::minutes searchTime(10);
constexpr qsizetype shownCharacters = 500;

// Prints "line:offset:text" for each line, of which not more than is shown, and at the end of the
// errors grep's own exit code. Bytes are compared, which is many times faster than characters.
constexpr const char* searchScript = R"SH(
f=$1
shift
[ -f "$f" ] || exit 0
export LC_ALL=C
{ grep -a -n -b "$@" -- "$f"; echo "$?" >&2; } | cut -b-2100 | head -c 2200000
)SH";

Result<LogHits> hitsFrom(const QByteArray& printed) {
  LogHits found;
  for (const QByteArray& line : printed.split('\n')) {
    const qsizetype first = line.indexOf(':'), second = line.indexOf(':', first + 1);
    if (first <= 0 || second <= first + 1) continue;
    if (found.hits.size() == mostLogHits) {
      found.isMore = true;
      break;
    }
    found.hits.append({line.first(first).toLongLong(),
                       line.sliced(first + 1, second - first - 1).toLongLong(),
                       QString::fromUtf8(line.sliced(second + 1)).left(shownCharacters)});
  }
  return found;
}

}  // namespace

QCoro::Task<Result<LogHits>> searchFile(Host& host, QString path, SearchLogArguments asked,
                                        std::stop_token stop) {
  const QString words = asked.words;
  if (words.isEmpty() || words.contains(QChar(u'\0')) || words.contains(QLatin1Char('\n')))
    co_return make_error("logs.pattern", {{"why", "one line of text is needed"}});
  QStringList arguments{QStringLiteral("-c"),
                        QLatin1String(searchScript),
                        QStringLiteral("sh"),
                        path,
                        QStringLiteral("-m"),
                        QString::number(mostLogHits + 1),
                        asked.isRegular ? QStringLiteral("-E") : QStringLiteral("-F")};
  if (!asked.isCaseSensitive) arguments << QStringLiteral("-i");
  arguments << QStringLiteral("-e") << words;
  CommandLine command{QStringLiteral("sh"), arguments};
  ProgramOptions options;
  options.outputLimitBytes = 4 << 20;
  CO_TRY(const auto output, co_await host.run(std::move(command), std::move(options), stop,
                                              QDeadlineTimer(searchTime)));
  const QByteArray said = output.err.trimmed();
  const QByteArray code = said.sliced(said.lastIndexOf('\n') + 1);
  // It is ended by the one that cuts its output.
  if (output.out.isEmpty() && code != "0" && code != "1" && !code.isEmpty()) {
    const std::string why = said.first(said.size() - code.size()).trimmed().left(300).toStdString();
    if (code == "2" && asked.isRegular) co_return make_error("logs.pattern", {{"why", why}});
    co_return make_error("logs.not_searched", {{"path", path.toStdString()}, {"why", why}});
  }
  co_return hitsFrom(output.out);
}

}  // namespace trainyard
