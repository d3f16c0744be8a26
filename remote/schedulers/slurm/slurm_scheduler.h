// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster as a queue. Uses Slurm's own commands on the login node.
#pragma once

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_queue.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

class SlurmScheduler : public Scheduler {
 public:
  // `host` must outlive every call. What is unknown about the cluster is not checked.
  SlurmScheduler(Host& host, TargetFacts facts);
  void setFacts(const TargetFacts& facts);

  const SchedulerKind& kind() const override { return slurmKind(); }
  // The sbatch command; the script that runs it holds the job until its id is recorded.
  CommandLine commandLine(const JobRequest& request) const override;
  QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment experiment,
                                                     std::stop_token stop) override;
  // Continues on the login node if this stops; when called again, it reads the result.
  QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) override;
  QCoro::Task<Result<bool>> withdraw(QString folder, int submission, std::stop_token stop) override;
  QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                          std::stop_token stop) override;
  // From the journal.
  QCoro::Task<Result<QString>> jobOf(QString folder, int submission, std::stop_token stop) override;
  // From `sbatch --test-only`. Errors: those of the host, and "scheduler.no_answer".
  QCoro::Task<Result<StartEstimate>> estimate(QByteArray script, JobRequest request,
                                              std::stop_token stop) override;
  QCoro::Task<Result<ClusterState>> look(Look look, std::stop_token stop) override;
  QCoro::Task<Result<void>> cancelQueued(QString job, QString name, std::stop_token stop) override;
  QCoro::Task<Result<QueuedFiles>> filesOfQueued(QString job, std::stop_token stop) override;
  void takeFacts(const TargetFacts& facts) override { setFacts(facts); }
  // Cheap: see SlurmQueue.
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop) override;
  void expectChange() override { m_queue.expectChange(); }
  // If the job's id is not known yet, the file `cancel` in its run folder prevents its release;
  // then this does nothing. Errors: "scheduler.not_cancelled" if the controller does not answer.
  QCoro::Task<Result<void>> cancel(JobPlace place, std::stop_token stop) override;
  // Slurm itself ends a job's processes; returns 0.
  QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) override;

  const SlurmQueue& queue() const { return m_queue; }

 private:
  Host& m_host;
  TargetFacts m_facts;
  SlurmQueue m_queue;
};

}  // namespace trainyard
