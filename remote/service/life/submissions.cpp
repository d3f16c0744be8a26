// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/submissions.h"

#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/service/registry/run_settings.h"
#include "remote/submit/study_key.h"

namespace trainyard {

Submissions::Submissions(RunRegistry& registry, TargetRegistry& targets)
    : m_registry(registry), m_targets(targets), m_turns(registry) {
  connect(&m_turns, &StudyTurns::came, this, &Submissions::takeTurn);
  connect(&m_turns, &StudyTurns::givenUp, this,
          [this](const QString& run) { giveUp(run, SubmissionCancel::givenUp); });
}

Result<void> Submissions::begin() {
  TRY(auto requests, m_registry.writer.openSubmissions());
  for (const RunWriter::OpenSubmission& request : requests) {
    const auto run = m_registry.store.run(request.run);
    if (!run) continue;
    const Open open =
        make(*run, continuedRequest(request.request), QProcessEnvironment::systemEnvironment());
    m_open[run->run] = open;
    if (open->isHeld())
      m_turns.hold(open->turn());
    else
      start(open);
  }
  m_turns.decide();
  return {};
}

QCoro::Task<void> Submissions::finish() {
  for (const auto& [run, open] : m_open) open->stop();
  co_await m_tasks.finish();
}

Submissions::Open Submissions::make(RunRecord run, SubmissionRequest request,
                                    QProcessEnvironment environment) {
  const QString name = run.run;
  const Open open =
      std::make_shared<Submitter>(m_registry, m_targets, std::move(run), std::move(request),
                                  std::move(environment), m_tasks.token());
  Submitter* const one = open.get();
  open->started = [this, one](const JobRecord& job, const QList<RunRecord>& tasks,
                              bool isCancelled) {
    emit started(one->run(), job, tasks, isCancelled);
  };
  open->closed = [this, name] {
    m_open.erase(name);
    emit m_registry.changed(name);
    emit ended(name);
  };
  return open;
}

QCoro::Task<Result<void>> Submissions::waitFor(Open open, std::stop_token stop) {
  Waiter waiter;
  connect(this, &Submissions::ended, &waiter, [&](const QString& run) {
    if (run == open->run().run) waiter.wake();
  });
  ++open->callers;
  while (!open->result() && !open->isHeld())
    if (const Waited waited = co_await waiter.wait(stop); waited == Waited::stopped) break;
  --open->callers;
  if (open->isHeld() && !open->result()) co_return Result<void>();
  if (!open->result()) co_return cancelledError();
  co_return Result<void>(*open->result());  // a copy: others may also be waiting
}

Result<RunRecord> Submissions::newRun(const QString& run, const HeldTarget& held,
                                      const PreparedExperiment& prepared, const StudyPart& study) {
  RunRecord record;
  record.run = run;
  record.target = held.target.name;
  record.created = unix_time();
  setDescription(record, prepared.experiment);
  TRY(const auto before,
      runsBefore(m_registry.store, prepared.experiment.resources.after, record.target));
  record.after = before.runs;
  record.study = study.study;
  record.studyValues = study.values;
  if (study.of == StudyPart::Of::severalValues)
    record.studyKey = studyKeyOf(prepared.experiment, record.target);
  record.folder = runFolderFor(held.target, prepared.experiment.name, run);
  return record;
}

// From now on it is in the store, or nothing of it is.
Result<void> Submissions::add(Submitter& open, const Experiment& experiment) {
  const QString& run = open.run().run;
  auto added = m_registry.writer.addRun(open.run());
  if (!m_registry.check(added)) return added.error();
  m_registry.check(m_registry.writer.setSettings(run, settingsOf(experiment)));
  if (auto kept = m_registry.writer.openSubmission(run, storedText(open.request())); !kept) {
    m_registry.check(m_registry.writer.removeRun(run));
    return kept.error();
  }
  emit m_registry.changed(run);
  return {};
}

QCoro::Task<Result<SubmittedRun>> Submissions::submit(QString run, QString target,
                                                      ExperimentSource source, std::stop_token stop,
                                                      StudyPart study) {
  if (QUuid::fromString(run).isNull() ||
      run != QUuid::fromString(run).toString(QUuid::WithoutBraces))
    co_return make_error("protocol.run", {});
  if (!m_open.contains(run)) {
    if (auto known = m_registry.store.run(run)) {
      auto jobs = m_registry.store.jobs(run);
      if (jobs && !jobs->isEmpty()) co_return SubmittedRun{run, known->folder, {}};
      co_return make_error(
          "submission.ended", {{"why", known->reason.toStdString()}},
          static_cast<ExitCode>(known->exitCode.value_or(static_cast<int>(ExitCode::failed))));
    }
    CO_TRY(begin(run, target, std::move(source), study));
  }
  const Open open = m_open.at(run);
  CO_TRY(co_await waitFor(open, stop));
  co_return SubmittedRun{run, open->run().folder, open->diagnostics()};
}

Result<void> Submissions::begin(const QString& run, const QString& target, ExperimentSource source,
                                const StudyPart& study) {
  TRY(auto held, m_targets.hold(target));
  const bool isHere = held.target.isHere();
  TRY(const auto prepared,
      prepareExperiment(source, ownPrograms(), isHere ? RunsWhere::here : RunsWhere::elsewhere,
                        isHere ? QString() : held.target.programs));
  if (has_errors(prepared.diagnostics)) return diagnosticsError(prepared.diagnostics);
  if (is_search_of_jobs(prepared.experiment)) return make_error("study.is_search", {});
  TRY(RunRecord record, newRun(run, held, prepared, study));
  record.source = source.path;
  // The document as it is now, independent of later changes to the file.
  SubmissionRequest request{
      .path = source.path,
      .text = prepared.written,
      .overrides = source.overrides,
      .target = target,
      .parallel = study.parallel,
      .failFast = study.failFast,
  };
  // Which run a name or `last` refers to is resolved now.
  if (!record.after.isEmpty())
    request.overrides
        << QStringLiteral("resources.after=[%1]").arg(record.after.join(QStringLiteral(", ")));
  if (study.parallel > 0) request.state = SubmissionState::held;
  const Open open = make(std::move(record), std::move(request), source.environment);
  TRY(add(*open, prepared.experiment));
  m_open[run] = open;
  if (open->isHeld())
    hold(*open);
  else
    start(open);
  return {};
}

QCoro::Task<Result<void>> Submissions::resume(RunRecord run, QProcessEnvironment environment,
                                              std::stop_token stop) {
  const QString name = run.run;
  if (!m_open.contains(name)) {
    CO_TRY(auto jobs, m_registry.store.jobs(name));
    SubmissionRequest request;
    request.number = jobs.isEmpty() ? 1 : jobs.last().submission + 1;
    CO_TRY(m_registry.writer.openSubmission(name, storedText(request)));
    CO_TRY(m_registry.writer.setOpen(name, RunState::preparing, {}));
    emit m_registry.changed(name);
    m_open[name] = make(std::move(run), std::move(request), std::move(environment));
    start(m_open.at(name));
  }
  co_return co_await waitFor(m_open.at(name), stop);
}

// Nothing of it is submitted yet: what is in the store is enough to go on.
void Submissions::hold(Submitter& open) {
  // Its turn may come at once, while its caller is waiting.
  SubmissionRequest& request = open.request();
  request.state = SubmissionState::requested;
  if (m_turns.take(open.turn())) return;
  request.state = SubmissionState::held;
  open.report("phase.turn", {{"count", std::int64_t{request.parallel}}});
}

void Submissions::takeTurn(const QString& run) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  found->second->turnCame();
  start(found->second);
}

void Submissions::giveUp(const QString& run, SubmissionCancel cancel) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  const Open open = found->second;
  open->endHeld(cancel);
}

void Submissions::cancel(const QString& run) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  if (!found->second->isHeld()) return found->second->cancel();
  m_turns.leave(run);
  giveUp(run, SubmissionCancel::requested);
}

}  // namespace trainyard
