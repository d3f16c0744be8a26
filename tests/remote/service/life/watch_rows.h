// SPDX-License-Identifier: GPL-3.0-or-later
// Observations of a run that has a job, and what is done next in a few words: for tables.
#pragma once

#include <string>

#include "engine/contract/messages.h"
#include "remote/service/life/watch_decision.h"

namespace trainyard::watch_rows {

using Phase = JobState::Phase;
using watching::Fact;

inline std::string told(const watching::Read& step) {
  const char* const facts[] = {"ask the scheduler",    "list the attempts",    "read the store",
                               "end what is left",     "read the cancel mark", "read the output",
                               "read the next number", "read what follows",    "read the document",
                               "read the progress"};
  return facts[static_cast<int>(step.fact)];
}
inline std::string told(const watching::NoteAnswer&) { return "note that it answers"; }
inline std::string told(const watching::Follow& step) {
  return "follow " + std::to_string(step.cursor.attempt);
}
inline std::string told(const watching::ShowQueue&) { return "show the queue"; }
inline std::string told(const watching::CloseAttempt& step) {
  return "close " + std::to_string(step.attempt) + ": " + step.end.code.toStdString() +
         (step.onEnd == OnEnd::endRun ? ", and the run" : "");
}
inline std::string told(const watching::ReplaceEnd& step) {
  return "replace the end of " + std::to_string(step.attempt) + ": " + step.end.code.toStdString();
}
inline std::string told(const watching::WaitForTarget& step) { return "wait: " + step.why.code; }
inline std::string told(const watching::NextRound& step) {
  return step.refused ? "wait for the store" : "begin again";
}
inline std::string told(const watching::Finish& step) {
  if (step.end)
    return "end: " + nameOf(step.end->outcome).toStdString() + " " + step.end->code.toStdString();
  return step.attempt ? "end as " + std::to_string(*step.attempt) : "over";
}
inline std::string told(const watching::SubmitAgain& step) {
  return step.isLost ? "submit again, it was lost" : "submit again";
}
inline std::string told(const WatchAction& action) {
  return std::visit([](const auto& step) { return told(step); }, action);
}

using Seen = WatchObservation;
struct Row {
  const char* name;
  Seen seen;
  const char* action;
};

inline JobState job(Phase phase, int restarts = 0) {
  JobState state;
  state.phase = phase;
  state.restarts = restarts;
  return state;
}
inline JobState gone() { return job(Phase::gone); }
inline JobState goneAs(Outcome outcome, const char* code, bool wins = true) {
  JobState state = gone();
  state.end = JobEnd{outcome, code, QStringLiteral("It says so."), 1, wins, {}};
  return state;
}
inline JobState lost() {
  JobState state = gone();
  state.code = "slurm.lost";
  state.end = JobEnd{Outcome::failed, "slurm.lost", QStringLiteral("Forgotten."), 1, true, {}};
  return state;
}
inline JobState ending(JobState state) {
  state.isEnding = true;
  return state;
}

inline AttemptRecord attempt(int number, std::optional<RunState> outcome, const char* code = "x",
                             const char* ofJob = "101") {
  AttemptRecord record;
  record.attempt = number;
  record.outcome = outcome;
  record.code = QString::fromLatin1(code);
  record.jobId = QString::fromLatin1(ofJob);
  return record;
}
inline KnownRun stored(RunState state, QList<AttemptRecord> attempts = {}) {
  KnownRun run;
  run.state = state;
  run.attempts = std::move(attempts);
  JobRecord job;
  job.submission = 1;
  job.job = QStringLiteral("101");
  run.jobs << job;
  return run;
}
inline KnownRun requeueing(KnownRun run) {
  run.requeued = makeMessage("restart.requeued");
  return run;
}
inline KnownRun withJobs(KnownRun run, int count) {
  run.jobs.clear();
  for (int number = 1; number <= count; ++number) {
    JobRecord job;
    job.submission = number;
    job.job = QString::number(200 + number);
    run.jobs << job;
  }
  return run;
}
inline Experiment document(bool restarts = true, bool depends = false) {
  Experiment experiment;
  experiment.restart.on_time_limit = experiment.restart.on_preemption = restarts;
  experiment.restart.max_without_progress = 2;
  if (depends) experiment.resources.dependency = "afterok:7";
  return experiment;
}

// A round: nothing is known but of the run.
inline Seen fresh() {
  Seen seen;
  seen.job = QStringLiteral("101");
  seen.folder = QStringLiteral("/base/run");
  seen.hasListed = true;
  return seen;
}
inline Seen first(Seen seen = fresh()) {
  seen.hasListed = false;
  return seen;
}
inline Seen here(Seen seen) {
  seen.isHere = true;
  return seen;
}
inline Seen adopted(Seen seen) {
  seen.isAdopted = true;
  return seen;
}
inline Seen is(JobState state, Seen seen = fresh()) {
  seen.state = std::move(state);
  return seen;
}
inline Seen fails(const char* code, Seen seen) {
  seen.problem = make_error(code, {});
  return seen;
}
inline Seen away(Seen seen) {
  seen.away = make_error("host.unreachable", {});
  return seen;
}
inline Seen listed(Seen seen, std::optional<int> open = {}) {
  seen.isListed = true;
  if (open) seen.open = AttemptCursor{*open, 0, false};
  return seen;
}
inline Seen noted(Seen seen, std::optional<int> open = {}) {
  seen = listed(std::move(seen), open);
  seen.isNoted = true;
  return seen;
}
inline Seen followed(FollowEnd end, Seen seen = fresh()) {
  seen = noted(std::move(seen), 1);
  seen.followed = end;
  return seen;
}
// A job that is gone, whose attempts are closed.
inline Seen knows(KnownRun run, JobState state = gone()) {
  Seen seen = noted(is(std::move(state)));
  seen.stored = std::move(run);
  return seen;
}
inline Seen reaped(Seen seen, int count = 0) {
  seen.reaped = count;
  return seen;
}
inline Seen marked(Seen seen, bool isCancelled) {
  seen.isCancelled = isCancelled;
  return seen;
}
inline Seen printed(Seen seen, std::optional<QByteArray> output) {
  seen.output = std::move(output);
  return seen;
}
inline Seen closing(Seen seen, bool isCancelled, std::optional<QByteArray> output = QByteArray()) {
  return printed(marked(reaped(std::move(seen)), isCancelled), std::move(output));
}
inline Seen numbered(Seen seen, int next) {
  seen.nextSubmission = next;
  return seen;
}
inline Seen follows(Seen seen, GoesOn after) {
  seen.follows = WhatFollows{after, after};
  return seen;
}
// Other than `follows`: what continues it depends on how it ended.
inline Seen followsEach(Seen seen, GoesOn afterTimeLimit, GoesOn afterPreemption) {
  seen.follows = WhatFollows{afterTimeLimit, afterPreemption};
  return seen;
}
inline Seen reads(Seen seen, std::optional<Experiment> experiment) {
  seen.resolved = std::move(experiment);
  return seen;
}
inline Seen progressed(Seen seen) {
  seen.progress = RunProgress{};
  return seen;
}
inline Seen replaced(Seen seen) {
  seen.isReplaced = true;
  return seen;
}
inline Seen cancelling(Seen seen) {
  seen.hasOpenCancel = true;
  return seen;
}
inline Seen forgotten() {
  Seen seen = noted(is(gone()));
  seen.isForgotten = true;
  return seen;
}
inline Seen superseded(Seen seen) {
  seen.isSuperseded = true;
  return seen;
}
inline Seen closed(Seen seen) {
  seen.isClosed = true;
  return seen;
}

inline KnownRun runningRun(RunState outcome, const char* code = "x") {
  return stored(RunState::running, {attempt(1, outcome, code)});
}

}  // namespace trainyard::watch_rows
