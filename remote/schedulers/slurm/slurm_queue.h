// SPDX-License-Identifier: GPL-3.0-or-later
// The one who asks a cluster about jobs. However many runs are followed, Slurm gets one squeue at a
// time, and only while somebody asks: 2 s after a job is new, then at growing intervals up to 30 s,
// 120 s when all of them have been running for long, slower when Slurm is slow, silent or asks for
// it. Jobs that vanished are looked up in accounting, all in one sacct.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
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
  using Clock = std::function<double()>;  // seconds

  // `host` outlives every call. The clock is replaced in tests. It never goes back and goes on
  // while the computer sleeps, unlike that of the wall.
  SlurmQueue(Host& host, TargetFacts facts, Clock clock = {});

  void setFacts(TargetFacts facts) { m_facts = std::move(facts); }

  // As Scheduler::state. A job is matched by its id together with its token or, where the site
  // renamed it, with the run folder that it works in. Waits for the first answer that could know
  // the job; later calls return what the newest answer said. Errors: "cancelled"; silence of host
  // or Slurm is Phase::unknown.
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop);
  // The job's name in Slurm, to cancel it by: the token, unless the site renamed it. Asks when that
  // is not known. Errors: the host's, "scheduler.not_cancelled".
  QCoro::Task<Result<QString>> nameOf(JobPlace place, std::stop_token stop);
  // Something is about to change: the interval begins again at its shortest.
  void expectChange() { m_interval = shortest; }

  int queries() const { return m_queries; }  // how often squeue was run
  int lookUps() const { return m_lookUps; }  // how often sacct was
  double interval() const { return m_interval; }
  double lastPoll() const { return m_lastPoll; }  // by the clock

  static constexpr double shortest = 2, longest = 30, longestOfLongRuns = 120;

 private:
  struct Job {
    JobPlace place;
    JobState state;
    double lastAsked = 0;
    QString name;                    // in squeue; empty: not seen yet
    std::optional<double> answered;  // when the newest answer about it came
    std::optional<double> absentSince;
    int absences = 0;
    double runningSince = 0;
    void see(const SlurmJobRow& row, double now);
  };
  using Key = std::pair<QString, std::optional<int>>;  // token, task

  QCoro::Task<void> poll(std::stop_token stop);
  QCoro::Task<Result<ProgramOutput>> askQueue(std::stop_token stop);
  bool take(const SlurmJobRows& rows, double now);
  QCoro::Task<void> lookUpRenamed(std::stop_token stop);
  QCoro::Task<void> lookUpVanished(std::stop_token stop);
  QCoro::Task<Result<SlurmJobRows>> askAccounting(QStringList jobs, qint64 hours,
                                                  std::stop_token stop);
  QCoro::Task<void> settleWithoutRecord(Key key, std::stop_token stop);
  void nextInterval(bool changed, double tookSeconds, double now);
  void wakeAll();

  Host& m_host;
  TargetFacts m_facts;
  Clock m_clock;
  std::map<Key, Job> m_jobs;
  QSet<Waiter*> m_waiting;
  bool m_polling = false;
  double m_lastPoll = 0, m_interval = shortest;
  QString m_silence;  // why the newest question got no answer
  int m_queries = 0, m_lookUps = 0;
};

}  // namespace trainyard
