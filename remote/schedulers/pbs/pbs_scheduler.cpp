// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_scheduler.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "remote/schedulers/pbs/pbs_cluster.h"
#include "remote/schedulers/pbs/pbs_commands.h"
#include "remote/schedulers/pbs/pbs_submission.h"

namespace trainyard {

CommandLine PbsScheduler::commandLine(const JobRequest& request) const {
  return {QStringLiteral("qsub"),
          QStringList{QStringLiteral("-h"), QStringLiteral("-N"), request.token,
                      QStringLiteral("-v"), QStringLiteral("TRAINYARD_TOKEN=") + request.token} +
              qsubArguments(request)};
}

QCoro::Task<Result<std::vector<Diagnostic>>> PbsScheduler::check(Experiment experiment,
                                                                 std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return checkOnPbs(experiment, m_facts);
}

QCoro::Task<Result<QString>> PbsScheduler::submit(JobRequest request, std::stop_token stop) {
  auto job = co_await submitOnce(pbsSubmission(), m_host, std::move(request), {}, stop);
  m_queue.expectChange();
  co_return job;
}

QCoro::Task<Result<bool>> PbsScheduler::withdraw(QString folder, int submission,
                                                 std::stop_token stop) {
  co_return co_await withdrawSubmission(m_host, std::move(folder), submission, stop);
}

QCoro::Task<Result<int>> PbsScheduler::nextSubmission(QString folder, int number,
                                                      std::stop_token stop) {
  co_return co_await trainyard::nextSubmission(m_host, std::move(folder), number, stop);
}

QCoro::Task<Result<QString>> PbsScheduler::jobOf(QString folder, int submission,
                                                 std::stop_token stop) {
  co_return co_await journalledJob(m_host, std::move(folder), submission, stop);
}

QCoro::Task<Result<ClusterState>> PbsScheduler::look(Look, std::stop_token stop) {
  co_return co_await probePbs(m_host, stop);
}

QCoro::Task<Result<void>> PbsScheduler::cancelQueued(QString job, QString name,
                                                     std::stop_token stop) {
  CO_TRY(const auto found, co_await nameOnPbs(m_host, job, stop));
  if (found != name) co_return {};
  co_return co_await remove(std::move(job), stop);
}

QCoro::Task<Result<QueuedFiles>> PbsScheduler::filesOfQueued(QString job, std::stop_token stop) {
  co_return co_await filesOnPbs(m_host, std::move(job), stop);
}

QCoro::Task<Result<JobState>> PbsScheduler::state(JobPlace place, std::stop_token stop) {
  co_return co_await m_queue.state(std::move(place), stop);
}

QCoro::Task<Result<void>> PbsScheduler::cancel(JobPlace place, std::stop_token stop) {
  if (place.job.isEmpty()) co_return {};
  CO_TRY(const auto isThere, co_await m_queue.isThere(place, stop));
  if (!isThere) co_return {};
  const QString job = taskJob(kind().name, place.job, place.task);
  co_return co_await remove(job, stop);
}

QCoro::Task<Result<void>> PbsScheduler::remove(QString job, std::stop_token stop) {
  const CommandLine command = pbsCommand(QStringLiteral("qdel"), {job});
  CO_TRY(const auto output,
         co_await m_host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90))));
  m_queue.expectChange();
  if (const auto silence = pbsSilence(output))
    co_return make_error("scheduler.not_cancelled", {{"why", asArgument(*silence)}});
  co_return {};
}

// PBS itself ends a job's processes.
QCoro::Task<Result<int>> PbsScheduler::reap(QString, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return 0;
}

}  // namespace trainyard
