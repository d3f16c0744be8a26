// SPDX-License-Identifier: GPL-3.0-or-later
// What a target can do as a queue: take a rendered script, say what became of it, end it.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QCoroTask>
#include <QProcessEnvironment>
#include <QString>

#include "engine/contract/diagnostic.h"
#include "engine/contract/run/events.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/cluster_state.h"
#include "remote/schedulers/job_dependency.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/values/message.h"

namespace trainyard {

struct JobRequest {
  QString target;        // what the person calls it
  QString folder;        // the run folder, with job.sh in it
  QString workFolder{};  // where the job works and is submitted from; empty: the run folder
  int submission = 1;    // its submissions/<n>/
  QString token;         // <name>-<8 of UUID>.<n>: the name of the job, known before it exists
  int nodes = 1;
  int processors = 1;                  // per node
  int gpus = 0;                        // per node
  QString array;                       // as in resources.array; empty: none
  QString dependency;                  // as in resources.dependency; empty: none
  std::vector<JobDependency> after{};  // what it waits for besides
  QProcessEnvironment environment;     // of the person who submits; used on this computer only
};

// The scheduler's own word about a job that is over.
struct JobEnd {
  Outcome outcome = Outcome::failed;
  std::string code;  // dotted and stable: "slurm.timeout", "slurm.node_fail", "slurm.unknown" ...
  QString reason;    // a sentence
  int exitCode = 1;
  // Whether it is known better than by what the run itself said: a kill, a time limit, a cancel.
  bool wins = false;
  Map arguments{};  // of the reason
};

struct JobState {
  enum class Phase {
    unknown,  // the scheduler did not answer, or cannot be reached: nothing may be concluded
    waiting,
    running,
    gone,
  } phase = Phase::unknown;
  QString reason;            // why it waits, or why nothing is known: a sentence
  std::string code;          // of that, "slurm.reason.Priority"; empty: none
  Map arguments{};           // of that
  double expectedStart = 0;  // Unix seconds; 0: not known
  int restarts = 0;          // how often the scheduler began it again
  QString nodes;
  bool waitsForJobs = false;  // waiting: for what its dependencies name
  bool isEnding = false;      // running no more, but not gone: it is being cleaned up after
  std::optional<JobEnd> end;  // of a gone one; nothing where the scheduler keeps no record

  void say(Message why) {
    code = std::move(why.code);
    arguments = std::move(why.arguments);
    reason = std::move(why.text);
  }
  void say(std::string messageCode, Map words = {}) {
    say(sentence(std::move(messageCode), std::move(words)));
  }
};

// An array's job is asked for by task: `task` is its index, nothing for a job without tasks.
struct JobPlace {
  QString folder;
  int submission = 1;
  QString token;
  QString job;  // what the scheduler calls it
  std::optional<int> task;
  double submitted = 0;  // Unix seconds
};

struct StartEstimate {
  std::optional<double> start;  // Unix seconds
  QString refusal;              // the scheduler's own words; empty: it would be taken
};

// How much is asked for: `use` leaves out what rarely changes and costs the site's accounting.
enum class Look { use, everything };

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  virtual const SchedulerKind& kind() const = 0;
  QString name() const { return kind().name; }

  // What `submit` would run. Pure.
  virtual CommandLine commandLine(const JobRequest& request) const = 0;
  // Whether the target has what the experiment asks for, as far as it is known before anything
  // travels.
  virtual QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment experiment,
                                                             std::stop_token stop) = 0;
  // Starts the script once; the answer is what the scheduler calls the job. Asked again for the
  // same submission it finds the job that is there and starts no second one. Errors:
  // "scheduler.refused", "scheduler.refused_silently", "submission.cancelled" (no job of this
  // submission exists or ever will), "scheduler.lost" (the same; a further submission may be made),
  // "submission.not_begun" (the same once it is withdrawn). Any other one, those of the host too: a
  // job may exist; ask again for the same submission.
  virtual QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) = 0;
  // Keeps a submission that came to nothing from ever making a job, also by what may still be at
  // work for it. False: a job may exist.
  virtual QCoro::Task<Result<bool>> withdraw(QString folder, int submission,
                                             std::stop_token stop) = 0;
  // The number for a further job of a run: `number`, or a later one where submissions came to
  // nothing.
  virtual QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                                  std::stop_token stop) = 0;
  // What the submission wrote down of its job; empty: none is known.
  virtual QCoro::Task<Result<QString>> jobOf(QString folder, int submission,
                                             std::stop_token stop) = 0;
  // When such a job would start, or why it would be refused; nothing is submitted. Only of a kind
  // that estimates.
  virtual QCoro::Task<Result<StartEstimate>> estimate(QByteArray script, JobRequest request,
                                                      std::stop_token stop) {
    (void)script, (void)request, (void)stop;
    co_return StartEstimate();
  }
  // What the cluster has, what is free and who waits; of a kind that `showsCluster`. Asks each
  // time: who calls it keeps the answer. Errors: the host's, "cluster.no_answer".
  virtual QCoro::Task<Result<ClusterState>> look(Look look, std::stop_token stop) {
    (void)look, (void)stop;
    co_return ClusterState();
  }
  // Ends a job of the person's own that is no run's: `job` as QueuedJob::id or its number, `name`
  // as it was seen, so that another job of that number is not touched. Errors: the host's,
  // "scheduler.not_cancelled".
  virtual QCoro::Task<Result<void>> cancelQueued(QString job, QString name, std::stop_token stop) {
    (void)job, (void)name, (void)stop;
    co_return {};
  }
  // What became known of the machine.
  virtual void takeFacts(const TargetFacts& facts) { (void)facts; }
  virtual QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop) = 0;
  // The run itself has said that something changes, as that it ended: the next states shall be
  // fresh.
  virtual void expectChange() {}
  // Tells the job to end; a waiting one never starts. One that is gone is no error. Never touches a
  // job of another name.
  virtual QCoro::Task<Result<void>> cancel(JobPlace place, std::stop_token stop) = 0;
  // After the job is gone: ends what it left behind of this run's processes. Returns how many there
  // were.
  virtual QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) = 0;
};

}  // namespace trainyard
