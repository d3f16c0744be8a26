// SPDX-License-Identifier: GPL-3.0-or-later
// Tools that spend or destroy: submit, resume, cancel. Each asks for a permit first (permit.h).
#include <algorithm>

#include <QJsonArray>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/search.h"
#include "engine/contract/messages.h"
#include "remote/mcp/chosen_experiment.h"
#include "remote/mcp/permit.h"
#include "remote/mcp/submission.h"
#include "remote/process/waiter.h"
#include "remote/store/named_runs.h"
#include "remote/store/study_reader.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

using Answered = QCoro::Task<Result<ToolAnswer>>;

// The arguments of the call that waits, if only its id is given.
template <class Arguments>
Result<Arguments> continued(AgentSession& session, const char* tool, Arguments arguments,
                            bool isBare) {
  const QString id = arguments.consent;
  if (id.isEmpty() || !isBare) return arguments;
  const auto found = session.waiting.constFind(id);
  if (found == session.waiting.constEnd())
    return make_error("consent.unknown", {{"id", id.left(40).toStdString()}});
  if (found->tool != QLatin1String(tool))
    return make_error("mcp.pending_is_other", {{"id", id.left(40).toStdString()}});
  return fromJson<Arguments>(found->arguments);
}

template <class Arguments>
ToolAnswer keptPending(AgentSession& session, const char* tool, const Arguments& arguments,
                       const ConsentRecord& record) {
  constexpr qsizetype most = 256;
  if (session.waiting.size() >= most) session.waiting.clear();
  session.waiting.insert(record.id, {QLatin1String(tool), toJson(arguments)});
  return pendingAnswer(record);
}

// What is wrong is said before a person is asked.
QCoro::Task<Result<void>> checkFirst(AgentSession& session, SubmitRequest request,
                                     QStringList values, std::stop_token stop) {
  if (!values.isEmpty()) {
    StudyPlanArguments asked{request, values, StudySelection::all, true};
    CO_TRY(auto plan, co_await session.ask(methods::studiesPlan, stop, asked));
    co_return refusalIn(plan);
  }
  CO_TRY(auto found, co_await session.ask(methods::check, stop, request));
  if (has_errors(found.diagnostics)) co_return diagnosticsError(found.diagnostics);
  co_return {};
}

// The text as it was read, and under it what is changed of it.
QString shownDocument(const SubmitRequest& request) {
  QString shown = QString::fromUtf8(request.text.value_or(QByteArray()));
  for (const QString& override : request.overrides)
    shown += QStringLiteral("\n# --set ") + override;
  return shown;
}

Answered submit(AgentSession& session, SubmitToolArguments given, ToolCall call) {
  const auto& chosen = given.experiment;
  const bool isBare = chosen.path.isEmpty() && chosen.preset.isEmpty() && !chosen.document;
  CO_TRY(const auto arguments, continued(session, "submit", std::move(given), isBare));
  for (;;) {
    CO_TRY(auto request, co_await requestFor(session, arguments.experiment, call.stop));
    CO_TRY(co_await checkFirst(session, request, arguments.values, call.stop));
    SpendingArguments spent{request, arguments.values};
    CO_TRY(auto spending, co_await session.ask(methods::spendingSubmit, call.stop, spent));
    const QString digest = digestOf(request, arguments.values, arguments.parallel);
    Permission permission{ConsentKind::submit, digest, spending, arguments.purpose,
                          shownDocument(request)};
    CO_TRY(auto permit, co_await permitFor(session, permission, call));
    if (permit.pending) co_return keptPending(session, "submit", arguments, *permit.pending);
    // The file may have changed since the person was asked.
    const auto now = co_await requestFor(session, arguments.experiment, call.stop);
    const bool isSame = now && digestOf(*now, arguments.values, arguments.parallel) == digest;
    if (!isSame || call.stop.stop_requested()) {
      session.budget.giveBack(permit.cost);
      if (!now) co_return now.error();
      if (call.stop.stop_requested()) co_return cancelledError();
      continue;
    }
    PermittedSubmission submission{request, arguments.values, arguments.parallel, spending};
    co_return co_await submitPermitted(session, submission, call);
  }
}

Answered resume(AgentSession& session, ResumeToolArguments given, ToolCall call) {
  const bool isBare = given.run.isEmpty();
  CO_TRY(const auto arguments, continued(session, "resume", std::move(given), isBare));
  CO_TRY(const auto run, namedRun(session.store, arguments.run));
  for (const QString& change : arguments.changes) session.redaction.addOverride(change);
  ResumeArguments asked{run.run, arguments.changes};
  CO_TRY(auto spending, co_await session.ask(methods::spendingResume, call.stop, asked));
  const QStringList what{run.run, QString::number(run.attempt)};
  Permission permission{ConsentKind::resume, digestOf("resume", what, arguments.changes), spending,
                        arguments.purpose};
  CO_TRY(auto permit, co_await permitFor(session, permission, call));
  if (permit.pending) co_return keptPending(session, "resume", arguments, *permit.pending);
  const auto resumed =
      co_await session.ask(methods::resume, call.stop, asked, AgentSession::Repeat::no);
  if (!resumed && isNothingStarted(resumed.error())) session.budget.giveBack(permit.cost);
  if (!resumed) co_return resumed.error();
  co_return ToolAnswer{
      {{QStringLiteral("status"), QStringLiteral("resumed")}, {QStringLiteral("run"), run.run}},
      QStringLiteral("%1 goes on").arg(run.run.left(8))};
}

Result<NamedRuns> openRunsNamed(AgentSession& session, const QString& name) {
  TRY(auto named, namedRuns(session.store, name, Meant::open));
  named.runs.removeIf([](const RunRecord& run) { return !isOpen(run.state); });
  if (named.runs.isEmpty()) return make_error("mcp.not_open", {});
  return named;
}

Spending namesOf(const QList<RunRecord>& runs) {
  Spending spending{runs.first().target, {}, {}, {}};
  for (const RunRecord& run : runs) {
    SpentRun one;
    one.name = run.name;
    one.values = QStringList(QStringLiteral("run=") + run.run.left(8)) + run.studyValues;
    one.gpuHours = 0;
    spending.runs << one;
  }
  return spending;
}

// A search would start its next trials instead of those that are cancelled.
QCoro::Task<void> endSearch(AgentSession& session, QString study, std::stop_token stop) {
  StudyReader reader;
  StudyReader::Reading reading;
  if (study.isEmpty() || !reader.read(study, reading)) co_return;
  SetTrialsArguments asked{study, static_cast<qint64>(reading.recorded.study.trials.size())};
  (void)co_await session.ask(methods::studiesSetTrials, stop, asked);
}

QCoro::Task<Result<ToolAnswer>> cancelAll(AgentSession& session, NamedRuns named, ToolCall call) {
  const QList<RunRecord>& runs = named.runs;
  QJsonArray cancelled;
  QStringList lines;
  if (named.isStudy()) co_await endSearch(session, named.study, call.stop);
  for (const RunRecord& run : runs) {
    RunArguments asked{run.run};
    const auto told = co_await session.ask(methods::cancel, call.stop, asked);
    if (!told && told.error().code == "run.ended") continue;
    if (!told && cancelled.isEmpty() && runs.size() == 1) co_return told.error();
    lines << run.run.left(8) + QStringLiteral(": ") +
                 (!told                   ? QString::fromStdString(told.error().message)
                  : told->waits.isEmpty() ? QStringLiteral("was told to end")
                                          : told->waits);
    if (told) cancelled.append(run.run);
  }
  co_return ToolAnswer{{{QStringLiteral("status"), QStringLiteral("cancelled")},
                        {QStringLiteral("runs"), cancelled}},
                       lines.join(QLatin1Char('\n'))};
}

bool isOwn(const AgentSession& session, const RunRecord& run) {
  return session.ownRuns.contains(run.run) ||
         (!run.parent.isEmpty() && session.ownRuns.contains(run.parent)) ||
         (!run.study.isEmpty() && session.ownRuns.contains(run.study));
}

Answered cancel(AgentSession& session, CancelToolArguments given, ToolCall call) {
  const bool isBare = given.run.isEmpty();
  CO_TRY(const auto arguments, continued(session, "cancel", std::move(given), isBare));
  CO_TRY(const auto named, openRunsNamed(session, arguments.run));
  const QList<RunRecord>& runs = named.runs;
  const bool isAllOwn =
      std::ranges::all_of(runs, [&](const RunRecord& run) { return isOwn(session, run); });
  if (!isAllOwn) {
    QStringList ids;
    for (const RunRecord& run : runs) ids << run.run;
    Permission permission{ConsentKind::cancel, digestOf("cancel", ids, {}), namesOf(runs),
                          arguments.purpose};
    CO_TRY(auto permit, co_await permitFor(session, permission, call));
    if (permit.pending) co_return keptPending(session, "cancel", arguments, *permit.pending);
  }
  co_return co_await cancelAll(session, named, call);
}

}  // namespace

void addSpendingTools(ToolTable& table) {
  table.add({"submit", "Submit an experiment",
             "Checks an experiment and submits it: one run, or with values a study with a run for "
             "each combination. Waits for a person's consent unless the session may spend it; "
             "pending_consent means that nothing was submitted yet."},
            Effect::spends, submit);
  table.add({"resume", "Resume a run",
             "Continues a run that has ended from its last checkpoint. Waits for a person's "
             "consent unless the session may spend it."},
            Effect::spends, resume);
  table.add({"cancel", "Cancel runs",
             "Ends a run, or the open runs of a study. Those that this session has not submitted "
             "need a person's consent."},
            Effect::destroys, cancel);
}

}  // namespace trainyard
