// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_submission.h"

#include "engine/contract/messages.h"
#include "engine/contract/script/sbatch_command.h"
#include "remote/schedulers/slurm/slurm_commands.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The request's own dependencies come before those of the script.
std::vector<std::string> dependenciesOf(const JobRequest& request) {
  std::vector<std::string> all;
  if (!request.dependency.isEmpty()) all.push_back(request.dependency.toStdString());
  for (const JobDependency& after : request.after)
    all.push_back((after.when == AfterWhen::ended    ? "afterany:"
                   : after.when == AfterWhen::failed ? "afternotok:"
                                                     : "afterok:") +
                  after.job.toStdString());
  return all;
}

// A controller that has just been started rejects every job until its nodes have registered again.
QCoro::Task<bool> knowsItsNodes(Host& host, std::stop_token stop) {
  const CommandLine command = slurmCommand(
      QStringLiteral("sinfo"), {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%T")});
  auto output = co_await host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90)));
  co_return output && output->exitCode == 0 && !output->out.contains("unknown");
}

// Rejects only what can never run; everything else is left to sbatch.
QCoro::Task<Result<void>> checkPossible(Host& host, const JobRequest& request,
                                        std::stop_token stop) {
  CO_TRY(auto script,
         co_await host.readFile(request.folder + QStringLiteral("/job.sh"), 0, 4 << 20, stop));
  auto tested = co_await testSubmission(host, std::move(script), request, stop);
  if (!tested && tested.error().code != "scheduler.no_answer") co_return tested.error();
  if (!tested || !tested->refusal.contains(QLatin1String("node configuration is not available")))
    co_return {};
  if (const bool knows = co_await knowsItsNodes(host, stop); !knows)
    co_return make_error("scheduler.no_nodes_yet", {{"target", request.target.toStdString()},
                                                    {"path", request.folder.toStdString()}});
  co_return refusedError(request, tested->refusal);
}

}  // namespace

QStringList sbatchArguments(const JobRequest& request) {
  SbatchRequest words{.folder = request.folder.toStdString(),
                      .has_work_folder = !request.workFolder.isEmpty(),
                      .submission = request.submission,
                      .array = request.array.toStdString(),
                      .dependencies = dependenciesOf(request)};
  QStringList out;
  for (const std::string& word : sbatch_words(words)) out << text(word);
  return out;
}

QCoro::Task<Result<TestedSubmission>> testSubmission(Host& host, QByteArray script,
                                                     JobRequest request, std::stop_token stop) {
  QStringList words{QStringLiteral("--test-only")};
  if (!request.array.isEmpty()) words << QStringLiteral("--array=") + request.array;
  if (const std::string word = dependency_word(dependenciesOf(request)); !word.empty())
    words << text(word);
  const CommandLine command = slurmCommand(QStringLiteral("sbatch"), words);
  ProgramOptions options;
  options.input = script;
  CO_TRY(const auto output,
         co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::seconds(150))));
  if (auto tested = testedSubmission(output)) co_return *tested;
  co_return make_error("scheduler.no_answer", {{"why", silenceOf(output).why}});
}

const SubmissionDialect& slurmSubmission() {
  static constexpr SubmissionDialect dialect{"slurm.sh", sbatchArguments, refusalOf, checkPossible};
  return dialect;
}

}  // namespace trainyard
