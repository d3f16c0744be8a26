// SPDX-License-Identifier: GPL-3.0-or-later
// Queries a cluster about jobs. However many runs are followed, Slurm gets one squeue at a time,
// and only while someone is waiting: 2 s after a job is new, then at growing intervals up to 30 s,
// 120 s if all of them have been running for long, slower if Slurm is slow, silent or asks for it.
// Jobs that disappeared are looked up in accounting, all in one sacct. That a job is not listed
// proves nothing, since many sites answer squeue from a snapshot: before its end is concluded, the
// controller itself is asked by number, and any record that is not final counts as life.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <tuple>
#include <vector>

#include <QCoroTask>
#include <QSet>

#include "remote/host/host.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_job_text.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

class SlurmQueue {
 public:
  using Clock = std::function<double()>;  // in seconds

  // `host` must outlive every call. The clock is replaced in tests. Unlike wall-clock time it never
  // goes back, and it continues while the computer sleeps.
  SlurmQueue(Host& host, TargetFacts facts, Clock clock = {});

  void setFacts(TargetFacts facts) { m_facts = std::move(facts); }

  // Like Scheduler::state. A job is matched by its id together with its token or, if the site
  // renamed it, with its run folder. Waits for the first answer that could include the job; later
  // calls return the newest answer. Errors: "cancelled"; if host or Slurm do not answer, the phase
  // is unknown.
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop);
  // Returns the job's name in Slurm, for cancelling it: the token, unless the site renamed it.
  // Queries Slurm if it is unknown. Errors: those of the host, "scheduler.not_cancelled".
  QCoro::Task<Result<QString>> nameOf(JobPlace place, std::stop_token stop);
  // A change is expected: resets the interval to its minimum.
  void expectChange() { m_interval = shortest; }

  int queries() const { return m_queries; }  // how often squeue was run
  int lookUps() const { return m_lookUps; }  // how often sacct was run
  double interval() const { return m_interval; }
  double lastPoll() const { return m_lastPoll; }  // by the clock

  static constexpr double shortest = 2, longest = 30, longestOfLongRuns = 120;

 private:
  struct Job {
    JobPlace place;
    JobState state;
    double lastAsked = 0;
    QString name;                    // in squeue; empty: not seen yet
    std::optional<double> answered;  // time of the newest answer about it
    std::optional<double> absentSince;
    int absences = 0;
    double runningSince = 0;
    double nextQuestion = 0;  // to the controller, which has said that it knows the job
    void see(const SlurmJobRow& row, double now);
  };
  // The number is part of it: jobs that were started elsewhere may all have one name.
  struct Key {
    QString token;
    std::optional<int> task;
    QString job;
    bool operator<(const Key& other) const {
      return std::tie(token, task, job) < std::tie(other.token, other.task, other.job);
    }
  };

  QCoro::Task<void> poll(std::stop_token stop);
  QCoro::Task<Result<ProgramOutput>> askQueue(std::stop_token stop);
  bool take(const SlurmJobRows& rows, double now);
  QCoro::Task<void> lookUpRenamed(std::stop_token stop);
  QCoro::Task<void> lookUpVanished(std::stop_token stop);
  QCoro::Task<Result<SlurmJobRows>> askAccounting(QStringList jobs, qint64 hours,
                                                  std::stop_token stop);
  QCoro::Task<void> settleWithoutRecord(Key key, std::stop_token stop);
  void forgetEarlier(const Key& key);
  void nextInterval(bool changed, double tookSeconds, double now);
  void wakeAll();

  Host& m_host;
  TargetFacts m_facts;
  Clock m_clock;
  std::map<Key, Job> m_jobs;
  QSet<Waiter*> m_waiting;
  bool m_polling = false;
  double m_lastPoll = 0, m_interval = shortest;
  QString m_silence;  // why the newest query got no answer
  int m_queries = 0, m_lookUps = 0;
};

}  // namespace trainyard
