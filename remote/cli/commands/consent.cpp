// SPDX-License-Identifier: GPL-3.0-or-later
// `yard consent`: what agents ask a person, in a terminal.

#include <algorithm>
#include <cstdio>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/command.h"

namespace trainyard {
namespace {

constexpr qsizetype listedRuns = 40;

QString countedRuns(qint64 runs) { return runs == 1 ? u"a run"_s : u"%1 runs"_s.arg(runs); }

QString headText(const ConsentRecord& record) {
  const char* verb = record.request.kind == ConsentKind::submit   ? "submit"
                     : record.request.kind == ConsentKind::resume ? "resume"
                                                                  : "cancel";
  return u"%1  %2 asks to %3 %4 on %5; refused in %6"_s.arg(
      record.id, sanitizedForTerminal(record.request.agent), QLatin1String(verb),
      countedRuns(record.runs), sanitizedForTerminal(record.request.spending.target),
      durationText(record.expires - unix_time()));
}

QString hoursText(const std::optional<double>& hours) {
  return hours ? QString::number(*hours, 'g', 4) : u"no bound"_s;
}

void printPart(const char* name, const QString& text) {
  if (!text.isEmpty())
    print(u"  "_s + QString::fromLatin1(name).leftJustified(9) +
          sanitizedForTerminal(text).replace(u'\n', "\n           "_L1));
}

void printRuns(const ConsentRecord& record) {
  QList<QStringList> rows;
  if (record.request.kind == ConsentKind::cancel)
    rows << QStringList{u"  RUN"_s, u"VALUES"_s};
  else
    rows << QStringList{u"  RUN"_s, u"JOBS"_s,      u"NODES"_s, u"GPUS"_s,
                        u"LIMIT"_s, u"GPU-HOURS"_s, u"VALUES"_s};
  for (const SpentRun& run : record.request.spending.runs.mid(0, listedRuns)) {
    const QString name = u"  "_s + sanitizedForTerminal(run.name);
    const QString values = sanitizedForTerminal(run.values.join(u' '));
    if (record.request.kind == ConsentKind::cancel)
      rows << QStringList{name, values};
    else
      rows << QStringList{
          name,
          QString::number(run.jobs),
          QString::number(run.nodes),
          QString::number(run.nodes * run.gpusPerNode),
          run.limitSeconds ? durationText(static_cast<double>(*run.limitSeconds)) : u"none"_s,
          hoursText(run.gpuHours),
          values};
  }
  printTable(rows);
  if (const qint64 more = record.runs - listedRuns; more > 0) print(u"  and %1 more"_s.arg(more));
}

QString budgetText(const ConsentRequest& request) {
  QString words = u"%1 of %2 GPU-hours"_s.arg(QString::number(request.spentHours, 'g', 4),
                                              QString::number(request.budgetHours, 'g', 4));
  words += request.budgetJobs
               ? u" and %1 of %2 jobs"_s.arg(request.spentJobs).arg(*request.budgetJobs)
               : u" and %1 jobs"_s.arg(request.spentJobs);
  return words + u" of the session are spent"_s;
}

QString changesText(const Spending& spending) {
  if (spending.since.isEmpty()) return u"no run of this name is known"_s;
  QStringList lines{u"since run %1"_s.arg(spending.since.left(8)) +
                    (spending.changes.isEmpty() ? u": none"_s : u":"_s)};
  for (const ChangedSetting& change : spending.changes)
    lines << u"%1: %2 -> %3"_s.arg(change.path, change.from.isEmpty() ? u"not set"_s : change.from,
                                   change.to.isEmpty() ? u"not set"_s : change.to);
  return lines.join(u'\n');
}

void printRequest(const ConsentRecord& record) {
  const ConsentRequest& request = record.request;
  print(headText(record));
  printPart("says", request.purpose);
  printPart("in", request.folder);
  printRuns(record);
  if (request.kind != ConsentKind::cancel) {
    printPart("at most",
              u"%1 jobs, GPU-hours: %2"_s.arg(record.jobs).arg(hoursText(record.gpuHours)));
    printPart("budget", budgetText(request));
    printPart("changes", changesText(request.spending));
  }
  print(u"  yard consent %1 --allow once%2, or --deny"_s.arg(
      record.id, request.offersSession ? u" (or session)"_s : QString()));
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

struct ConsentCommand {
  QString id, allowed, reason;
  bool isDenied = false, showsDocument = false;
  JsonOption json;

  void describe(CLI::App& command) {
    CLI::Option* of = addOption(command, "ID", id, "A request, as listed");
    CLI::Option* allow = addOption(command, "--allow", allowed,
                                   "once: this alone; session: also what follows, within the "
                                   "session's budget")
                             ->check(CLI::IsMember({"once", "session"}))
                             ->needs(of);
    CLI::Option* deny =
        command.add_flag("--deny", isDenied, "Refuse it")->needs(of)->excludes(allow);
    addOption(command, "--words", reason, "What the agent is told with a refusal")->needs(deny);
    command
        .add_flag("--document", showsDocument, "Only print the document that would be submitted")
        ->needs(of)
        ->excludes(allow)
        ->excludes(deny);
    json.describe(command)->excludes(allow)->excludes(deny);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    if (isDenied || !allowed.isEmpty()) co_return co_await answer(client);
    ListConsentsArguments asked{id};
    CO_TRY(const auto records, co_await client.call(methods::consentList, {}, asked));
    if (!id.isEmpty() && records.requests.isEmpty())
      co_return make_error("consent.unknown", {{"id", id.left(40).toStdString()}});
    if (showsDocument) {
      print(sanitizedForTerminal(records.requests.first().request.document));
      co_return 0;
    }
    co_return showConsents(records.requests, json.format());
  }

  QCoro::Task<Result<int>> answer(ServiceClient& client) {
    const auto state = value_named<ConsentState>(allowed.toStdString());
    AnswerConsentArguments arguments{id, isDenied ? ConsentState::denied : *state, reason};
    CO_TRY(co_await client.call(methods::consentAnswer, {}, arguments));
    print((isDenied ? u"%1 is refused"_s : u"%1 is allowed"_s).arg(id));
    co_return 0;
  }
};

}  // namespace

extern const Command consentCommand{"consent", "Show what agents ask to spend, and answer them",
                                    addCommand<ConsentCommand>};

}  // namespace trainyard
