// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a queue: the script runs with bash, in its own session, when its turn comes;
// none of our programs has to keep running. A job is identified by pid, boot id and start time.
#pragma once

#include "remote/schedulers/scheduler.h"

namespace trainyard {

class DirectScheduler : public Scheduler {
 public:
  // `waiterProgram`: the `yard` program as which jobs start.
  explicit DirectScheduler(QString waiterProgram);

  const SchedulerKind& kind() const override { return directKind(); }
  CommandLine commandLine(const JobRequest& request) const override;
  QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment experiment,
                                                     std::stop_token stop) override;
  // Errors: "scheduler.refused" if this computer can never provide the requested resources.
  QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) override;
  QCoro::Task<Result<bool>> withdraw(QString folder, int submission, std::stop_token stop) override;
  QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                          std::stop_token stop) override;
  QCoro::Task<Result<QString>> jobOf(QString folder, int submission, std::stop_token stop) override;
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop) override;
  QCoro::Task<Result<void>> cancel(JobPlace place, std::stop_token stop) override;
  QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) override;

 private:
  QString m_waiterProgram;
};

}  // namespace trainyard
