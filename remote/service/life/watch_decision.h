// SPDX-License-Identifier: GPL-3.0-or-later
// What is done next for a run that has a job, from what is known of it. Pure: RunWatcher asks, does
// what the answer says, notes what came of it, and asks again. Nothing is concluded from silence.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <variant>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/follow/attempt_follower.h"
#include "remote/schedulers/scheduler.h"
#include "remote/service/life/run_end.h"
#include "remote/store/records.h"
#include "remote/store/run_writer.h"
#include "remote/submit/run_files.h"

namespace trainyard {

// What the store knows of a run.
struct KnownRun {
  RunState state = RunState::waiting;
  QList<AttemptRecord> attempts{};
  QList<JobRecord> jobs{};            // a task's by their ids as of a task
  std::optional<Message> requeued{};  // what the newest attempt reported of requeueing its job

  const AttemptRecord* newestEnded() const {
    return attempts.isEmpty() || !attempts.last().outcome ? nullptr : &attempts.last();
  }
};

struct RunProgress {
  QList<CheckpointRecord> checkpoints;
  std::map<int, qint64> highest;  // step, by attempt
};

struct WatchObservation {
  bool isHere = false;
  bool isAdopted = false;      // a job that this program did not start
  int submission = 1;          // of its newest job
  QString job{};               // the scheduler's id for it, as of a task
  QString folder{};            // of its job
  bool hasListed = false;      // the attempts that existed at first are known
  bool hasOpenCancel = false;  // a cancellation of the run is yet to be delivered

  // What is known since this round began; nothing: not known yet.
  std::optional<Error> problem{};  // of the last step
  std::optional<Error> away{};     // why the target cannot be reached, when the scheduler answered
  std::optional<JobState> state{};
  bool isListed = false;
  bool isNoted = false;                 // the target has answered
  std::optional<AttemptCursor> open{};  // the first attempt that is not closed
  std::optional<FollowEnd> followed{};  // how following that ended
  bool isSuperseded = false;            // there is a newer attempt than the one followed
  bool isClosed = false;                // that attempt, since its writer is gone
  // Of a job that is gone.
  std::optional<KnownRun> stored{};
  bool isForgotten = false;     // the run is no longer in the store
  bool isReplaced = false;      // the attempt has the scheduler's end
  std::optional<int> reaped{};  // processes that were left
  std::optional<bool> isCancelled{};
  std::optional<std::optional<QByteArray>> output{};  // its end; nothing: no such file
  std::optional<int> nextSubmission{};
  std::optional<WhatFollows> follows{};
  std::optional<std::optional<Experiment>> resolved{};  // nothing: it cannot be read
  std::optional<std::optional<RunProgress>> progress{};
};

namespace watching {

enum class Fact {
  job,
  attempts,
  store,
  processes,   // they are ended
  cancelMark,  // to be read after the processes are ended
  output,
  nextSubmission,
  whatFollows,
  document,
  progress
};
struct Read {
  Fact fact = Fact::job;
};
struct NoteAnswer {};
struct Follow {
  AttemptCursor cursor;
};
struct ShowQueue {};
struct CloseAttempt {
  int attempt = 0;
  RunEnd end;
  OnEnd onEnd = OnEnd::endAttempt;
};
struct ReplaceEnd {
  int attempt = 0;
  RunEnd end;
};
struct WaitForTarget {
  Error why;
};
struct NextRound {
  std::chrono::milliseconds pause{0};
  std::optional<Error> refused{};  // the store's
};
// The last action. The run's end: as it is, that of an attempt, or its own.
struct Finish {
  std::optional<int> attempt{};
  std::optional<RunEnd> end{};
};
struct SubmitAgain {
  bool isLost = false;  // the scheduler lost the job before it began
};

}  // namespace watching

using WatchAction =
    std::variant<watching::Read, watching::NoteAnswer, watching::Follow, watching::ShowQueue,
                 watching::CloseAttempt, watching::ReplaceEnd, watching::WaitForTarget,
                 watching::NextRound, watching::Finish, watching::SubmitAgain>;

WatchAction decideWatch(const WatchObservation& seen);

// The report of the newest attempt that it requeued its job, as long as the job has not restarted;
// nothing: it did not. Slurm counts the restart immediately, but shows such a job as completing
// until it has cleaned up: minutes on a lost node.
std::optional<Message> requeuedBy(const KnownRun& stored, const JobState& state,
                                  const QString& job);

// An attempt that is being followed, by a clock in seconds that never goes back.
struct FollowedAttempt {
  int attempt = 0;
  std::optional<int> restarts;  // of the job, when it was first known
  bool wasRunning = false;      // the job, while it was followed
  double since = 0;
  double nextListing = 0;  // of the attempts
};
enum class AttemptNow {
  continues,
  list,        // the attempts are to be listed
  gone,        // says the scheduler
  superseded,  // there is a newer one
};
// `newest`: the attempts were listed.
AttemptNow decideFollowed(const FollowedAttempt& followed, const JobState& state,
                          std::optional<int> newest, double now);

}  // namespace trainyard
