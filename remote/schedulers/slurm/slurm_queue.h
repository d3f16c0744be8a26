// SPDX-License-Identifier: GPL-3.0-or-later
// Queries Slurm about jobs with squeue. Jobs that disappeared are looked up in accounting, all in
// one sacct. That a job is not listed proves nothing, since many sites answer squeue from a
// snapshot: before its end is concluded, the controller itself is asked by number, and any record
// that is not final counts as life.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/job_poller.h"
#include "remote/schedulers/slurm/slurm_job_text.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

// A job is matched by its id together with its token or, if the site renamed it, with its run
// folder.
class SlurmQueue : public JobPoller {
 public:
  // `host` must outlive every call.
  SlurmQueue(Host& host, TargetFacts facts, Clock clock = {});

  void setFacts(TargetFacts facts) { m_facts = std::move(facts); }

  // Returns the job's name in Slurm, for cancelling it: the token, unless the site renamed it.
  // Queries Slurm if it is unknown. Errors: those of the host, "scheduler.not_cancelled".
  QCoro::Task<Result<QString>> nameOf(JobPlace place, std::stop_token stop);
  int queries() const { return m_queries; }  // how often squeue was run
  int lookUps() const { return m_lookUps; }  // how often sacct was run

 private:
  QCoro::Task<Answer> ask(std::stop_token stop) override;
  QCoro::Task<Result<ProgramOutput>> askQueue(std::stop_token stop);
  bool take(const SlurmJobRows& rows, double now);
  QCoro::Task<void> lookUpRenamed(std::stop_token stop);
  QCoro::Task<void> lookUpVanished(std::stop_token stop);
  QCoro::Task<Result<SlurmJobRows>> askAccounting(QStringList jobs, qint64 hours,
                                                  std::stop_token stop);
  QCoro::Task<void> settleWithoutRecord(Key key, std::stop_token stop);

  Host& m_host;
  TargetFacts m_facts;
  int m_queries = 0, m_lookUps = 0;
};

}  // namespace trainyard
