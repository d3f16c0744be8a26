// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the end of a run depends on everything seen of it.
#include "remote/service/life/run_watcher.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/schedulers/slurm/task_job.h"
#include "remote/service/registry/adopted_job.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/service/life/run_end.h"
#include "remote/submit/run_files.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::chrono::milliseconds endPause{100}, storePause{2000};
// The maximum age of a scheduler's answer.
constexpr std::chrono::minutes oldestAnswer{3};
constexpr std::chrono::seconds waitingPause{20};
constexpr int lastMessages = 10;
// How many jobs in a row may be lost before they began.
constexpr int lostLimit = 3;
// How often the scheduler is queried just because an attempt is silent.
constexpr std::chrono::seconds hastePause{60};

// Whether the reason in the store is another one afterwards.
bool setsReason(const Event& event) {
  return std::holds_alternative<HeaderEvent>(event.body) ||
         std::holds_alternative<EndEvent>(event.body);
}

bool isMoreThanProgress(const Event& event) {
  return setsReason(event) || std::holds_alternative<StartEvent>(event.body) ||
         std::holds_alternative<StudyEvent>(event.body);
}

}  // namespace

RunWatcher::RunWatcher(RunRegistry& registry, TargetRegistry& targets,
                       QNetworkAccessManager& network, HeldTarget held, RunRecord run,
                       JobRecord job, QString jobFolder)
    : m_registry(registry),
      m_targets(targets),
      m_network(network),
      m_held(std::move(held)),
      m_host(*m_held.target.host),
      m_scheduler(*m_held.target.scheduler),
      m_run(std::move(run)),
      m_job(std::move(job)),
      m_jobFolder(std::move(jobFolder)),
      m_lastReached(unix_time()) {}

JobPlace RunWatcher::place() const {
  return {m_jobFolder, m_job.submission, m_job.token, m_job.job, m_run.arrayIndex, m_job.submitted};
}

// False if it should end.
QCoro::Task<bool> RunWatcher::pause(std::chrono::milliseconds time, std::stop_token stop) {
  Waiter waiter;
  co_return co_await waiter.wait(stop, QDeadlineTimer(time)) != Waited::stopped;
}

QCoro::Task<RunWatcher::End> RunWatcher::watch(std::stop_token stop) {
  m_held.site->useHelper(m_held.target.base, m_held.target.programs);
  while (!stop.stop_requested()) {
    auto state = co_await m_scheduler.state(place(), stop);
    if (!state) {
      co_await waitForTarget(state.error(), stop);
      continue;
    }
    if (state->phase == JobState::Phase::unknown && isAway()) {
      co_await waitForTarget(away(), stop);
      continue;
    }
    const bool gone = state->phase == JobState::Phase::gone;
    auto next = co_await nextAttempt(!m_looked || state->phase != JobState::Phase::waiting, stop);
    if (!next) {
      if (next.error().code.starts_with("store."))
        m_registry.check(next.error()), co_await pause(storePause, stop);
      else
        co_await waitForTarget(next.error(), stop);
      continue;
    }
    reached();
    noteScheduler(*state);
    if (*next) {
      m_restarts = state->restarts;
      co_await follow(**next, stop);
      continue;
    }
    if (gone) {
      auto end = co_await close(*state, stop);
      if (end) co_return *end;
      co_await waitForTarget(end.error(), stop);
      continue;
    }
    showQueue(*state);
    co_await pause(m_host.pause(), stop);
  }
  co_return End::stopped;
}

QCoro::Task<Result<QList<int>>> RunWatcher::attemptNumbers(std::stop_token stop) {
  CO_TRY(auto entries, co_await m_host.list(m_run.folder + QStringLiteral("/attempts"), stop));
  QList<int> numbers;
  for (const FolderEntry& entry : entries) {
    bool isNumber = false;
    const int number = entry.name.toInt(&isNumber);
    if (isNumber && number > 0 && entry.isFolder && entry.name.size() >= 4) numbers.append(number);
  }
  std::sort(numbers.begin(), numbers.end());
  co_return numbers;
}

// The first attempt that is not closed yet.
QCoro::Task<Result<std::optional<AttemptCursor>>> RunWatcher::nextAttempt(bool mayHaveNew,
                                                                          std::stop_token stop) {
  if (!mayHaveNew) co_return std::optional<AttemptCursor>();
  CO_TRY(auto numbers, co_await attemptNumbers(stop));
  auto cursors = m_registry.writer.cursors(m_run.run);
  if (!cursors)
    co_return cursors.error();  // for example a full disk; the events stay in their
                                // file
  m_looked = true;
  for (const int number : numbers) {
    const auto cursor = std::find_if(cursors->begin(), cursors->end(),
                                     [&](const AttemptCursor& c) { return c.attempt == number; });
    if (cursor == cursors->end()) co_return std::optional(AttemptCursor{number, 0, false});
    if (!cursor->ended) co_return std::optional(*cursor);
  }
  co_return std::optional<AttemptCursor>();
}

QCoro::Task<void> RunWatcher::follow(AttemptCursor cursor, std::stop_token stop) {
  const OnEnd onEnd = m_held.target.isHere() ? OnEnd::endRun : OnEnd::endAttempt;
  const auto sink = [&](const EventBatch& batch) -> Result<void> {
    auto fresh =
        m_registry.writer.importEvents(m_run.run, cursor.attempt, batch.events, *batch.offset,
                                       batch.badLines, onEnd, batch.longLines);
    if (!m_registry.check(fresh ? Result<void>() : Result<void>(fresh.error())))
      return std::move(fresh).error();
    reached();
    // When reading the file, its events show that it is running.
    if (!m_way.isEmpty()) m_nextHaste = QDeadlineTimer(hastePause);
    // The stream does not depend on the scheduler; and a header clears the reason.
    if (m_way.isEmpty() && std::exchange(m_schedulerIsSilent, false)) report({});
    if (std::any_of(fresh->begin(), fresh->end(), setsReason)) forgetSaid();
    if (!m_way.isEmpty()) report(m_way);
    emit m_registry.imported(m_run.run, cursor.attempt, *fresh);
    if (std::any_of(fresh->begin(), fresh->end(), isMoreThanProgress))
      emit m_registry.changed(m_run.run);
    return {};
  };
  const auto isGone = [&]() -> QCoro::Task<bool> { return isAttemptGone(cursor.attempt, stop); };
  const auto onFile = [&](const Error& error) {
    const char* code = error.code == "forward.refused"   ? "follow.no_forwarding"
                       : error.code == "follow.unproven" ? "follow.unproven"
                                                         : "follow.no_node";
    m_way = makeMessage(code, {{"target", m_held.target.name.toStdString()}});
    report(m_way);
    if (error.code == "forward.refused") m_targets.noteForward(m_held.target.name, false);
  };
  m_sawRunning = false;
  m_attemptFresh = QDeadlineTimer(oldestAnswer);
  m_nextHaste = QDeadlineTimer(m_host.pause());
  AttemptFollower follower(m_host, m_network, sink, isGone, onFile);
  const QString folder = QStringLiteral("%1/attempts/%2")
                             .arg(m_run.folder)
                             .arg(cursor.attempt, 4, 10, QLatin1Char('0'));
  for (;;) {
    AttemptPlace at{folder, cursor.attempt, cursor.offset};
    const FollowEnd end = co_await follower.follow(std::move(at), stop);
    if (end == FollowEnd::ended) m_held.site->expectChange();
    if (end == FollowEnd::unreachable) {
      co_await waitForTarget(follower.problem(), stop);
      if (stop.stop_requested()) co_return;
      auto cursors = m_registry.writer.cursors(m_run.run);
      if (!cursors) co_return;
      for (const AttemptCursor& known : *cursors)
        if (known.attempt == cursor.attempt) cursor = known;
      continue;
    }
    m_way = {};
    if (end == FollowEnd::gone) co_await closeAttempt(cursor.attempt, stop);
    // If it ended, continues immediately. Otherwise the store accepted nothing, or may not have.
    const auto rest = end == FollowEnd::gone ? endPause : storePause;
    if (end != FollowEnd::ended) co_await pause(rest, stop);
    co_return;
  }
}

// Whether the scheduler has restarted the job since this attempt was first seen.
bool RunWatcher::wasStartedAgain(const JobState& state) const {
  if (state.restarts > m_restarts) return true;
  return state.phase == JobState::Phase::waiting && (m_sawRunning || m_attemptFresh.hasExpired());
}

QCoro::Task<bool> RunWatcher::isAttemptGone(int attempt, std::stop_token stop) {
  auto state = co_await m_scheduler.state(place(), stop);
  if (!state) co_return false;
  noteScheduler(*state);
  if (state->phase == JobState::Phase::gone || wasStartedAgain(*state)) co_return true;
  m_sawRunning |= state->phase == JobState::Phase::running;
  if (m_nextHaste.hasExpired()) {
    m_nextHaste = QDeadlineTimer(hastePause);
    m_held.site->expectChange();
  }
  if (!m_nextLook.hasExpired()) co_return false;
  m_nextLook = QDeadlineTimer(m_held.target.isHere() ? std::chrono::milliseconds(0)
                                                     : std::chrono::milliseconds(waitingPause));
  auto numbers = co_await attemptNumbers(stop);
  co_return numbers && !numbers->isEmpty() && numbers->last() > attempt;
}

// The scheduler is silent because of the link.
bool RunWatcher::isAway() const { return m_held.site->link().link != TargetLink::connected; }

Error RunWatcher::away() const {
  Error error = errorOf(m_held.site->link());
  error.exit_code = ExitCode::unreachable;
  return error;
}

// A mark that is only written by this user's cancellation. An error: it could not be checked.
QCoro::Task<Result<bool>> RunWatcher::isCancelled(std::stop_token stop) {
  auto mark = co_await m_host.readFile(m_run.folder + QStringLiteral("/cancel"), 0, 1, stop);
  if (!mark && (mark.error().exit_code == ExitCode::unreachable || stop.stop_requested()))
    co_return mark.error();
  co_return mark.ok();
}

// The attempt's writer is gone, and it has no end.
QCoro::Task<void> RunWatcher::closeAttempt(int attempt, std::stop_token stop) {
  auto state = co_await m_scheduler.state(place(), stop);
  if (!state || stop.stop_requested()) co_return;
  if (state->phase != JobState::Phase::gone) {
    m_registry.check(m_registry.writer.closeAttempt(
        m_run.run, attempt, RunState::failed, QStringLiteral("attempt.superseded"),
        makeMessage("attempt.superseded"), static_cast<int>(ExitCode::failed), OnEnd::endAttempt));
    emit m_registry.changed(m_run.run);
    co_return;
  }
  auto reaped = co_await m_scheduler.reap(m_run.folder, stop);
  const auto cancelled = co_await isCancelled(stop);
  if (!cancelled || stop.stop_requested()) co_return;  // it will be checked again
  const auto output = co_await outputOfJob(stop);
  if (stop.stop_requested()) co_return;
  const RunEnd end =
      endWithoutWord(*cancelled, *state, reaped ? *reaped : 0, output.value_or(QByteArray()));
  m_registry.check(m_registry.writer.closeAttempt(
      m_run.run, attempt, end.outcome, end.code, end.reason, end.exitCode,
      m_held.target.isHere() ? OnEnd::endRun : OnEnd::endAttempt));
  emit m_registry.changed(m_run.run);
}

// The job is gone and every attempt is closed. An error: the target was needed and could not be
// queried.
QCoro::Task<Result<RunWatcher::End>> RunWatcher::close(JobState state, std::stop_token stop) {
  auto record = m_registry.store.run(m_run.run);
  if (!record) co_return End::over;
  auto attempts = m_registry.store.attempts(m_run.run);
  const bool hasEnd = attempts && !attempts->isEmpty() && attempts->last().outcome.has_value();
  // An open run that is no longer waiting: either the attempt's end was not yet taken as the run's;
  // or the job should have been restarted, and was not; or this job completed it, a controller that
  // lost its state requeued it, and its agent then did nothing.
  const bool wasRefused = hasEnd && requeuedBy(state) && !(state.end && state.end->wins);
  const bool wasCompleted = hasEnd && attempts->last().outcome == RunState::completed &&
                            attempts->last().jobId == taskJob(m_job.job, m_run.arrayIndex);
  const bool endsAsAttempt = isOpen(record->state) && hasEnd &&
                             (record->state == RunState::running || wasRefused || wasCompleted);
  if (isOpen(record->state) && !endsAsAttempt) {
    CO_TRY(const bool again, co_await wasNeverThere(state, stop));
    if (again) {
      m_registry.check(m_registry.writer.addWarning(
          m_run.run,
          makeMessage("run.submitted_again", {{"number", std::int64_t{m_job.submission}}}),
          unix_time()));
      co_return End::again;
    }
    CO_TRY(co_await closeUnstarted(state, stop));
    co_return End::over;
  }
  if (!hasEnd) co_return End::over;
  const AttemptRecord attempt = attempts->last();
  const auto better = betterEnd(*attempt.outcome, state);
  if (better)
    m_registry.check(m_registry.writer.replaceEnd(m_run.run, attempt.attempt, better->outcome,
                                                  better->code, better->reason, better->exitCode));
  if (endsAsAttempt) {
    const RunState outcome = better ? better->outcome : *attempt.outcome;
    const QString code = better ? better->code : attempt.code;
    auto again = co_await wantsAgain(outcome, code, stop);
    if (!again) co_return again.error();
    if (*again) co_return End::again;
    m_registry.check(m_registry.writer.endAs(m_run.run, attempt.attempt));
  }
  emit m_registry.changed(m_run.run);
  co_return End::over;
}

// The end of what the job itself wrote, beside its attempts' files; nothing if there is no such
// file.
QCoro::Task<std::optional<QByteArray>> RunWatcher::outputOfJob(std::stop_token stop) {
  const bool isHere = m_held.target.isHere();
  const QString folder = isHere ? m_run.folder : m_jobFolder,
                name =
                    isHere
                        ? QStringLiteral("output.log")
                        : QStringLiteral("output-%1.log").arg(taskJob(m_job.job, m_run.arrayIndex));
  co_return co_await readTail(
      m_host, QStringLiteral("%1/submissions/%2/%3").arg(folder).arg(m_job.submission).arg(name),
      stop);
}

QCoro::Task<Result<void>> RunWatcher::closeUnstarted(JobState state, std::stop_token stop) {
  (void)co_await m_scheduler.reap(m_run.folder, stop);
  CO_TRY(const auto cancelled, co_await isCancelled(stop));
  const auto tail = co_await outputOfJob(stop);
  const auto said = tail || m_held.target.isHere()
                        ? std::optional(lastLine(tail.value_or(QByteArray())))
                        : std::nullopt;
  if (stop.stop_requested()) co_return cancelledError();
  const RunEnd end = isAdoptedJob(m_run) ? endOfAdopted(cancelled, state)
                                         : endUnstarted(cancelled, state, said, m_jobFolder);
  m_registry.check(
      m_registry.writer.setEnded(m_run.run, end.outcome, end.code, end.reason, end.exitCode));
  emit m_registry.changed(m_run.run);
  co_return {};
}

// Whether the submission found out on the login node that the scheduler had forgotten the job soon
// after its release, before it ran: nobody has to ask for it again.
QCoro::Task<Result<bool>> RunWatcher::wasNeverThere(JobState state, std::stop_token stop) {
  if (!isLostJob(state.code) || isAdoptedJob(m_run)) co_return false;
  CO_TRY(const auto cancelled, co_await isCancelled(stop));
  if (cancelled) co_return false;
  CO_TRY(const int next, co_await m_scheduler.nextSubmission(m_jobFolder, m_job.submission, stop));
  if (next == m_job.submission) co_return false;
  auto jobs = m_registry.store.jobs(m_run.run);
  auto attempts = m_registry.store.attempts(m_run.run);
  if (!jobs || !attempts) co_return false;
  const auto hasRun = [&](const JobRecord& job) {
    return std::any_of(attempts->begin(), attempts->end(), [&](const AttemptRecord& attempt) {
      return attempt.jobId == taskJob(job.job, m_run.arrayIndex);
    });
  };
  const auto lost = std::find_if(jobs->rbegin(), jobs->rend(), hasRun) - jobs->rbegin();
  if (lost > lostLimit) co_return false;
  // A further job does not have the scheduler's own dependencies: they could be unmet.
  CO_TRY(const auto resolved, co_await readResolved(m_host, m_run.folder, stop));
  co_return resolved && !resolved->resources.dependency;
}

// Whether the job's submission delegated restarting after such an end to the service, and the run
// makes progress that way.
QCoro::Task<Result<bool>> RunWatcher::wantsAgain(RunState outcome, QString code,
                                                 std::stop_token stop) {
  const bool isNodeLoss =
      outcome == RunState::failed &&
      (code == QLatin1String("node.lost") || trainyard::isNodeLoss(code.toStdString()));
  if (m_held.target.isHere() ||
      (outcome != RunState::timed_out && outcome != RunState::preempted && !isNodeLoss))
    co_return false;
  CO_TRY(const auto cancelled, co_await isCancelled(stop));
  if (cancelled) co_return false;
  const auto follows = co_await readWhatFollows(m_host, m_jobFolder, m_job.submission, stop);
  if (!follows && follows.error().exit_code == ExitCode::unreachable) co_return follows.error();
  if (!follows || (outcome == RunState::timed_out ? follows->afterTimeLimit
                                                  : follows->afterPreemption) != GoesOn::byService)
    co_return false;
  CO_TRY(const auto resolved, co_await readResolved(m_host, m_run.folder, stop));
  auto attempts = m_registry.store.attempts(m_run.run);
  auto checkpoints = m_registry.store.checkpoints(m_run.run);
  auto highest = m_registry.store.highestSteps(m_run.run);
  co_return resolved && attempts && checkpoints && highest &&
      goesOnByItself(*resolved, outcome, *attempts, *checkpoints, *highest);
}

// The message of the newest attempt when it requeued its job, as long as the job has not restarted;
// nothing: it did not. Slurm counts the restart immediately, but shows such a job as completing
// until it has cleaned up: minutes on a lost node.
std::optional<Message> RunWatcher::requeuedBy(const JobState& state) {
  auto attempts = m_registry.store.attempts(m_run.run);
  if (!attempts || attempts->isEmpty() || !attempts->last().outcome) return {};
  const QString job = taskJob(m_job.job, m_run.arrayIndex);
  const auto starts =
      std::count_if(attempts->begin(), attempts->end(),
                    [&](const AttemptRecord& attempt) { return attempt.jobId == job; });
  if (starts <= state.restarts && !state.isEnding) return {};
  auto messages = m_registry.store.messages(m_run.run, lastMessages);
  if (!messages) return {};
  for (const MessageRecord& message : *messages)
    if (message.attempt == attempts->last().attempt &&
        message.code == QLatin1String("restart.requeued"))
      return Message{message.code.toStdString(), message.arguments, message.text};
  return {};
}

void RunWatcher::showQueue(const JobState& state) {
  if (state.phase == JobState::Phase::unknown) return;
  const auto word = state.phase == JobState::Phase::running ? requeuedBy(state) : std::nullopt;
  const bool waits = state.phase == JobState::Phase::waiting || word;
  auto record = m_registry.store.run(m_run.run);
  const bool again = record && record->attempt > 0 && state.restarts > 0;
  Message reason = waits ? Message(state.code, state.arguments, state.reason)
                         : makeMessage(isAdoptedJob(m_run) ? "run.adopted" : "run.starting");
  if (state.waitsForJobs)
    if (auto runs = waitsFor(m_registry.store, m_run.after)) reason = std::move(*runs);
  if (waits && !m_run.after.isEmpty())
    if (auto never = neverStarts(m_registry.store, m_run.after)) reason = std::move(*never);
  if (word || (waits && again))
    reason = makeMessage("run.requeued", {{"why", asArgument(word ? *word : reason)}});
  const QString key = nameOf(waits ? RunState::waiting : RunState::running) + reason.text +
                      QString::number(state.expectedStart);
  if (m_shownReason == key) return;
  // An attempt's reported end, or that it is running, is kept until something new starts.
  if (record && !waits && (!isOpen(record->state) || record->state == RunState::running)) return;
  m_registry.check(m_registry.writer.setOpen(
      m_run.run, waits ? RunState::waiting : RunState::running, reason, state.expectedStart));
  m_shownReason = key;
  emit m_registry.changed(m_run.run);
}

void RunWatcher::report(const Message& reason) {
  if (m_shownReason == reason.text) return;
  m_registry.check(m_registry.writer.setReason(m_run.run, reason));
  m_shownReason = reason.text;
  emit m_registry.changed(m_run.run);
}

// A scheduler that does not answer says nothing about the run.
void RunWatcher::noteScheduler(const JobState& state) {
  if (state.phase == JobState::Phase::unknown) {
    // An unreachable target is reported differently.
    if (m_held.site->link().link != TargetLink::connected) return;
    m_schedulerIsSilent = true;
    report({state.code, state.arguments, state.reason});
  } else if (std::exchange(m_schedulerIsSilent, false)) {
    report(m_way);
  }
}

void RunWatcher::reached() {
  m_lastReached = unix_time();
  m_targets.noteReached(m_held.target.name);
  if (std::exchange(m_unreachableSince, 0.0) > 0) report(m_way);
}

QCoro::Task<void> RunWatcher::waitForTarget(Error error, std::stop_token stop) {
  if (stop.stop_requested()) co_return;
  if (m_unreachableSince == 0) {
    m_unreachableSince = unix_time();
    m_awayReason = {};
  }
  error = keptReason(m_awayReason, std::move(error));
  report(makeMessage(
      error.exit_code == ExitCode::unreachable ? "run.unreachable_since" : "run.silent_since",
      {{"target", m_held.target.name.toStdString()},
       {"since", momentText(m_unreachableSince).toStdString()},
       {"seen", momentText(m_lastReached).toStdString()},
       {"why", as_argument(error)}}));
  co_await untilWorthTrying(*m_held.site, stop);
}

}  // namespace trainyard
