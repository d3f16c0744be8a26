// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/submission.h"

#include <QJsonArray>
#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/search.h"
#include "remote/mcp/permit.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString newUuid() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

bool hasTrialsAsJobs(const SubmitRequest& request) {
  std::vector<std::string> overrides;
  for (const QString& override : request.overrides) overrides.push_back(override.toStdString());
  return is_search_of_jobs(
      read_experiment(request.text.value_or(QByteArray()).toStdString(), {}, overrides).experiment);
}

Cost costOfRun(const Spending& all, qsizetype index) {
  return costOf({all.target, {all.runs.at(index)}, {}, {}});
}

// So that a person sees in the list of runs who has submitted it.
QCoro::Task<void> markRun(AgentSession& session, QString run) {
  const auto record = session.store.run(run);
  if (!record) co_return;
  AnnotateArguments arguments;
  arguments.runs = QStringList{run};
  arguments.annotation.tags = record->tags + QStringList{QStringLiteral("agent")};
  (void)co_await session.ask(methods::annotate, {}, arguments);
}

// Of a run that the service knows after an error a job may have existed, if only for a moment.
bool isUnknownNow(AgentSession& session, const QString& run) {
  const auto record = session.store.run(run);
  return !record && record.error().code == "run.unknown";
}

QCoro::Task<Result<SubmittedRun>> submitRun(AgentSession& session, SubmitRequest request, Cost cost,
                                            std::stop_token stop) {
  request.run = newUuid();
  session.ownRuns.insert(request.run);
  auto submitted = co_await session.client.submit(request, stop);
  if (!submitted && isNothingStarted(submitted.error()) && isUnknownNow(session, request.run))
    session.budget.giveBack(cost);
  if (submitted) co_await markRun(session, submitted->run);
  co_return submitted;
}

QCoro::Task<Result<ToolAnswer>> startSearch(AgentSession& session, PermittedSubmission submission,
                                            ToolCall call) {
  submission.request.run = newUuid();
  session.ownRuns.insert(submission.request.run);
  // Called again with the same UUID it finds the study.
  const auto started = co_await session.ask(methods::studiesStart, call.stop, submission.request);
  if (!started && isNothingStarted(started.error()))
    session.budget.giveBack(costOf(submission.spending));
  if (!started) co_return started.error();
  co_return ToolAnswer{{{QStringLiteral("status"), QStringLiteral("submitted")},
                        {QStringLiteral("study"), started->study}},
                       QStringLiteral("search %1 is started").arg(started->study.left(8))};
}

QString warningsOf(const std::vector<Diagnostic>& diagnostics) {
  QString words;
  for (const Diagnostic& warning : diagnostics) words += QLatin1Char('\n') + text(to_line(warning));
  return words;
}

QCoro::Task<Result<ToolAnswer>> submitOne(AgentSession& session, PermittedSubmission submission,
                                          ToolCall call) {
  const Cost cost = costOf(submission.spending);
  CO_TRY(const auto run, co_await submitRun(session, submission.request, cost, call.stop));
  co_return ToolAnswer{
      {{QStringLiteral("status"), QStringLiteral("submitted")},
       {QStringLiteral("run"), run.run},
       {QStringLiteral("folder"), run.folder}},
      QStringLiteral("run %1 is submitted").arg(run.run) + warningsOf(run.diagnostics)};
}

// Whole runs only: after a failure the rest is not begun, and its cost is given back.
QCoro::Task<Result<ToolAnswer>> submitStudy(AgentSession& session, PermittedSubmission submission,
                                            ToolCall call) {
  const Spending& spending = submission.spending;
  const QString study = newUuid();
  session.ownRuns.insert(study);
  std::optional<Error> failure;
  QJsonArray runs;
  QStringList lines;
  for (qsizetype i = 0; i < spending.runs.size(); ++i) {
    const Cost cost = costOfRun(spending, i);
    if (failure || call.stop.stop_requested()) {
      session.budget.giveBack(cost);
      continue;
    }
    SubmitRequest request = submission.request;
    const QStringList values = spending.runs.at(i).values;
    request.study = study;
    request.studyValues = values;
    request.overrides += values;
    request.parallel = submission.parallel;
    const auto submitted = co_await submitRun(session, request, cost, call.stop);
    call.say(QStringLiteral("%1 of %2 submitted").arg(i + 1).arg(spending.runs.size()));
    if (!submitted) {
      failure = submitted.error();
      continue;
    }
    runs.append(QJsonObject{{QStringLiteral("run"), submitted->run},
                            {QStringLiteral("values"), QJsonArray::fromStringList(values)}});
    lines << submitted->run.left(8) + QStringLiteral("  ") + values.join(QLatin1Char(' '));
  }
  if (failure && runs.isEmpty()) co_return *failure;
  QJsonObject json{{QStringLiteral("status"), QStringLiteral("submitted")},
                   {QStringLiteral("study"), study},
                   {QStringLiteral("runs"), runs}};
  if (failure) json.insert(QStringLiteral("error"), text(failure->message));
  lines.prepend(QStringLiteral("study %1: %2 of %3 runs are submitted")
                    .arg(study.left(8))
                    .arg(runs.size())
                    .arg(spending.runs.size()));
  if (failure) lines << text(failure->message);
  co_return ToolAnswer{json, lines.join(QLatin1Char('\n'))};
}

}  // namespace

QCoro::Task<Result<ToolAnswer>> submitPermitted(AgentSession& session,
                                                PermittedSubmission submission, ToolCall call) {
  if (!submission.values.isEmpty())
    co_return co_await submitStudy(session, std::move(submission), std::move(call));
  if (hasTrialsAsJobs(submission.request))
    co_return co_await startSearch(session, std::move(submission), std::move(call));
  co_return co_await submitOne(session, std::move(submission), std::move(call));
}

}  // namespace trainyard
