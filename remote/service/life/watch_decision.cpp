// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/watch_decision.h"

#include <algorithm>

#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {
namespace {

using watching::Fact;
using Phase = JobState::Phase;

constexpr std::chrono::milliseconds endPause{100}, storePause{2000};
// How many jobs in a row may be lost before they began.
constexpr int lostLimit = 3;
// The maximum age of a scheduler's answer, in seconds.
constexpr double oldestAnswer = 180;

WatchAction decideAfterProblem(const WatchObservation& seen) {
  if (seen.followed) return watching::NextRound{endPause};  // the attempt is followed again
  if (seen.problem->code.starts_with("store."))
    return watching::NextRound{storePause, seen.problem};
  return watching::WaitForTarget{*seen.problem};
}

// What is yet to be read before it can be said how a job ended that wrote no end.
std::optional<Fact> unreadOfEnd(const WatchObservation& seen) {
  if (!seen.reaped) return Fact::processes;
  if (!seen.isCancelled) return Fact::cancelMark;
  if (!seen.output) return Fact::output;
  return {};
}

// The attempt's writer is gone, and it has no end.
WatchAction decideSilent(const WatchObservation& seen) {
  const int attempt = seen.open->attempt;
  // It is followed again until the scheduler answers.
  if (seen.state->phase == Phase::unknown && !seen.isSuperseded)
    return watching::NextRound{endPause};
  if (seen.state->phase != Phase::gone)
    return watching::CloseAttempt{attempt, endOfSuperseded(), OnEnd::endAttempt};
  if (const auto unread = unreadOfEnd(seen)) return watching::Read{*unread};
  return watching::CloseAttempt{attempt,
                                endWithoutWord(*seen.isCancelled, *seen.state, *seen.reaped,
                                               seen.output->value_or(QByteArray())),
                                seen.isHere ? OnEnd::endRun : OnEnd::endAttempt};
}

// A cancellation that is yet to be delivered counts as if it had been.
WatchAction submitAgain(const WatchObservation& seen, bool isLost) {
  if (!seen.hasOpenCancel) return watching::SubmitAgain{isLost};
  const auto& attempts = seen.stored->attempts;
  if (!attempts.isEmpty()) return watching::Finish{attempts.last().attempt, {}};
  return watching::Finish{{}, endUnstarted(true, *seen.state, {}, seen.folder)};
}

// How many of the newest jobs were lost before they began.
std::ptrdiff_t lostJobs(const WatchObservation& seen) {
  const QList<AttemptRecord>& attempts = seen.stored->attempts;
  const QList<JobRecord>& jobs = seen.stored->jobs;
  const auto hasRun = [&](const JobRecord& job) {
    return std::any_of(attempts.begin(), attempts.end(),
                       [&](const AttemptRecord& attempt) { return attempt.jobId == job.job; });
  };
  return std::find_if(jobs.rbegin(), jobs.rend(), hasRun) - jobs.rbegin();
}

// Whether the submission found out on the login node that the scheduler had forgotten the job soon
// after its release, before it ran: nobody has to ask for it again. Nothing: it is to end.
std::optional<WatchAction> decideLost(const WatchObservation& seen) {
  if (!isLostJob(seen.state->code) || seen.isAdopted || seen.reaped) return {};
  if (!seen.isCancelled) return watching::Read{Fact::cancelMark};
  if (*seen.isCancelled) return {};
  if (!seen.nextSubmission) return watching::Read{Fact::nextSubmission};
  if (*seen.nextSubmission == seen.submission || lostJobs(seen) > lostLimit) return {};
  if (!seen.resolved) return watching::Read{Fact::document};
  // A further job does not have the scheduler's own dependencies: they could be unmet.
  if (!*seen.resolved || (*seen.resolved)->resources.dependency) return {};
  return submitAgain(seen, true);
}

WatchAction decideUnstarted(const WatchObservation& seen) {
  if (auto action = decideLost(seen)) return *std::move(action);
  if (const auto unread = unreadOfEnd(seen)) return watching::Read{*unread};
  if (seen.isAdopted) return watching::Finish{{}, endOfAdopted(*seen.isCancelled, *seen.state)};
  std::optional<QString> said;
  if (*seen.output || seen.isHere) said = lastLine(seen.output->value_or(QByteArray()));
  return watching::Finish{{}, endUnstarted(*seen.isCancelled, *seen.state, said, seen.folder)};
}

// Whether the job's submission delegated restarting after such an end to the service, and the run
// makes progress that way.
WatchAction decideRestart(const WatchObservation& seen, int attempt, RunState outcome,
                          const QString& code) {
  const watching::Finish end{attempt, {}};
  const bool isLoss = outcome == RunState::failed &&
                      (code == QLatin1String("node.lost") || isNodeLoss(code.toStdString()));
  if (seen.isHere || (outcome != RunState::timed_out && outcome != RunState::preempted && !isLoss))
    return end;
  if (!seen.isCancelled) return watching::Read{Fact::cancelMark};
  if (*seen.isCancelled) return end;
  if (!seen.follows) return watching::Read{Fact::whatFollows};
  if ((outcome == RunState::timed_out ? seen.follows->afterTimeLimit
                                      : seen.follows->afterPreemption) != GoesOn::byService)
    return end;
  if (!seen.resolved) return watching::Read{Fact::document};
  if (!seen.progress) return watching::Read{Fact::progress};
  if (!*seen.resolved || !*seen.progress ||
      !goesOnByItself(**seen.resolved, outcome, seen.stored->attempts,
                      (*seen.progress)->checkpoints, (*seen.progress)->highest))
    return end;
  return submitAgain(seen, false);
}

// The job is gone, and every attempt is closed.
WatchAction decideGone(const WatchObservation& seen) {
  if (seen.isForgotten) return watching::Finish{};
  if (!seen.stored) return watching::Read{Fact::store};
  const bool isOpenRun = isOpen(seen.stored->state);
  const AttemptRecord* const last = seen.stored->newestEnded();
  // An open run that is no longer waiting: either the attempt's end was not yet taken as the run's;
  // or the job should have been restarted, and was not; or this job completed it, a controller that
  // lost its state requeued it, and its agent then did nothing.
  const bool wasRefused = requeuedBy(*seen.stored, *seen.state, seen.job) &&
                          !(seen.state->end && seen.state->end->wins);
  const bool endsAsAttempt = isOpenRun && last &&
                             (seen.stored->state == RunState::running || wasRefused ||
                              (last->outcome == RunState::completed && last->jobId == seen.job));
  if (isOpenRun && !endsAsAttempt) return decideUnstarted(seen);
  if (!last) return watching::Finish{};
  const auto better = betterEnd(*last->outcome, *seen.state);
  if (better && !seen.isReplaced) return watching::ReplaceEnd{last->attempt, *better};
  if (!endsAsAttempt) return watching::Finish{};
  return decideRestart(seen, last->attempt, better ? better->outcome : *last->outcome,
                       better ? better->code : last->code);
}

}  // namespace

WatchAction decideWatch(const WatchObservation& seen) {
  if (seen.followed == FollowEnd::ended) return watching::NextRound{};
  if (seen.isClosed) return watching::NextRound{endPause};
  // The store accepted nothing, or may not have.
  if (seen.followed == FollowEnd::stopped) return watching::NextRound{storePause};
  if (seen.problem) return decideAfterProblem(seen);
  if (!seen.state) return watching::Read{Fact::job};
  if (seen.followed) return decideSilent(seen);
  const Phase phase = seen.state->phase;
  if (phase == Phase::unknown && seen.away) return watching::WaitForTarget{*seen.away};
  if (!seen.isListed && (!seen.hasListed || phase != Phase::waiting))
    return watching::Read{Fact::attempts};
  if (!seen.isNoted) return watching::NoteAnswer{};
  if (seen.open) return watching::Follow{*seen.open};
  if (phase != Phase::gone) return watching::ShowQueue{};
  return decideGone(seen);
}

std::optional<Message> requeuedBy(const KnownRun& stored, const JobState& state,
                                  const QString& job) {
  if (!stored.newestEnded()) return {};
  const auto starts =
      std::count_if(stored.attempts.begin(), stored.attempts.end(),
                    [&](const AttemptRecord& attempt) { return attempt.jobId == job; });
  if (starts <= state.restarts && !state.isEnding) return {};
  return stored.requeued;
}

AttemptNow decideFollowed(const FollowedAttempt& followed, const JobState& state,
                          std::optional<int> newest, double now) {
  const bool isRestarted = followed.restarts && state.restarts > *followed.restarts;
  if (state.phase == Phase::gone || isRestarted) return AttemptNow::gone;
  if (state.phase == Phase::waiting &&
      (followed.wasRunning || now - followed.since >= oldestAnswer))
    return AttemptNow::gone;
  if (newest) return *newest > followed.attempt ? AttemptNow::superseded : AttemptNow::continues;
  return now >= followed.nextListing ? AttemptNow::list : AttemptNow::continues;
}

}  // namespace trainyard
