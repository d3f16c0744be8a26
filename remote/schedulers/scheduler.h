// SPDX-License-Identifier: GPL-3.0-or-later
// A target as a queue: accepts a rendered script, reports its state, ends it.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QCoroTask>
#include <QProcessEnvironment>
#include <QString>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/run/events.h"
#include "engine/contract/result.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/cluster_state.h"
#include "remote/schedulers/job_dependency.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/values/message.h"

namespace trainyard {

struct Experiment;

struct JobRequest {
  QString target;        // its name for the user
  QString folder;        // the run folder, with job.sh in it
  QString workFolder{};  // where the job works and is submitted from; empty: the run folder
  int submission = 1;    // its submissions/<n>/
  QString token;         // <name>-<8 of UUID>.<n>: the name of the job, known before it exists
  int nodes = 1;
  int processors = 1;                  // per node
  int gpus = 0;                        // per node
  QString array;                       // as in resources.array; empty: none
  QString dependency;                  // as in resources.dependency; empty: none
  std::vector<JobDependency> after{};  // other jobs that it waits for
  bool hold = false;                   // it stays held until its owner releases it
  QProcessEnvironment environment;     // of the submitting user; only used on this computer
};

// The scheduler's information about a job that has ended.
struct JobEnd {
  Outcome outcome = Outcome::failed;
  std::string code;  // dotted and stable: "slurm.timeout", "slurm.node_fail", "slurm.unknown" ...
  QString reason;    // a sentence
  int exitCode = 1;
  // Whether it takes precedence over what the run itself reported: a kill, a time limit, a
  // cancellation.
  bool wins = false;
  Map arguments{};  // of the reason
};

struct JobState {
  enum class Phase {
    unknown,  // the scheduler did not answer, or cannot be reached: no conclusion is possible
    waiting,
    running,
    gone,
  } phase = Phase::unknown;
  QString reason;            // why it waits, or why nothing is known: a sentence
  std::string code;          // of the reason, "slurm.reason.Priority"; empty: none
  Map arguments{};           // of the reason
  double expectedStart = 0;  // Unix seconds; 0: unknown
  int restarts = 0;          // how often the scheduler restarted it
  QString nodes;
  bool waitsForJobs = false;  // waiting: for its dependencies
  bool isEnding = false;      // no longer running, but not gone: it is being cleaned up
  std::optional<JobEnd> end;  // of a job that is gone; nothing if the scheduler keeps no record

  void explain(Message why) {
    code = std::move(why.code);
    arguments = std::move(why.arguments);
    reason = std::move(why.text);
  }
  void explain(std::string messageCode, Map words = {}) {
    explain(makeMessage(std::move(messageCode), std::move(words)));
  }
};

// The tasks of an array are requested individually: `task` is the index, nothing for a job without
// tasks.
struct JobPlace {
  QString folder;
  int submission = 1;
  QString token;
  QString job;  // the scheduler's id for it
  std::optional<int> task;
  double submitted = 0;  // Unix seconds
};

struct StartEstimate {
  std::optional<double> start;  // Unix seconds
  QString refusal;              // the scheduler's own words; empty: it would be accepted
};

// How much is requested: `use` skips what rarely changes and burdens the site's accounting.
enum class Look { use, everything };

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  virtual const SchedulerKind& kind() const = 0;
  QString name() const { return kind().name; }

  // The command that `submit` would run. Pure.
  virtual CommandLine commandLine(const JobRequest& request) const = 0;
  // Checks whether the target has what the experiment requests, as far as known before anything is
  // transferred.
  virtual QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment experiment,
                                                             std::stop_token stop) = 0;
  // Starts the script once and returns the scheduler's id of the job. Called again for the same
  // submission, it finds the existing job and does not start a second one. Errors:
  // "scheduler.refused" and _account, _silently, "submission.cancelled" (no job of this submission
  // exists or ever will), "scheduler.lost" (the same; a further submission may be made),
  // "submission.not_begun" (the same once it is withdrawn). After any other error, including those
  // of the host, a job may exist; call it again for the same submission.
  virtual QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) = 0;
  // Prevents a failed submission from ever creating a job, including by processes that may still be
  // working on it. False: a job may exist.
  virtual QCoro::Task<Result<bool>> withdraw(QString folder, int submission,
                                             std::stop_token stop) = 0;
  // Returns the number for a further job of a run: `number`, or a later one if submissions failed.
  virtual QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                                  std::stop_token stop) = 0;
  // Returns the job recorded by the submission; empty: none is known.
  virtual QCoro::Task<Result<QString>> jobOf(QString folder, int submission,
                                             std::stop_token stop) = 0;
  // When such a job would start, or why it would be rejected; nothing is submitted. Only for kinds
  // that support estimates.
  virtual QCoro::Task<Result<StartEstimate>> estimate(QByteArray script, JobRequest request,
                                                      std::stop_token stop) {
    (void)script, (void)request, (void)stop;
    co_return StartEstimate();
  }
  // What the cluster has, what is free and who is waiting; for kinds that `showsCluster`. Queries
  // the cluster on each call: callers should cache the result. Errors: those of the host,
  // "cluster.no_answer".
  virtual QCoro::Task<Result<ClusterState>> look(Look look, std::stop_token stop) {
    (void)look, (void)stop;
    co_return ClusterState();
  }
  // Ends a job of the user that does not belong to a run: `job` is QueuedJob::id or its number,
  // `name` as last seen, so that a different job with a reused number is not affected. Errors:
  // those of the host, "scheduler.not_cancelled".
  virtual QCoro::Task<Result<void>> cancelQueued(QString job, QString name, std::stop_token stop) {
    (void)job, (void)name, (void)stop;
    co_return {};
  }
  // Where a job of the queue works and writes to; for kinds that `showsCluster`. Errors: those of
  // the host, "queue.no_job" if it is gone.
  virtual QCoro::Task<Result<QueuedFiles>> filesOfQueued(QString job, std::stop_token stop) {
    (void)job, (void)stop;
    co_return QueuedFiles();
  }
  // Passes on what was learned about the machine.
  virtual void takeFacts(const TargetFacts& facts) { (void)facts; }
  virtual QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop) = 0;
  // The run itself has reported a change, such as its end: the next states should be fresh.
  virtual void expectChange() {}
  // Ends the job; a waiting one never starts. It is not an error if it is gone. Never affects a job
  // with a different name.
  virtual QCoro::Task<Result<void>> cancel(JobPlace place, std::stop_token stop) = 0;
  // To be called after the job is gone: ends remaining processes of this run. Returns how many
  // there were.
  virtual QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) = 0;
};

}  // namespace trainyard
