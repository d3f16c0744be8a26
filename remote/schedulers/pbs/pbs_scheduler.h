// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster's queue that is OpenPBS or PBS Professional.
#pragma once

#include "remote/host/host.h"
#include "remote/schedulers/pbs/pbs_queue.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

class PbsScheduler : public Scheduler {
 public:
  // `host` must outlive every call.
  PbsScheduler(Host& host, TargetFacts facts) : m_host(host), m_facts(facts), m_queue(host) {}

  const SchedulerKind& kind() const override { return pbsKind(); }
  CommandLine commandLine(const JobRequest& request) const override;
  QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment experiment,
                                                     std::stop_token stop) override;
  QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) override;
  QCoro::Task<Result<bool>> withdraw(QString folder, int submission, std::stop_token stop) override;
  QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                          std::stop_token stop) override;
  QCoro::Task<Result<QString>> jobOf(QString folder, int submission, std::stop_token stop) override;
  QCoro::Task<Result<ClusterState>> look(Look look, std::stop_token stop) override;
  QCoro::Task<Result<void>> cancelQueued(QString job, QString name, std::stop_token stop) override;
  QCoro::Task<Result<QueuedFiles>> filesOfQueued(QString job, std::stop_token stop) override;
  void takeFacts(const TargetFacts& facts) override { m_facts = facts; }
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop) override;
  void expectChange() override { m_queue.expectChange(); }
  QCoro::Task<Result<void>> cancel(JobPlace place, std::stop_token stop) override;
  QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) override;

 private:
  QCoro::Task<Result<void>> remove(QString job, std::stop_token stop);

  Host& m_host;
  TargetFacts m_facts;
  PbsQueue m_queue;
};

}  // namespace trainyard
