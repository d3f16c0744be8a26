// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/run_watcher.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/registry/adopted_job.h"
#include "remote/submit/run_files.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

using watching::Fact;

// How often the scheduler is queried just because an attempt is silent; and its attempts listed.
constexpr std::chrono::seconds hastePause{60};
constexpr double listingPause = 20;
constexpr int lastMessages = 10;

// Whether the reason in the store is another one afterwards.
bool setsReason(const Event& event) {
  return std::holds_alternative<HeaderEvent>(event.body) ||
         std::holds_alternative<EndEvent>(event.body);
}

bool isMoreThanProgress(const Event& event) {
  return setsReason(event) || std::holds_alternative<StartEvent>(event.body) ||
         std::holds_alternative<StudyEvent>(event.body);
}

double steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

QCoro::Task<void> pause(std::chrono::milliseconds time, std::stop_token stop) {
  Waiter waiter;
  co_await waiter.wait(stop, QDeadlineTimer(time));
}

}  // namespace

RunWatcher::RunWatcher(RunRegistry& registry, TargetRegistry& targets,
                       QNetworkAccessManager& network, HeldTarget held, RunRecord run,
                       JobRecord job, QString jobFolder, std::function<bool()> hasOpenCancel)
    : m_registry(registry),
      m_targets(targets),
      m_network(network),
      m_held(std::move(held)),
      m_run(std::move(run)),
      m_job(std::move(job)),
      m_jobFolder(std::move(jobFolder)),
      m_hasOpenCancel(std::move(hasOpenCancel)),
      m_reports(registry, targets, m_run) {}

JobPlace RunWatcher::place() const {
  return {m_jobFolder, m_job.submission, m_job.token, m_job.job, m_run.arrayIndex, m_job.submitted};
}

void RunWatcher::beginRound() {
  WatchObservation fresh;
  fresh.isHere = m_held.target.isHere();
  fresh.isAdopted = isAdoptedJob(m_run);
  fresh.submission = m_job.submission;
  fresh.job = taskJob(m_job.scheduler, m_job.job, m_run.arrayIndex);
  fresh.folder = m_jobFolder;
  fresh.hasListed = m_seen.hasListed;
  m_seen = std::move(fresh);
}

QCoro::Task<RunWatcher::End> RunWatcher::watch(std::stop_token stop) {
  m_held.site->useHelper(m_held.target.base, m_held.target.programs);
  beginRound();
  while (!m_end && !stop.stop_requested()) {
    m_seen.hasOpenCancel = m_hasOpenCancel();
    const WatchAction action = decideWatch(m_seen);
    co_await std::visit([&](const auto& step) { return perform(step, stop); }, action);
  }
  co_return m_end.value_or(End::stopped);
}

QCoro::Task<void> RunWatcher::perform(watching::Read step, std::stop_token stop) {
  if (auto done = co_await read(step.fact, stop); !done) m_seen.problem = done.error();
}

QCoro::Task<Result<void>> RunWatcher::read(Fact fact, std::stop_token stop) {
  Host& host = *m_held.target.host;
  Scheduler& scheduler = *m_held.target.scheduler;
  switch (fact) {
    case Fact::job: {
      CO_TRY(m_seen.state, co_await scheduler.state(place(), stop));
      const TargetSite::Link link = m_held.site->link();
      if (link.link == TargetLink::connected) break;
      m_seen.away = errorOf(link);
      m_seen.away->exit_code = ExitCode::unreachable;
      break;
    }
    case Fact::attempts:
      co_return co_await readAttempts(stop);
    case Fact::store:
      co_return readStore();
    case Fact::processes:
      co_await endProcesses(stop);
      break;
    case Fact::cancelMark:
      co_return co_await readCancelMark(stop);
    case Fact::output:
      m_seen.output = co_await outputOfJob(stop);
      break;
    case Fact::nextSubmission: {
      CO_TRY(m_seen.nextSubmission,
             co_await scheduler.nextSubmission(m_jobFolder, m_job.submission, stop));
      break;
    }
    case Fact::whatFollows:
      co_return co_await readFollows(stop);
    case Fact::document: {
      CO_TRY(m_seen.resolved, co_await readResolved(host, m_run.folder, stop));
      break;
    }
    case Fact::progress:
      readProgress();
      break;
  }
  co_return {};
}

QCoro::Task<Result<QList<int>>> RunWatcher::attemptNumbers(std::stop_token stop) {
  CO_TRY(auto entries,
         co_await m_held.target.host->list(m_run.folder + QStringLiteral("/attempts"), stop));
  QList<int> numbers;
  for (const FolderEntry& entry : entries) {
    bool isNumber = false;
    const int number = entry.name.toInt(&isNumber);
    if (isNumber && number > 0 && entry.isFolder && entry.name.size() >= 4) numbers.append(number);
  }
  std::sort(numbers.begin(), numbers.end());
  co_return numbers;
}

// The first attempt that is not closed yet. If the store cannot say, for example because of a full
// disk, the events stay in their file.
QCoro::Task<Result<void>> RunWatcher::readAttempts(std::stop_token stop) {
  CO_TRY(const auto numbers, co_await attemptNumbers(stop));
  CO_TRY(const auto cursors, m_registry.writer.cursors(m_run.run));
  m_seen.isListed = m_seen.hasListed = true;
  for (const int number : numbers) {
    const auto cursor = std::find_if(cursors.begin(), cursors.end(),
                                     [&](const AttemptCursor& c) { return c.attempt == number; });
    if (cursor != cursors.end() && cursor->ended) continue;
    m_seen.open = cursor == cursors.end() ? AttemptCursor{number, 0, false} : *cursor;
    break;
  }
  co_return {};
}

// What was known of the cancellation is older than that.
QCoro::Task<void> RunWatcher::endProcesses(std::stop_token stop) {
  const auto reaped = co_await m_held.target.scheduler->reap(m_run.folder, stop);
  m_seen.reaped = reaped ? *reaped : 0;
  m_seen.isCancelled.reset();
}

// A mark that is only written by this user's cancellation. An error: it could not be checked.
QCoro::Task<Result<void>> RunWatcher::readCancelMark(std::stop_token stop) {
  auto mark =
      co_await m_held.target.host->readFile(m_run.folder + QStringLiteral("/cancel"), 0, 1, stop);
  if (!mark && (mark.error().exit_code == ExitCode::unreachable || stop.stop_requested()))
    co_return mark.error();
  m_seen.isCancelled = mark.ok();
  co_return {};
}

QCoro::Task<Result<void>> RunWatcher::readFollows(std::stop_token stop) {
  const auto follows =
      co_await readWhatFollows(*m_held.target.host, m_jobFolder, m_job.submission, stop);
  if (!follows && follows.error().exit_code == ExitCode::unreachable) co_return follows.error();
  m_seen.follows = follows ? *follows : WhatFollows();
  co_return {};
}

// The end of what the job itself wrote, beside its attempts' files; nothing if there is no such
// file.
QCoro::Task<std::optional<QByteArray>> RunWatcher::outputOfJob(std::stop_token stop) {
  const QString folder = m_seen.isHere ? m_run.folder : m_jobFolder,
                name = m_seen.isHere ? QStringLiteral("output.log")
                                     : QStringLiteral("output-%1.log").arg(m_seen.job);
  co_return co_await readTail(
      *m_held.target.host,
      QStringLiteral("%1/submissions/%2/%3").arg(folder).arg(m_job.submission).arg(name), stop);
}

Result<KnownRun> RunWatcher::storedRun() {
  KnownRun stored;
  TRY(const RunRecord record, m_registry.store.run(m_run.run));
  stored.state = record.state;
  TRY(stored.attempts, m_registry.store.attempts(m_run.run));
  TRY(stored.jobs, m_registry.store.jobs(m_run.run));
  for (JobRecord& job : stored.jobs) job.job = taskJob(job.scheduler, job.job, m_run.arrayIndex);
  if (!stored.newestEnded()) return stored;
  TRY(const auto messages, m_registry.store.messages(m_run.run, lastMessages));
  for (const MessageRecord& message : messages)
    if (message.attempt == stored.attempts.last().attempt &&
        message.code == QLatin1String("restart.requeued") && !stored.requeued)
      stored.requeued = Message{message.code.toStdString(), message.arguments, message.text};
  return stored;
}

Result<void> RunWatcher::readStore() {
  auto stored = storedRun();
  m_seen.isForgotten = !stored && stored.error().kind == ErrorKind::not_found;
  if (!stored && !m_seen.isForgotten) return stored.error();
  if (stored) m_seen.stored = *std::move(stored);
  return {};
}

void RunWatcher::readProgress() {
  m_seen.progress.emplace();
  auto checkpoints = m_registry.store.checkpoints(m_run.run);
  auto highest = m_registry.store.highestSteps(m_run.run);
  if (checkpoints && highest)
    m_seen.progress = RunProgress{*std::move(checkpoints), *std::move(highest)};
}

QCoro::Task<void> RunWatcher::perform(watching::NoteAnswer, std::stop_token) {
  m_seen.isNoted = true;
  m_reports.noteReached();
  m_reports.noteScheduler(*m_seen.state, !m_seen.away);
  co_return;
}

QCoro::Task<void> RunWatcher::perform(watching::Follow step, std::stop_token stop) {
  m_followed = {step.cursor.attempt, {}, false, steadySeconds(), m_followed.nextListing};
  noteRestarts(*m_seen.state);
  m_nextHaste = QDeadlineTimer(m_held.target.host->pause());
  m_seen.followed = co_await follow(step.cursor, stop);
  // What is known of the job is older than what was followed.
  m_seen.state.reset();
  m_reports.setWay({});
}

QCoro::Task<FollowEnd> RunWatcher::follow(AttemptCursor cursor, std::stop_token stop) {
  const auto sink = [&](const EventBatch& batch) { return importEvents(cursor.attempt, batch); };
  const auto isGone = [&]() -> QCoro::Task<bool> { return isAttemptGone(stop); };
  const auto onFile = [&](const Error& error) { noteFile(error); };
  AttemptFollower follower(*m_held.target.host, m_network, sink, isGone, onFile);
  const QString folder = QStringLiteral("%1/attempts/%2")
                             .arg(m_run.folder)
                             .arg(cursor.attempt, 4, 10, QLatin1Char('0'));
  for (;;) {
    AttemptPlace at{folder, cursor.attempt, cursor.offset};
    const FollowEnd end = co_await follower.follow(std::move(at), stop);
    if (end == FollowEnd::ended) m_held.site->expectChange();
    if (end != FollowEnd::unreachable) co_return end;
    co_await wait(follower.problem(), stop);
    const auto cursors = m_registry.writer.cursors(m_run.run);
    if (!cursors || stop.stop_requested()) co_return FollowEnd::stopped;
    for (const AttemptCursor& known : *cursors)
      if (known.attempt == cursor.attempt) cursor = known;
  }
}

Result<void> RunWatcher::importEvents(int attempt, const EventBatch& batch) {
  const OnEnd onEnd = m_seen.isHere ? OnEnd::endRun : OnEnd::endAttempt;
  auto fresh = m_registry.writer.importEvents(m_run.run, attempt, batch.events, *batch.offset,
                                              batch.badLines, onEnd, batch.longLines);
  if (!m_registry.check(fresh ? Result<void>() : Result<void>(fresh.error())))
    return std::move(fresh).error();
  m_reports.noteReached();
  const bool isFile = !m_reports.way().isEmpty();
  // When reading the file, its events show that it is running.
  if (isFile) m_nextHaste = QDeadlineTimer(hastePause);
  if (!isFile) m_reports.noteStream();
  if (std::any_of(fresh->begin(), fresh->end(), setsReason)) m_reports.forget();
  if (isFile) m_reports.report(m_reports.way());
  emit m_registry.imported(m_run.run, attempt, *fresh);
  if (std::any_of(fresh->begin(), fresh->end(), isMoreThanProgress))
    emit m_registry.changed(m_run.run);
  return {};
}

// The file is read instead of the stream.
void RunWatcher::noteFile(const Error& why) {
  const QString& target = m_held.target.name;
  const char* code = why.code == "forward.refused"   ? "follow.no_forwarding"
                     : why.code == "follow.unproven" ? "follow.unproven"
                                                     : "follow.no_node";
  m_reports.setWay(makeMessage(code, {{"target", target.toStdString()}}));
  m_reports.report(m_reports.way());
  if (why.code == "forward.refused") m_targets.noteForward(target, false);
}

QCoro::Task<bool> RunWatcher::isAttemptGone(std::stop_token stop) {
  auto state = co_await m_held.target.scheduler->state(place(), stop);
  if (!state) co_return false;
  m_reports.noteScheduler(*state, m_held.site->link().link == TargetLink::connected);
  noteRestarts(*state);
  AttemptNow now = decideFollowed(m_followed, *state, {}, steadySeconds());
  if (now == AttemptNow::gone) co_return true;
  m_followed.wasRunning |= state->phase == JobState::Phase::running;
  if (m_nextHaste.hasExpired()) {
    m_nextHaste = QDeadlineTimer(hastePause);
    m_held.site->expectChange();
  }
  if (now == AttemptNow::continues) co_return false;
  m_followed.nextListing = steadySeconds() + (m_seen.isHere ? 0 : listingPause);
  const auto numbers = co_await attemptNumbers(stop);
  if (!numbers || numbers->isEmpty()) co_return false;
  now = decideFollowed(m_followed, *state, numbers->last(), steadySeconds());
  m_seen.isSuperseded = now == AttemptNow::superseded;
  co_return m_seen.isSuperseded;
}

// A scheduler that does not answer does not know them.
void RunWatcher::noteRestarts(const JobState& state) {
  if (!m_followed.restarts && state.phase != JobState::Phase::unknown)
    m_followed.restarts = state.restarts;
}

QCoro::Task<void> RunWatcher::perform(watching::ShowQueue, std::stop_token stop) {
  const JobState& state = *m_seen.state;
  std::optional<Message> requeued;
  if (state.phase == JobState::Phase::running)
    if (const auto stored = storedRun()) requeued = requeuedBy(*stored, state, m_seen.job);
  if (state.phase != JobState::Phase::unknown) m_reports.showQueue(state, requeued);
  co_await pause(m_held.target.host->pause(), stop);
  beginRound();
}

QCoro::Task<void> RunWatcher::perform(watching::CloseAttempt step, std::stop_token) {
  m_registry.check(m_registry.writer.closeAttempt(m_run.run, step.attempt, step.end.outcome,
                                                  step.end.code, step.end.reason, step.end.exitCode,
                                                  step.onEnd));
  m_seen.isClosed = true;
  emit m_registry.changed(m_run.run);
  co_return;
}

QCoro::Task<void> RunWatcher::perform(watching::ReplaceEnd step, std::stop_token) {
  m_seen.isReplaced = true;
  m_registry.check(m_registry.writer.replaceEnd(m_run.run, step.attempt, step.end.outcome,
                                                step.end.code, step.end.reason, step.end.exitCode));
  co_return;
}

QCoro::Task<void> RunWatcher::wait(const Error& why, std::stop_token stop) {
  if (stop.stop_requested()) co_return;
  m_reports.noteAway(why);
  co_await untilWorthTrying(*m_held.site, stop);
}

QCoro::Task<void> RunWatcher::perform(watching::WaitForTarget step, std::stop_token stop) {
  co_await wait(step.why, stop);
  beginRound();
}

QCoro::Task<void> RunWatcher::perform(watching::NextRound step, std::stop_token stop) {
  if (step.refused) m_registry.check(*step.refused);
  if (step.pause.count() > 0) co_await pause(step.pause, stop);
  beginRound();
}

QCoro::Task<void> RunWatcher::perform(watching::Finish step, std::stop_token) {
  if (step.attempt) m_registry.check(m_registry.writer.endAs(m_run.run, *step.attempt));
  if (step.end)
    m_registry.check(m_registry.writer.setEnded(m_run.run, step.end->outcome, step.end->code,
                                                step.end->reason, step.end->exitCode));
  m_end = End::over;
  co_return;
}

QCoro::Task<void> RunWatcher::perform(watching::SubmitAgain step, std::stop_token) {
  if (step.isLost)
    m_registry.check(m_registry.writer.addWarning(
        m_run.run, makeMessage("run.submitted_again", {{"number", std::int64_t{m_job.submission}}}),
        unix_time()));
  m_end = End::again;
  co_return;
}

}  // namespace trainyard
