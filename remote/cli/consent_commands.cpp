// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/consent_commands.h"

#include <algorithm>
#include <cstdio>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/output.h"
#include "remote/cli/table.h"

namespace trainyard {
namespace {

constexpr qsizetype listedRuns = 40;

QString countedRuns(qint64 runs) {
  return runs == 1 ? QStringLiteral("a run") : QStringLiteral("%1 runs").arg(runs);
}

QString headText(const ConsentRecord& record) {
  const char* verb = record.request.kind == ConsentKind::submit   ? "submit"
                     : record.request.kind == ConsentKind::resume ? "resume"
                                                                  : "cancel";
  return QStringLiteral("%1  %2 asks to %3 %4 on %5; refused in %6")
      .arg(record.id, sanitizedForTerminal(record.request.agent), QLatin1String(verb),
           countedRuns(record.runs), sanitizedForTerminal(record.request.spending.target),
           durationText(record.expires - unix_time()));
}

QString hoursText(const std::optional<double>& hours) {
  return hours ? QString::number(*hours, 'g', 4) : QStringLiteral("no bound");
}

void printPart(const char* name, const QString& text) {
  if (!text.isEmpty())
    print(QStringLiteral("  ") + QString::fromLatin1(name).leftJustified(9) +
          sanitizedForTerminal(text).replace(QLatin1Char('\n'), QLatin1String("\n           ")));
}

void printRuns(const ConsentRecord& record) {
  QList<QStringList> rows;
  if (record.request.kind == ConsentKind::cancel)
    rows << QStringList{QStringLiteral("  RUN"), QStringLiteral("VALUES")};
  else
    rows << QStringList{QStringLiteral("  RUN"), QStringLiteral("JOBS"),
                        QStringLiteral("NODES"), QStringLiteral("GPUS"),
                        QStringLiteral("LIMIT"), QStringLiteral("GPU-HOURS"),
                        QStringLiteral("VALUES")};
  for (const SpentRun& run : record.request.spending.runs.mid(0, listedRuns)) {
    const QString name = QStringLiteral("  ") + sanitizedForTerminal(run.name);
    const QString values = sanitizedForTerminal(run.values.join(QLatin1Char(' ')));
    if (record.request.kind == ConsentKind::cancel)
      rows << QStringList{name, values};
    else
      rows << QStringList{name,
                          QString::number(run.jobs),
                          QString::number(run.nodes),
                          QString::number(run.nodes * run.gpusPerNode),
                          run.limitSeconds ? durationText(static_cast<double>(*run.limitSeconds))
                                           : QStringLiteral("none"),
                          hoursText(run.gpuHours),
                          values};
  }
  printTable(rows);
  if (const qint64 more = record.runs - listedRuns; more > 0)
    print(QStringLiteral("  and %1 more").arg(more));
}

QString budgetText(const ConsentRequest& request) {
  QString words = QStringLiteral("%1 of %2 GPU-hours")
                      .arg(QString::number(request.spentHours, 'g', 4),
                           QString::number(request.budgetHours, 'g', 4));
  words +=
      request.budgetJobs
          ? QStringLiteral(" and %1 of %2 jobs").arg(request.spentJobs).arg(*request.budgetJobs)
          : QStringLiteral(" and %1 jobs").arg(request.spentJobs);
  return words + QStringLiteral(" of the session are spent");
}

QString changesText(const Spending& spending) {
  if (spending.since.isEmpty()) return QStringLiteral("no run of this name is known");
  QStringList lines{QStringLiteral("since run %1").arg(spending.since.left(8)) +
                    (spending.changes.isEmpty() ? QStringLiteral(": none") : QStringLiteral(":"))};
  for (const ChangedSetting& change : spending.changes)
    lines << QStringLiteral("%1: %2 -> %3")
                 .arg(change.path, change.from.isEmpty() ? QStringLiteral("not set") : change.from,
                      change.to.isEmpty() ? QStringLiteral("not set") : change.to);
  return lines.join(QLatin1Char('\n'));
}

void printRequest(const ConsentRecord& record) {
  const ConsentRequest& request = record.request;
  print(headText(record));
  printPart("says", request.purpose);
  printPart("in", request.folder);
  printRuns(record);
  if (request.kind != ConsentKind::cancel) {
    printPart(
        "at most",
        QStringLiteral("%1 jobs, GPU-hours: %2").arg(record.jobs).arg(hoursText(record.gpuHours)));
    printPart("budget", budgetText(request));
    printPart("changes", changesText(request.spending));
  }
  print(QStringLiteral("  yard consent %1 --allow once%2, or --deny")
            .arg(record.id, request.offersSession ? QStringLiteral(" (or session)") : QString()));
}

int showConsents(const QList<ConsentRecord>& records, Format format) {
  if (format == Format::json) {
    QJsonArray list;
    for (const ConsentRecord& record : records) list.append(toJson(record));
    return printJson(list);
  }
  if (records.isEmpty()) std::fputs("no agent asks for anything\n", stderr);
  for (const ConsentRecord& record : records) printRequest(record);
  return 0;
}

}  // namespace

QCoro::Task<int> answerConsents(ServiceClient& client, ConsentOptions options) {
  if (options.answer) {
    AnswerConsentArguments arguments{options.id, *options.answer, options.words};
    const auto answered = co_await client.call(methods::consentAnswer, {}, arguments);
    if (!answered) co_return fail(answered.error());
    print(*options.answer == ConsentState::denied
              ? QStringLiteral("%1 is refused").arg(options.id)
              : QStringLiteral("%1 is allowed").arg(options.id));
    co_return 0;
  }
  ListConsentsArguments asked{options.id};
  const auto records = co_await client.call(methods::consentList, {}, asked);
  if (!records) co_return fail(records.error());
  if (!options.id.isEmpty() && records->requests.isEmpty())
    co_return fail(make_error("consent.unknown", {{"id", options.id.left(40).toStdString()}}));
  if (options.showsDocument) {
    print(sanitizedForTerminal(records->requests.first().request.document));
    co_return 0;
  }
  co_return showConsents(records->requests, options.format);
}

}  // namespace trainyard
