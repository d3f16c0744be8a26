// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_scheduler.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/limits_check.h"
#include "remote/schedulers/slurm/slurm_cluster.h"
#include "remote/schedulers/slurm/slurm_commands.h"
#include "remote/schedulers/slurm/slurm_submission.h"

namespace trainyard {

SlurmScheduler::SlurmScheduler(Host& host, TargetFacts facts)
    : m_host(host), m_facts(facts), m_queue(host, facts) {}

void SlurmScheduler::setFacts(const TargetFacts& facts) {
  m_facts = facts;
  m_queue.setFacts(facts);
}

CommandLine SlurmScheduler::commandLine(const JobRequest& request) const {
  return {QStringLiteral("sbatch"),
          QStringList{QStringLiteral("--parsable"), QStringLiteral("--hold"),
                      QStringLiteral("--job-name=") + request.token} +
              sbatchArguments(request) + QStringList{request.token}};
}

QCoro::Task<Result<std::vector<Diagnostic>>> SlurmScheduler::check(Experiment experiment,
                                                                   std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  std::vector<Diagnostic> findings = checkLimits(experiment, m_facts);
  for (const std::string& directive : experiment.resources.extra_directives)
    if (!directive.starts_with("--"))
      findings.push_back(make_diagnostic(Severity::error, "slurm.directive",
                                         "resources.extra_directives", {{"found", directive}}));
  co_return findings;
}

QCoro::Task<Result<QString>> SlurmScheduler::submit(JobRequest request, std::stop_token stop) {
  auto job = co_await submitOnce(slurmSubmission(), m_host, std::move(request), {}, stop);
  m_queue.expectChange();
  co_return job;
}

QCoro::Task<Result<bool>> SlurmScheduler::withdraw(QString folder, int submission,
                                                   std::stop_token stop) {
  co_return co_await withdrawSubmission(m_host, std::move(folder), submission, stop);
}

QCoro::Task<Result<int>> SlurmScheduler::nextSubmission(QString folder, int number,
                                                        std::stop_token stop) {
  co_return co_await trainyard::nextSubmission(m_host, std::move(folder), number, stop);
}

QCoro::Task<Result<QString>> SlurmScheduler::jobOf(QString folder, int submission,
                                                   std::stop_token stop) {
  co_return co_await journalledJob(m_host, std::move(folder), submission, stop);
}

QCoro::Task<Result<StartEstimate>> SlurmScheduler::estimate(QByteArray script, JobRequest request,
                                                            std::stop_token stop) {
  CO_TRY(auto tested, co_await testSubmission(m_host, std::move(script), std::move(request), stop));
  co_return StartEstimate{tested.start, tested.refusal};
}

QCoro::Task<Result<ClusterState>> SlurmScheduler::look(Look look, std::stop_token stop) {
  co_return co_await probeSlurm(m_host, m_facts, look, stop);
}

QCoro::Task<Result<void>> SlurmScheduler::cancelQueued(QString job, QString name,
                                                       std::stop_token stop) {
  auto cancelled = co_await cancelOnSlurm(m_host, m_facts, std::move(job), std::move(name), stop);
  m_queue.expectChange();
  co_return cancelled;
}

QCoro::Task<Result<QueuedFiles>> SlurmScheduler::filesOfQueued(QString job, std::stop_token stop) {
  co_return co_await filesOnSlurm(m_host, std::move(job), stop);
}

QCoro::Task<Result<JobState>> SlurmScheduler::state(JobPlace place, std::stop_token stop) {
  co_return co_await m_queue.state(std::move(place), stop);
}

QCoro::Task<Result<void>> SlurmScheduler::cancel(JobPlace place, std::stop_token stop) {
  if (place.job.isEmpty()) co_return {};
  CO_TRY(const QString name, co_await m_queue.nameOf(place, stop));
  const QString job = taskJob(kind().name, place.job, place.task);
  const CommandLine command = scancelCommand(job, name);
  CO_TRY(const auto output,
         co_await m_host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90))));
  m_queue.expectChange();
  const SlurmSilence silence = silenceOf(output);
  if (silence.trouble == SlurmTrouble::none || silence.trouble == SlurmTrouble::invalidJob)
    co_return {};
  co_return make_error("scheduler.not_cancelled", {{"why", silence.why}});
}

QCoro::Task<Result<int>> SlurmScheduler::reap(QString folder, std::stop_token stop) {
  (void)folder;
  if (stop.stop_requested()) co_return cancelledError();
  co_return 0;
}

}  // namespace trainyard
