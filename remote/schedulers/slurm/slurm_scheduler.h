// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster as a queue. Everything is asked of the login node with Slurm's own commands.
#pragma once

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_queue.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

class SlurmScheduler : public Scheduler {
 public:
  // `host` outlives every call. What is not known of the cluster is not checked.
  SlurmScheduler(Host& host, TargetFacts facts);
  void setFacts(const TargetFacts& facts);

  const SchedulerKind& kind() const override { return slurmKind(); }
  // sbatch's own; the script that runs it holds the job until it is known.
  CommandLine commandLine(const JobRequest& request) const override;
  QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment experiment,
                                                     std::stop_token stop) override;
  // Goes on on the login node when this stops; asked again, it reads what has become of it.
  QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) override;
  QCoro::Task<Result<bool>> withdraw(QString folder, int submission, std::stop_token stop) override;
  QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                          std::stop_token stop) override;
  // From the journal.
  QCoro::Task<Result<QString>> jobOf(QString folder, int submission, std::stop_token stop) override;
  // Of `sbatch --test-only`. Errors: the host's, and "scheduler.no_answer".
  QCoro::Task<Result<StartEstimate>> estimate(QByteArray script, JobRequest request,
                                              std::stop_token stop) override;
  QCoro::Task<Result<ClusterState>> look(Look look, std::stop_token stop) override;
  QCoro::Task<Result<void>> cancelQueued(QString job, QString name, std::stop_token stop) override;
  void takeFacts(const TargetFacts& facts) override { setFacts(facts); }
  // Cheap: see SlurmQueue.
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop) override;
  void expectChange() override { m_queue.expectChange(); }
  // A job whose id is not known yet is kept from its release by the mark `cancel` in its run
  // folder; then this does nothing. Errors: "scheduler.not_cancelled" when the controller does not
  // answer.
  QCoro::Task<Result<void>> cancel(JobPlace place, std::stop_token stop) override;
  // Slurm ends a job's processes itself; 0.
  QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) override;

  const SlurmQueue& queue() const { return m_queue; }

 private:
  Host& m_host;
  TargetFacts m_facts;
  SlurmQueue m_queue;
};

}  // namespace trainyard
