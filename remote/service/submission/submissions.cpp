// SPDX-License-Identifier: GPL-3.0-or-later
// One file because what may be given up, in which state of a submission, is decided in one
// place.
#include "remote/service/submission/submissions.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/registry/run_settings.h"
#include "remote/submit/study_key.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The pause after which a failed write to the store is retried.
constexpr std::chrono::seconds storeAgain{2};

void describe(RunRecord& record, const Experiment& experiment) {
  record.name = QString::fromStdString(experiment.name);
  record.workload = text(name_of(experiment.workload));
  record.tags.clear();
  for (const std::string& tag : experiment.tags) record.tags << QString::fromStdString(tag);
}

// Wraps an error of the store for a run whose job exists.
Result<void> noted(Result<void> done) {
  if (done) return done;
  return make_error("submission.unsettled", {{"why", as_argument(done.error())}},
                    ExitCode::environment);
}

const char* phaseOf(const QString& what, bool isHere) {
  if (what == QLatin1String("checking")) return "phase.checking";
  if (what == QLatin1String("submitting")) return "phase.submitting";
  if (isHere) return "phase.copying_code";
  if (what == QLatin1String("reading data")) return "phase.reading_data";
  if (what == QLatin1String("code")) return "phase.sending_code";
  if (what == QLatin1String("data")) return "phase.sending_data";
  if (what.startsWith(QLatin1String("fetching "))) return "phase.fetching_torch";
  return "phase.sending_engine";
}

}  // namespace

struct Submissions::Open {
  enum class Kind { newRun, furtherJob } kind = Kind::newRun;
  RunRecord run;            // furtherJob: before the submission
  ExperimentSource source;  // newRun
  QProcessEnvironment environment;
  int submission = 1;
  bool hasTried = false;
  bool hasBegun = false;    // the target was reached once: it is worth waiting for
  bool mayHaveJob = false;  // the submission was reached once
  bool isNumbered = false;  // furtherJob: `submission` was chosen after skipping failed ones
  bool isCancelled = false;
  bool isHeld = false;  // newRun: until its turn in the study comes
  bool isLate = false;  // its caller was answered before its turn came
  int parallel = 0;
  bool failFast = false;
  std::stop_source stop;  // of the current attempt
  int waiting = 0;        // number of callers
  int lateTries = 0;      // in a row, ended by a command's deadline
  QString said;
  std::optional<Error> awayReason;      // while it is waiting for its target
  std::vector<Diagnostic> diagnostics;  // warnings, for the callers
  std::optional<Result<void>> result;

  QByteArray toJson() const {
    if (kind == Kind::furtherJob)
      return QJsonDocument(QJsonObject{{"submission", submission}, {"numbered", isNumbered}})
          .toJson(QJsonDocument::Compact);
    return QJsonDocument(
               QJsonObject{{"path", source.path},
                           {"text", QString::fromUtf8(source.text.value_or(QByteArray()))},
                           {"overrides", QJsonArray::fromStringList(source.overrides)},
                           {"target", run.target},
                           {"held", isHeld},
                           {"parallel", parallel},
                           {"fail_fast", failFast}})
        .toJson(QJsonDocument::Compact);
  }
  static std::shared_ptr<Open> from(const RunRecord& run, const QByteArray& json) {
    const QJsonObject request = QJsonDocument::fromJson(json).object();
    auto open = std::make_shared<Open>();
    open->run = run;
    open->isHeld = open->isLate = request["held"].toBool();
    open->parallel = request["parallel"].toInt();
    open->failFast = request["fail_fast"].toBool();
    open->hasBegun = open->mayHaveJob = !open->isHeld;
    open->isNumbered = request["numbered"].toBool();
    open->environment = QProcessEnvironment::systemEnvironment();
    open->source = {
        request["path"].toString(), request["text"].toString().toUtf8(), {}, open->environment};
    for (const QJsonValue& override : request["overrides"].toArray())
      open->source.overrides << override.toString();
    open->submission = request["submission"].toInt(1);
    if (request.contains("submission")) open->kind = Kind::furtherJob;
    return open;
  }
};

Submissions::Submissions(RunRegistry& registry, TargetRegistry& targets)
    : m_registry(registry), m_targets(targets), m_turns(registry) {
  connect(&m_turns, &StudyTurns::came, this, &Submissions::takeTurn);
  connect(&m_turns, &StudyTurns::givenUp, this,
          [this](const QString& run) { giveUp(run, "study.given_up"); });
}

Result<void> Submissions::begin() {
  TRY(auto requests, m_registry.writer.openSubmissions());
  for (const RunWriter::OpenSubmission& request : requests) {
    const auto run = m_registry.store.run(request.run);
    if (!run) continue;
    const auto open = Open::from(*run, request.request);
    m_open[run->run] = open;
    if (open->isHeld)
      m_turns.hold({run->run, run->study, run->created, open->parallel, open->failFast});
    else
      start(open);
  }
  m_turns.decide();
  return {};
}

QCoro::Task<void> Submissions::finish() {
  for (const auto& [run, open] : m_open) open->stop.request_stop();
  co_await m_tasks.finish();
}

void Submissions::start(std::shared_ptr<Open> open) {
  m_open[open->run.run] = open;
  m_tasks.start(drive(open));
}

QCoro::Task<Result<void>> Submissions::waitFor(std::shared_ptr<Open> open, std::stop_token stop) {
  Waiter waiter;
  connect(this, &Submissions::ended, &waiter, [&](const QString& run) {
    if (run == open->run.run) waiter.wake();
  });
  ++open->waiting;
  while (!open->result && !open->isHeld)
    if (const Waited waited = co_await waiter.wait(stop); waited == Waited::stopped) break;
  --open->waiting;
  if (open->isHeld && !open->result) co_return Result<void>();
  if (!open->result) co_return cancelledError();
  co_return Result<void>(*open->result);  // a copy: others may also be waiting
}

QCoro::Task<Result<SubmittedRun>> Submissions::submit(QString run, QString target,
                                                      ExperimentSource source, std::stop_token stop,
                                                      StudyPart study) {
  if (QUuid::fromString(run).isNull() ||
      run != QUuid::fromString(run).toString(QUuid::WithoutBraces))
    co_return make_error("protocol.run", {});
  std::shared_ptr<Open> open = m_open.contains(run) ? m_open.at(run) : nullptr;
  if (!open) {
    if (auto known = m_registry.store.run(run)) {
      auto jobs = m_registry.store.jobs(run);
      if (jobs && !jobs->isEmpty()) co_return SubmittedRun{run, known->folder, {}};
      co_return make_error(
          "submission.ended", {{"why", known->reason.toStdString()}},
          static_cast<ExitCode>(known->exitCode.value_or(static_cast<int>(ExitCode::failed))));
    }
    CO_TRY(auto held, m_targets.hold(target));
    const bool isHere = held.target.isHere();
    CO_TRY(const auto prepared,
           prepareExperiment(source, ownPrograms(), isHere ? RunsWhere::here : RunsWhere::elsewhere,
                             isHere ? QString() : held.target.programs));
    if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
    if (is_search_of_jobs(prepared.experiment)) co_return make_error("study.is_search", {});
    open = std::make_shared<Open>();
    open->run.run = run;
    open->run.target = target;
    open->run.source = source.path;
    open->run.created = unix_time();
    describe(open->run, prepared.experiment);
    CO_TRY(const auto before,
           runsBefore(m_registry.store, prepared.experiment.resources.after, target));
    open->run.after = before.runs;
    open->run.study = study.study;
    open->run.studyValues = study.values;
    if (study.of == StudyPart::Of::severalValues)
      open->run.studyKey = studyKeyOf(prepared.experiment, target);
    open->parallel = study.parallel;
    open->failFast = study.failFast;
    open->isHeld = study.parallel > 0;
    open->run.folder = runFolderFor(held.target, prepared.experiment.name, run);
    open->environment = source.environment;
    // The document as it is now, independent of later changes to the file.
    open->source = {source.path, prepared.written, source.overrides, source.environment};
    // Which run a name or `last` refers to is resolved now.
    if (!open->run.after.isEmpty())
      open->source.overrides
          << QStringLiteral("resources.after=[%1]").arg(open->run.after.join(QStringLiteral(", ")));
    auto added = m_registry.writer.addRun(open->run);
    if (!m_registry.check(added)) co_return added.error();
    m_registry.check(m_registry.writer.setSettings(run, settingsOf(prepared.experiment)));
    if (auto kept = m_registry.writer.openSubmission(run, open->toJson()); !kept) {
      m_registry.check(m_registry.writer.removeRun(run));
      co_return kept.error();
    }
    emit m_registry.changed(run);
    m_open[run] = open;
    if (open->isHeld)
      hold(*open);
    else
      start(open);
  }
  CO_TRY(co_await waitFor(open, stop));
  co_return SubmittedRun{run, open->run.folder, open->diagnostics};
}

JobsBefore Submissions::jobsBefore(const QString& target, Unknown unknown) {
  return [this, target, unknown](const Experiment& experiment) {
    QStringList after;
    for (const std::string& one : experiment.resources.after) after << text(one);
    return jobsToWaitFor(m_registry.store, after, target, unknown);
  };
}

QCoro::Task<Result<void>> Submissions::resume(RunRecord run, QProcessEnvironment environment,
                                              std::stop_token stop) {
  if (!m_open.contains(run.run)) {
    auto open = std::make_shared<Open>();
    open->kind = Open::Kind::furtherJob;
    open->environment = std::move(environment);
    open->run = run;
    CO_TRY(auto jobs, m_registry.store.jobs(run.run));
    open->submission = jobs.isEmpty() ? 1 : jobs.last().submission + 1;
    CO_TRY(m_registry.writer.openSubmission(run.run, open->toJson()));
    CO_TRY(m_registry.writer.setOpen(run.run, RunState::preparing, {}));
    emit m_registry.changed(run.run);
    start(open);
  }
  co_return co_await waitFor(m_open.at(run.run), stop);
}

// Nothing of it is submitted yet: what is in the store is enough to go on.
void Submissions::hold(Open& open) {
  const RunRecord& run = open.run;
  open.isLate = !m_turns.take({run.run, run.study, run.created, open.parallel, open.failFast});
  if (open.isLate) report(open, "phase.turn", {{"count", std::int64_t{open.parallel}}});
}

void Submissions::takeTurn(const QString& run) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  const auto open = found->second;
  open->isHeld = false;
  open->hasBegun = open->isLate;  // nobody is there who could ask again
  m_registry.check(m_registry.writer.openSubmission(run, open->toJson()));
  start(open);
}

void Submissions::giveUp(const QString& run, const char* code) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  const auto open = found->second;
  constexpr auto cancelled = static_cast<ExitCode>(128 + 15);
  open->result = make_error(code, {}, cancelled);
  m_registry.check(m_registry.writer.setEnded(run, RunState::cancelled, QStringLiteral("cancelled"),
                                              messageOf(open->result->error()),
                                              static_cast<int>(cancelled)));
  m_registry.check(m_registry.writer.closeSubmission(run));
  m_open.erase(run);
  emit m_registry.changed(run);
  emit ended(run);
}

void Submissions::cancel(const QString& run) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  if (found->second->isHeld) {
    m_turns.leave(run);
    return giveUp(run, "run.cancelled");
  }
  found->second->isCancelled = true;
  found->second->stop.request_stop();
}

// A command that was delayed by a sleeping computer or a busy login node is retried; one that never
// ends is not.
bool Submissions::isWorthAnotherTry(Open& open, const Error& error) {
  constexpr int lateLimit = 5;
  const bool isLate = error.code == "program.deadline";
  open.lateTries = isLate ? open.lateTries + 1 : 0;
  return open.hasBegun && may_succeed_later(error) &&
         (open.lateTries < lateLimit || open.mayHaveJob);
}

QCoro::Task<void> Submissions::drive(std::shared_ptr<Open> open) {
  // Resumed from the event loop, so that its caller is already waiting.
  Waiter waiter;
  waiter.wake();
  co_await waiter.wait(m_tasks.token());
  for (bool isDecided = false; !m_tasks.token().stop_requested();) {
    if (open->isCancelled && !isDecided) {
      isDecided = true;
      open->stop = std::stop_source();
      if (const bool discarded = co_await discard(open); discarded) break;
    }
    auto done = co_await tryOnce(open, open->stop.get_token());
    if (done) {
      open->result = done;
      break;
    }
    if (m_tasks.token().stop_requested()) co_return;  // the next service continues
    if (open->isCancelled && !isDecided) continue;
    if (!isWorthAnotherTry(*open, done.error())) {
      const bool isTaken = co_await fail(open, done.error());
      if (!isTaken) co_return;
      break;
    }
    const Error why = keptReason(open->awayReason, done.error());
    report(*open, "phase.waiting", {{"why", as_argument(why)}});
    if (auto held = m_targets.hold(open->run.target))
      co_await untilWorthTrying(*held->site, open->stop.get_token());
  }
  if (m_tasks.token().stop_requested() && !open->result) co_return;
  m_registry.check(m_registry.writer.closeSubmission(open->run.run));
  m_open.erase(open->run.run);
  emit m_registry.changed(open->run.run);
  emit ended(open->run.run);
}

QCoro::Task<Result<void>> Submissions::tryOnce(std::shared_ptr<Open> open, std::stop_token stop) {
  const auto login =
      open->hasTried ? TargetRegistry::Login::onDemand : TargetRegistry::Login::onClick;
  auto held = co_await m_targets.ready(open->run.target, login, stop);
  open->hasTried = true;
  // An unreachable target says nothing about a job that may exist.
  if (!held && open->mayHaveJob) co_return unsettled(held.error());
  if (!held) co_return held.error();
  open->hasBegun = true;
  if (open->kind == Open::Kind::newRun) co_return co_await tryNew(open, *held, stop);
  co_return co_await tryFurther(open, *held, stop);
}

QCoro::Task<Result<void>> Submissions::tryNew(std::shared_ptr<Open> open, HeldTarget held,
                                              std::stop_token stop) {
  RunRequest request{open->run.run,
                     open->source,
                     open->run.folder,
                     open->mayHaveJob,
                     jobsBefore(open->run.target, Unknown::isRefused),
                     open->run.study,
                     [open](SubmissionStage stage) {
                       if (stage == SubmissionStage::submitting) open->mayHaveJob = true;
                     }};
  OnProgress onProgress = [this, open](const TransferProgress& progress) {
    noteProgress(*open, progress);
  };
  CO_TRY(const auto run, co_await submitRun(held.target, std::move(request), onProgress, stop));
  describe(open->run, run.experiment);
  open->run.folder = run.folder;
  open->run.gitCommit = run.gitCommit;
  open->diagnostics = run.diagnostics;
  m_registry.check(m_registry.writer.describeRun(open->run));
  m_registry.check(m_registry.writer.setSettings(open->run.run, settingsOf(run.experiment)));
  for (int lost = 1; lost < run.submission; ++lost) noteLost(*open, lost);
  JobRecord job;
  job.submission = run.submission;
  job.scheduler = held.target.scheduler->name();
  job.job = run.job;
  job.submitted = unix_time();
  job.token =
      QStringLiteral("%1.%2").arg(run.folder.section(QLatin1Char('/'), -1)).arg(run.submission);
  CO_TRY(noteJob(*open, job));
  QList<RunRecord> tasks;
  for (const StartedTask& task : run.tasks) {
    RunRecord record = open->run;
    record.run = task.run;
    record.folder = task.folder;
    record.parent = open->run.run;
    record.arrayIndex = static_cast<int>(task.index);
    record.state = RunState::waiting;
    CO_TRY(noted(m_registry.writer.addRun(record)));
    CO_TRY(noted(m_registry.writer.addJob(record.run, job)));
    tasks.append(record);
  }
  emit started(open->run, job, tasks, open->isCancelled);
  co_return {};
}

QCoro::Task<Result<void>> Submissions::tryFurther(std::shared_ptr<Open> open, HeldTarget held,
                                                  std::stop_token stop) {
  constexpr int lostLimit = 3;
  report(*open, "phase.submitting");
  if (!open->isNumbered) {
    CO_TRY(open->submission,
           co_await nextSubmissionOf(held.target, open->run.folder, open->submission, stop));
    open->isNumbered = true;
    CO_TRY(m_registry.writer.openSubmission(open->run.run, open->toJson()));
    open->mayHaveJob = false;
  }
  for (int lost = 0;; ++lost) {
    ResumeRequest request{open->run.folder, open->submission, std::exchange(open->mayHaveJob, true),
                          open->environment, jobsBefore(open->run.target, Unknown::isLeftOut)};
    auto name = co_await resumeRun(held.target, std::move(request), stop);
    if (!name && name.error().code == "scheduler.lost" && lost < lostLimit) {
      noteLost(*open, open->submission);
      ++open->submission;
      m_registry.check(m_registry.writer.openSubmission(open->run.run, open->toJson()));
      continue;
    }
    if (!name) co_return name.error();
    JobRecord job;
    job.submission = open->submission;
    job.scheduler = held.target.scheduler->name();
    job.job = *name;
    job.submitted = unix_time();
    job.token =
        QStringLiteral("%1-%2.%3").arg(open->run.name, open->run.run.left(8)).arg(open->submission);
    CO_TRY(noteJob(*open, job));
    emit started(open->run, job, {}, open->isCancelled);
    co_return {};
  }
}

void Submissions::noteLost(const Open& open, int submission) {
  m_registry.check(m_registry.writer.addWarning(
      open.run.run, makeMessage("run.submitted_again", {{"number", std::int64_t{submission}}}),
      unix_time()));
}

// The job exists: a failed write to the store is retried.
Result<void> Submissions::noteJob(Open& open, const JobRecord& job) {
  TRY(noted(m_registry.writer.addJob(open.run.run, job)));
  TRY(noted(m_registry.writer.setOpen(open.run.run, RunState::waiting, {})));
  open.run.state = RunState::waiting;
  return {};
}

// Removes what was created for a submission that is not to continue. True: it has ended. Otherwise
// a job may already exist.
QCoro::Task<bool> Submissions::discard(std::shared_ptr<Open> open) {
  const auto endNow = [&](Error error) {
    m_registry.check(m_registry.writer.setEnded(open->run.run, RunState::cancelled,
                                                QStringLiteral("cancelled"), messageOf(error),
                                                128 + 15));
    open->result = std::move(error);
    return true;
  };
  constexpr auto code = static_cast<ExitCode>(128 + 15);
  const Error cancelled = make_error("run.cancelled", {}, code);
  if (open->kind == Open::Kind::furtherJob) co_return false;
  auto held = m_targets.hold(open->run.target);
  if (!held || !open->hasBegun) co_return endNow(cancelled);
  while (!m_tasks.token().stop_requested()) {
    auto discarded =
        co_await discardRun(held->target, open->run.folder, open->run.run, m_tasks.token());
    if (discarded) co_return endNow(cancelled);
    if (discarded.error().code == "run.submitted") co_return false;
    if (!may_succeed_later(discarded.error()) &&
        (!open->mayHaveJob || discarded.error().code == "run.folder_taken"))
      co_return endNow(
          make_error("run.cancelled_and_left", {{"why", as_argument(discarded.error())}}, code));
    report(*open, "phase.discarding", {{"target", open->run.target.toStdString()}});
    co_await untilWorthTrying(*held->site, m_tasks.token());
  }
  co_return true;
}

// False: the service ended before this was stored; the next one arrives at the same result.
QCoro::Task<bool> Submissions::fail(std::shared_ptr<Open> open, Error error) {
  Waiter waiter;
  while (true) {
    if (m_registry.check(writeFailure(*open, error))) break;
    if (const Waited waited = co_await waiter.wait(m_tasks.token(), QDeadlineTimer(storeAgain));
        waited == Waited::stopped)
      co_return false;
  }
  open->result = std::move(error);
  co_return true;
}

Result<void> Submissions::writeFailure(Open& open, const Error& error) {
  const RunRecord& before = open.run;
  if (open.kind == Open::Kind::furtherJob && !trainyard::isOpen(before.state))
    return m_registry.writer.setEnded(before.run, before.state, before.code,
                                      {before.reasonCode, before.reasonArguments, before.reason},
                                      before.exitCode.value_or(static_cast<int>(ExitCode::failed)));
  if (open.kind == Open::Kind::newRun && open.waiting > 0)
    return m_registry.writer.removeRun(before.run);
  return m_registry.writer.setEnded(before.run, RunState::failed, text(error.code),
                                    messageOf(error), static_cast<int>(error.exit_code));
}

void Submissions::report(Open& open, const char* code, Map arguments) {
  const Message reason = makeMessage(code, std::move(arguments));
  if (open.said == reason.text) return;
  open.said = reason.text;
  m_registry.check(m_registry.writer.setReason(open.run.run, reason));
  emit m_registry.changed(open.run.run);
}

void Submissions::noteProgress(Open& open, const TransferProgress& progress) {
  open.awayReason.reset();
  report(open, phaseOf(progress.what, open.run.target == QLatin1String("here")),
         {{"target", open.run.target.toStdString()}});
  if (progress.bytesDone > 0 || progress.bytesTotal > 0)
    emit m_registry.progressed({open.run.run,
                                {},
                                progress.what,
                                progress.bytesDone,
                                progress.bytesTotal,
                                progress.bytesPerSecond,
                                progress.secondsLeft});
}

}  // namespace trainyard
