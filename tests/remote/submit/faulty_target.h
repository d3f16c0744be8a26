// SPDX-License-Identifier: GPL-3.0-or-later
// A target for tests of submission: this computer behind a link that breaks, and a queue that is a
// list.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/contract/messages.h"
#include "remote/host/local_host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/submit_once.h"

namespace trainyard {

inline Error unreachable() {
  return foreign_error("host.unreachable", {}, "the link broke", ExitCode::unreachable);
}

// This computer as another one, whose link breaks once: before or after it did what was asked.
class FaultyHost : public LocalHost {
 public:
  int calls = 0, failAt = 0;
  enum class Fails { before, after } fails = Fails::before;
  Error error = unreachable();

  QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options,
                                         std::stop_token stop, QDeadlineTimer deadline) override {
    const bool isFaulty = ++calls == failAt;
    if (isFaulty && fails == Fails::before) co_return Error(error);
    auto done = co_await LocalHost::run(std::move(command), std::move(options), stop, deadline);
    if (isFaulty) co_return Error(error);
    co_return done;
  }
  QCoro::Task<Result<QByteArray>> readFile(QString path, qint64 offset, qint64 limitBytes,
                                           std::stop_token stop) override {
    if (++calls == failAt) co_return Error(error);
    co_return co_await LocalHost::readFile(path, offset, limitBytes, stop);
  }
  QCoro::Task<Result<void>> writeFile(QString path, QByteArray content,
                                      std::stop_token stop) override {
    const bool isFaulty = ++calls == failAt;
    if (isFaulty && fails == Fails::before) co_return Error(error);
    auto done = co_await LocalHost::writeFile(path, content, stop);
    if (isFaulty) co_return Error(error);
    co_return done;
  }
  QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token stop) override {
    if (++calls == failAt) co_return Error(error);
    co_return co_await LocalHost::list(path, stop);
  }
  QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token stop) override {
    const bool isFaulty = ++calls == failAt;
    if (isFaulty && fails == Fails::before) co_return Error(error);
    auto done = co_await LocalHost::makeFolder(path, stop);
    if (isFaulty) co_return Error(error);
    co_return done;
  }
  QCoro::Task<Result<void>> removeTree(QString path, std::stop_token stop) override {
    if (++calls == failAt) co_return Error(error);
    co_return co_await LocalHost::removeTree(path, stop);
  }
};

// A queue that answers as it is told, and knows a submission again.
class ListedScheduler : public Scheduler {
 public:
  QList<JobRequest> jobs;
  QList<QByteArray> answers;  // codes of errors; empty: a job
  QByteArray answerAfter;     // code of the error that hides a job's answer, once

  const SchedulerKind& kind() const override { return slurmKind(); }
  // From the journal, which the test writes into a folder of this computer.
  QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                          std::stop_token stop) override {
    co_return co_await trainyard::nextSubmission(m_journals, folder, number, stop);
  }
  QCoro::Task<Result<QString>> jobOf(QString folder, int submission,
                                     std::stop_token stop) override {
    co_return co_await journalledJob(m_journals, folder, submission, stop);
  }
  CommandLine commandLine(const JobRequest& request) const override {
    return {QStringLiteral("sbatch"),
            {QStringLiteral("--job-name=") + request.token,
             request.folder + QStringLiteral("/job.sh"), request.folder}};
  }
  QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment, std::stop_token) override {
    std::vector<Diagnostic> found;
    if (!refusedField.empty())
      found.push_back({Severity::error,
                       "target.partition",
                       refusedField,
                       {},
                       0,
                       0,
                       {},
                       "there is no such partition"});
    co_return found;
  }
  QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token) override {
    for (const JobRequest& known : jobs)
      if (known.token == request.token) co_return QString::number(100 + known.submission);
    if (!answers.isEmpty())
      if (const QByteArray code = answers.takeFirst(); !code.isEmpty())
        co_return foreign_error(code.toStdString(), {}, "as told", ExitCode::refused_by_scheduler);
    jobs.append(request);
    if (const QByteArray code = std::exchange(answerAfter, {}); !code.isEmpty())
      co_return foreign_error(code.toStdString(), {}, "as told", ExitCode::environment);
    co_return QString::number(100 + request.submission);
  }
  QCoro::Task<Result<bool>> withdraw(QString folder, int submission, std::stop_token) override {
    if (withdrawTrouble) co_return Error(*withdrawTrouble);
    co_return std::none_of(jobs.begin(), jobs.end(), [&](const JobRequest& job) {
      return job.folder == folder && job.submission == submission;
    });
  }
  std::optional<Error> withdrawTrouble;
  QCoro::Task<Result<JobState>> state(JobPlace, std::stop_token) override { co_return JobState(); }
  QCoro::Task<Result<void>> cancel(JobPlace, std::stop_token) override { co_return Result<void>(); }
  QCoro::Task<Result<int>> reap(QString, std::stop_token) override { co_return 0; }
  std::string refusedField;

 private:
  LocalHost m_journals;
};

}  // namespace trainyard
