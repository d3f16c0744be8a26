// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/submission.h"

#include <QPointer>
#include <QUuid>
#include <utility>

#include "engine/contract/messages.h"
#include "gui/forms/contract_text.h"

namespace trainyard {

std::vector<Diagnostic> findingsOf(const Error& error) {
  std::vector<Diagnostic> findings;
  if (error.code != "experiment.invalid") return findings;
  for (const Value& item : get<List>(error.arguments, "diagnostics"))
    if (item.get_if<Map>()) findings.push_back(read_leniently<Diagnostic>(item));
  return findings;
}

Submission::Submission(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets) {
  connect(m_client, &ServiceClient::runsChanged, this, &Submission::seeChanges);
}

Submission::~Submission() { m_stop.request_stop(); }

void Submission::setBusy(bool busy) {
  m_busy = busy;
  emit busyChanged(busy);
}

void Submission::submit(const SubmitRequest& given) {
  if (m_busy) return;
  setBusy(true);
  SubmitRequest request = given;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  m_travelling = request.target == QLatin1String("here") ? QString() : request.run;
  track(run(request));
}

void Submission::submitStudy(const SubmitRequest& given, const QStringList& grid,
                             StudySelection selection) {
  if (m_busy) return;
  setBusy(true);
  track(runStudy({given, grid, selection}));
}

void Submission::startSearch(const SubmitRequest& given) {
  if (m_busy) return;
  setBusy(true);
  SubmitRequest request = given;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  track(runSearch(request));
}

QCoro::Task<void> Submission::track(QCoro::Task<void> work) {
  const QPointer<Submission> self(this);  // may be gone when the work ends
  ++m_underway;
  co_await work;
  if (self && --m_underway == 0) emit settled();
}

// With something to submit that nothing would refuse.
QCoro::Task<Result<StudyPlan>> Submission::planStudy(StudyPlanArguments arguments) {
  const QPointer<Submission> self(this);  // may be gone when an answer arrives
  CO_TRY(co_await reach(arguments.experiment.target));
  if (!self) co_return StudyPlan();
  CO_TRY(auto plan, co_await m_client->call(methods::studiesPlan, m_stop.get_token(), arguments));
  CO_TRY(refusalIn(plan));
  if (selectedIn(plan) == 0)
    co_return make_error("study.complete", {{"study", plan.study.left(8).toStdString()},
                                            {"count", std::int64_t{plan.runs.size()}}});
  co_return plan;
}

QCoro::Task<void> Submission::runStudy(StudyPlanArguments arguments) {
  const QPointer<Submission> self(this);  // may be gone when an answer arrives
  const auto plan = co_await planStudy(arguments);
  if (!self) co_return;
  if (!plan) {
    setBusy(false);
    co_return fail(plan.error());
  }
  const int all = static_cast<int>(selectedIn(*plan));
  int done = 0;
  Result<void> result;
  SubmitRequest request = arguments.experiment;
  request.study =
      plan->study.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces) : plan->study;
  for (const PlannedRun& planned : plan->runs) {
    if (!planned.isSelected) continue;
    emit progressed(done, all);
    request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    request.overrides = arguments.experiment.overrides + planned.values;
    request.studyValues = planned.values;
    const auto submitted = co_await m_client->submit(request, m_stop.get_token());
    if (!self) co_return;
    if (!submitted) {
      result = submitted.error();
      break;
    }
    ++done;
  }
  setBusy(false);
  if (done > 0) emit studySubmitted(request.study, done);
  if (self && !result) fail(result.error());
}

QCoro::Task<void> Submission::runSearch(SubmitRequest request) {
  const QPointer<Submission> self(this);  // may be gone when an answer arrives
  const auto reached = co_await reach(request.target);
  if (!self) co_return;
  if (!reached) {
    setBusy(false);
    co_return fail(reached.error());
  }
  const auto started = co_await m_client->call(methods::studiesStart, m_stop.get_token(), request);
  if (!self) co_return;
  setBusy(false);
  if (!started) co_return fail(started.error());
  emit searchStarted(started->study);
}

void Submission::seeChanges(const QStringList& runs) {
  if (m_travelling.isEmpty() || !runs.contains(m_travelling)) return;
  const QString run = std::exchange(m_travelling, {});
  setBusy(false);
  emit begun(run);
}

// The service answers, and so does the cluster if it is known not to be connected.
QCoro::Task<Result<void>> Submission::reach(QString target) {
  const QPointer<Submission> self(this);  // may be gone when an answer arrives
  CO_TRY(co_await m_client->connectToService(m_stop.get_token()));
  if (!self) co_return Result<void>();
  const TargetRecord* known = m_targets->find(target);
  if (TargetList::isHere(target) || !known || known->link == TargetLink::connected)
    co_return Result<void>();
  CO_TRY(co_await m_client->call(methods::targetsConnect, m_stop.get_token(), target));
  co_return Result<void>();
}

void Submission::fail(const Error& error) {
  const QPointer<Submission> self(this);
  if (const auto findings = findingsOf(error); !findings.empty()) emit refused(findings);
  if (self) emit failed(ContractText::message(error.code, error.arguments, error.message));
}

QCoro::Task<void> Submission::run(SubmitRequest request) {
  const QPointer<Submission> self(this);  // may be gone when an answer arrives
  const auto reached = co_await reach(request.target);
  if (!self) co_return;
  if (!reached) {
    m_travelling.clear();
    setBusy(false);
    co_return fail(reached.error());
  }
  const auto result = co_await m_client->submit(request, m_stop.get_token());
  if (!self) co_return;
  // Once it has begun, the next submission may already be in progress.
  const bool hasBegun = request.target != QLatin1String("here") && m_travelling != request.run;
  if (!hasBegun) {
    m_travelling.clear();
    setBusy(false);
  }
  if (!result) co_return fail(result.error());
  if (!hasBegun) emit submitted(result->run, result->folder);
}

}  // namespace trainyard
