// SPDX-License-Identifier: GPL-3.0-or-later
// Queries PBS about jobs, all in one qstat. Its server answers itself, and keeps what is over for
// as long as the site keeps a history; a job that it does not know is looked for in the run folder.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/job_poller.h"
#include "remote/schedulers/pbs/pbs_jobs.h"

namespace trainyard {

// A job is matched by its id together with its token, its name or the variable that has it.
class PbsQueue : public JobPoller {
 public:
  // `host` must outlive every call.
  explicit PbsQueue(Host& host, Clock clock = {});

  // Whether the job of that id, if there is one, is this place's. Errors: those of the host,
  // "scheduler.not_cancelled".
  QCoro::Task<Result<bool>> isThere(JobPlace place, std::stop_token stop);

 private:
  QCoro::Task<Answer> ask(std::stop_token stop) override;
  bool note(const QList<PbsJob>& known, double now);
  QCoro::Task<void> settleAbsent(std::stop_token stop);
  QCoro::Task<void> settleWithoutRecord(Key key, std::stop_token stop);

  Host& m_host;
};

}  // namespace trainyard
