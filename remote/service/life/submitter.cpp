// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/submitter.h"

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/process/waiter.h"
#include "remote/service/registry/run_settings.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The pause after which a failed write to the store, or a target that is not in the settings, is
// tried again.
constexpr std::chrono::seconds storeAgain{2};

// Wraps an error of the store for a run whose job exists.
Result<void> noted(Result<void> done) {
  if (done) return done;
  return make_error("submission.unsettled", {{"why", as_argument(done.error())}},
                    ExitCode::environment);
}

const char* phaseOf(SubmissionStage stage, TransferWork work, bool isHere) {
  if (stage == SubmissionStage::submitting) return "phase.submitting";
  if (stage == SubmissionStage::checking && work == TransferWork::sending) return "phase.checking";
  if (isHere) return "phase.copying_code";
  if (work == TransferWork::fetching) return "phase.fetching_torch";
  if (stage == SubmissionStage::sendingEngine) return "phase.sending_engine";
  if (work == TransferWork::reading) return "phase.reading_data";
  return stage == SubmissionStage::sendingCode ? "phase.sending_code" : "phase.sending_data";
}

}  // namespace

void setDescription(RunRecord& record, const Experiment& experiment) {
  record.name = QString::fromStdString(experiment.name);
  record.workload = text(name_of(experiment.workload));
  record.tags.clear();
  for (const std::string& tag : experiment.tags) record.tags << QString::fromStdString(tag);
  record.project = text(experiment.project);
}

Submitter::Submitter(RunRegistry& registry, TargetRegistry& targets, RunRecord run,
                     SubmissionRequest request, QProcessEnvironment environment,
                     std::stop_token ending)
    : m_registry(registry),
      m_targets(targets),
      m_run(std::move(run)),
      m_request(std::move(request)),
      m_environment(std::move(environment)),
      m_ending(std::move(ending)) {}

void Submitter::note(SubmissionStep step, const Result<void>& done) {
  m_seen.last = step;
  m_seen.error.reset();
  if (!done) m_seen.error = done.error();
}

void Submitter::settle(Result<void> result) {
  m_result = std::move(result);
  advance(SubmissionEvent::settled);
}

Result<void> Submitter::store() {
  return m_registry.writer.openSubmission(m_run.run, storedText(m_request));
}

void Submitter::turnCame() {
  advance(SubmissionEvent::turnCame);
  m_registry.check(store());
}

void Submitter::cancel() {
  m_seen.cancel = afterCancel(m_seen.cancel);
  if (m_seen.cancel == SubmissionCancel::requested) m_stop.request_stop();
}

void Submitter::endHeld(SubmissionCancel cancel) {
  m_seen.cancel = cancel;
  const SubmissionAction action = decideSubmission(observe());
  const auto& end = std::get<submission::End>(action);
  m_registry.check(writeEnd(end));
  settle(end.error);
  close();
}

SubmissionObservation Submitter::observe() const {
  SubmissionObservation seen = m_seen;
  seen.state = m_request.state;
  seen.furtherJob = m_request.number;
  seen.isNumbered = m_request.isNumbered;
  seen.wasEnded = !isOpen(m_run.state);
  seen.hasCaller = callers > 0;
  seen.isTargetKnown = m_targets.hold(m_run.target).ok();
  seen.isServiceEnding = m_ending.stop_requested();
  return seen;
}

QCoro::Task<void> Submitter::drive(std::shared_ptr<Submitter> self) {
  // Resumed from the event loop, so that its caller is already waiting.
  Waiter waiter;
  co_await waiter.turn(self->m_ending);
  while (!self->m_isLeft) {
    const SubmissionAction action = decideSubmission(self->observe());
    co_await std::visit([&](const auto& step) { return self->perform(step); }, action);
  }
}

// Never, since this is only started once the turn has come.
QCoro::Task<void> Submitter::perform(submission::WaitForTurn) {
  m_isLeft = true;
  co_return;
}

QCoro::Task<void> Submitter::perform(submission::LeaveToNext) {
  m_isLeft = true;
  m_target.reset();
  co_return;
}

QCoro::Task<void> Submitter::perform(submission::Close) {
  m_isLeft = true;
  close();
  co_return;
}

void Submitter::close() {
  m_registry.check(m_registry.writer.closeSubmission(m_run.run));
  closed();
}

QCoro::Task<void> Submitter::perform(submission::ReachTarget step) {
  const auto login =
      step.isFirst ? TargetRegistry::Login::onClick : TargetRegistry::Login::onDemand;
  auto held = co_await m_targets.ready(m_run.target, login, m_stop.get_token());
  ++m_seen.logins;
  m_seen.lostJobs = 0;
  note(SubmissionStep::reach, held ? Result<void>() : Result<void>(held.error()));
  if (!held) co_return;
  m_target = *held;
  advance(SubmissionEvent::targetReached);
}

QCoro::Task<void> Submitter::perform(submission::ChooseNumber) {
  report("phase.submitting");
  auto number = co_await nextSubmissionOf(m_target->target, m_run.folder, *m_request.number,
                                          m_stop.get_token());
  if (!number) co_return note(SubmissionStep::chooseNumber, number.error());
  m_request.number = *number;
  m_request.isNumbered = true;
  advance(SubmissionEvent::numberChosen);
  note(SubmissionStep::chooseNumber, store());
}

QCoro::Task<void> Submitter::perform(submission::Submit step) {
  Result<void> done;
  if (step.furtherJob)
    done = co_await submitFurther(*step.furtherJob, step.mayExist);
  else
    done = co_await submitNew(step.mayExist);
  note(SubmissionStep::submit, done);
  if (done) settle(done);
}

QCoro::Task<void> Submitter::perform(submission::CountLost) {
  noteLost(*m_request.number);
  ++*m_request.number;
  ++m_seen.lostJobs;
  m_registry.check(store());
  note(SubmissionStep::chooseNumber, {});
  co_return;
}

QCoro::Task<void> Submitter::perform(submission::Discard) {
  m_stop = std::stop_source();
  auto held = m_targets.hold(m_run.target);
  if (!held) co_return note(SubmissionStep::discard, held.error());
  m_target = *held;
  const auto done = co_await discardRun(held->target, m_run.folder, m_run.run, m_ending);
  note(SubmissionStep::discard, done);
}

QCoro::Task<void> Submitter::perform(submission::LeaveCancelToJob) {
  m_stop = std::stop_source();
  m_seen.cancel = SubmissionCancel::leftToJob;
  note(SubmissionStep::none, {});
  co_return;
}

QCoro::Task<void> Submitter::perform(submission::WaitForTarget step) {
  m_seen.lateTries = step.lateTries;
  note(SubmissionStep::none, {});
  if (step.isDiscarding) {
    report("phase.discarding", {{"target", m_run.target.toStdString()}});
  } else {
    const Error why = keptReason(m_awayReason, step.why);
    report("phase.waiting", {{"why", as_argument(why)}});
  }
  auto held = m_targets.hold(m_run.target);
  Waiter waiter;
  if (held)
    co_await untilWorthTrying(*held->site, m_stop.get_token());
  else
    co_await waiter.wait(m_stop.get_token(), QDeadlineTimer(storeAgain));
}

// Until it is in the store; if the service ends before, the next one arrives at the same result.
QCoro::Task<void> Submitter::perform(submission::End step) {
  const bool isStored = m_registry.check(writeEnd(step));
  if (isStored || step.as == submission::End::As::cancelled) co_return settle(step.error);
  m_seen.failure = step.error;
  Waiter waiter;
  co_await waiter.wait(m_ending, QDeadlineTimer(storeAgain));
}

Result<void> Submitter::writeEnd(const submission::End& end) {
  const RunRecord& before = m_run;
  RunWriter& writer = m_registry.writer;
  const Error& error = end.error;
  switch (end.as) {
    case submission::End::As::before:
      return writer.setEnded(before.run, before.state, before.code,
                             {before.reasonCode, before.reasonArguments, before.reason},
                             before.exitCode.value_or(static_cast<int>(ExitCode::failed)));
    case submission::End::As::removed:
      return writer.removeRun(before.run);
    case submission::End::As::cancelled:
      return writer.setEnded(before.run, RunState::cancelled, QStringLiteral("cancelled"),
                             messageOf(error), static_cast<int>(error.exit_code));
    case submission::End::As::failed:
      break;
  }
  return writer.setEnded(before.run, RunState::failed, text(error.code), messageOf(error),
                         static_cast<int>(error.exit_code));
}

QCoro::Task<Result<void>> Submitter::submitNew(bool mayExist) {
  const Target target = m_target->target;
  RunRequest request{m_run.run,
                     {m_request.path, m_request.text, m_request.overrides, m_environment},
                     m_run.folder,
                     mayExist,
                     jobsBefore(Unknown::isRefused),
                     m_run.study,
                     [this](SubmissionStage stage) { noteStage(stage); }};
  OnProgress onProgress = [this](const TransferProgress& progress) { noteProgress(progress); };
  CO_TRY(const auto run,
         co_await submitRun(target, std::move(request), onProgress, m_stop.get_token()));
  setDescription(m_run, run.experiment);
  m_run.folder = run.folder;
  m_run.gitCommit = run.gitCommit;
  m_diagnostics = run.diagnostics;
  m_registry.check(m_registry.writer.describeRun(m_run));
  m_registry.check(m_registry.writer.setSettings(m_run.run, settingsOf(run.experiment)));
  for (int lost = 1; lost < run.submission; ++lost) noteLost(lost);
  const JobRecord job{
      run.submission, target.scheduler->name(), run.job, unix_time(),
      QStringLiteral("%1.%2").arg(run.folder.section(QLatin1Char('/'), -1)).arg(run.submission)};
  CO_TRY(noteJob(job));
  CO_TRY(const QList<RunRecord> tasks, noteTasks(run, job));
  started(job, tasks, m_seen.cancel != SubmissionCancel::none);
  co_return {};
}

QCoro::Task<Result<void>> Submitter::submitFurther(int number, bool mayExist) {
  report("phase.submitting");
  const Target target = m_target->target;
  advance(SubmissionEvent::submitting);
  ResumeRequest request{m_run.folder, number, mayExist, m_environment,
                        jobsBefore(Unknown::isLeftOut)};
  CO_TRY(const QString name, co_await resumeRun(target, std::move(request), m_stop.get_token()));
  const JobRecord job{number, target.scheduler->name(), name, unix_time(),
                      QStringLiteral("%1-%2.%3").arg(m_run.name, m_run.run.left(8)).arg(number)};
  CO_TRY(noteJob(job));
  started(job, {}, m_seen.cancel != SubmissionCancel::none);
  co_return {};
}

JobsBefore Submitter::jobsBefore(Unknown unknown) {
  return [this, unknown](const Experiment& experiment) {
    QStringList after;
    for (const std::string& one : experiment.resources.after) after << text(one);
    return jobsToWaitFor(m_registry.store, after, m_run.target, unknown);
  };
}

void Submitter::noteLost(int submission) {
  m_registry.check(m_registry.writer.addWarning(
      m_run.run, makeMessage("run.submitted_again", {{"number", std::int64_t{submission}}}),
      unix_time()));
}

// The job exists: a failed write to the store is retried.
Result<void> Submitter::noteJob(const JobRecord& job) {
  TRY(noted(m_registry.writer.addJob(m_run.run, job)));
  TRY(noted(m_registry.writer.setOpen(m_run.run, RunState::waiting, {})));
  m_run.state = RunState::waiting;
  return {};
}

Result<QList<RunRecord>> Submitter::noteTasks(const StartedRun& run, const JobRecord& job) {
  QList<RunRecord> tasks;
  for (const StartedTask& task : run.tasks) {
    RunRecord record = m_run;
    record.run = task.run;
    record.folder = task.folder;
    record.parent = m_run.run;
    record.arrayIndex = static_cast<int>(task.index);
    record.state = RunState::waiting;
    TRY(noted(m_registry.writer.addRun(record)));
    TRY(noted(m_registry.writer.addJob(record.run, job)));
    tasks.append(record);
  }
  return tasks;
}

void Submitter::report(const char* code, Map arguments) {
  const Message reason = makeMessage(code, std::move(arguments));
  if (m_shown == reason.text) return;
  m_shown = reason.text;
  m_registry.check(m_registry.writer.setReason(m_run.run, reason));
  emit m_registry.changed(m_run.run);
}

void Submitter::noteStage(SubmissionStage stage) {
  m_stage = stage;
  if (stage == SubmissionStage::submitting) advance(SubmissionEvent::submitting);
  noteProgress({});
}

void Submitter::noteProgress(const TransferProgress& progress) {
  m_awayReason.reset();
  report(phaseOf(m_stage, progress.work, m_run.target == QLatin1String("here")),
         {{"target", m_run.target.toStdString()}});
  if (progress.bytesDone > 0 || progress.bytesTotal > 0)
    emit m_registry.progressed({m_run.run,
                                {},
                                progress.what,
                                progress.bytesDone,
                                progress.bytesTotal,
                                progress.bytesPerSecond,
                                progress.secondsLeft});
}

}  // namespace trainyard
