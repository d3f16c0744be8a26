// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/requests/experiment_checks.h"

#include <algorithm>

#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/submit/run_files.h"
#include "remote/submit/sending_plan.h"
#include "remote/submit/submit.h"
#include "remote/values/text.h"
#include "remote/transfer/preview.h"

namespace trainyard {
namespace {

constexpr qsizetype maxIgnored = 8;  // entries ignored by git

Message startText(double start) {
  if (start - unix_time() < 90) return makeMessage("check.start_at_once");
  return makeMessage("check.start_about", {{"when", momentText(start).toStdString()}});
}

Diagnostic refusal(const QString& words) {
  return make_diagnostic(Severity::error, "scheduler.would_refuse", "resources",
                         {{"words", words.toStdString()}});
}

const PartitionFacts* partitionOf(const Experiment& experiment, const TargetFacts& facts) {
  const auto found = std::find_if(
      facts.partitions.begin(), facts.partitions.end(), [&](const PartitionFacts& partition) {
        return experiment.resources.partition
                   ? partition.name == text(*experiment.resources.partition)
                   : partition.isDefault;
      });
  return found == facts.partitions.end() ? nullptr : &*found;
}

QString hoursText(double hours) { return QString::number(hours, 'f', hours < 10 ? 1 : 0); }

}  // namespace

Diagnostic findingOf(const Error& error) {
  Diagnostic finding;
  finding.code = error.code;
  finding.arguments = error.arguments;
  finding.text = error.message;
  return finding;
}

std::optional<std::int64_t> timeLimitOf(const Experiment& experiment, const TargetFacts& facts) {
  if (experiment.resources.time_limit) return time_limit_seconds(*experiment.resources.time_limit);
  const PartitionFacts* partition = partitionOf(experiment, facts);
  if (!partition) return std::nullopt;
  return partition->defaultSeconds ? partition->defaultSeconds : partition->maxSeconds;
}

std::optional<double> gpuHoursOf(const Experiment& experiment, const TargetFacts& facts) {
  const auto& resources = experiment.resources;
  const auto seconds = timeLimitOf(experiment, facts);
  if (!resources.uses_gpus() || !seconds) return std::nullopt;
  const std::int64_t tasks = resources.array ? array_task_count(*resources.array).value_or(1) : 1;
  return static_cast<double>(resources.num_gpus() * tasks) * static_cast<double>(*seconds) / 3600;
}

// When the scheduler would start it; empty if it would not, or does not tell.
QCoro::Task<Result<Message>> estimateOn(const Target& target, const ExperimentSource& source,
                                        const Experiment& experiment,
                                        std::vector<JobDependency> before, CheckAnswer& answer,
                                        std::stop_token stop) {
  CO_TRY(auto rendered, co_await renderInThread(target, source));
  JobRequest request;
  request.folder = target.base;
  request.token = text(experiment.name);
  request.nodes = static_cast<int>(experiment.resources.nodes);
  request.array = text(experiment.resources.array.value_or(std::string()));
  request.dependency = text(experiment.resources.dependency.value_or(std::string()));
  request.after = std::move(before);
  CO_TRY(auto tested, co_await target.scheduler->estimate(rendered.script, request, stop));
  if (!tested.refusal.isEmpty()) answer.diagnostics.push_back(refusal(tested.refusal));
  if (!tested.start) co_return Message();
  answer.expectedStart = *tested.start;
  co_return startText(*tested.start);
}

QString startAndHours(const Message& start, const std::optional<double>& gpuHours) {
  if (!gpuHours) return start.text;
  const Message hours =
      makeMessage("check.gpu_hours", {{"hours", hoursText(*gpuHours).toStdString()}});
  if (start.isEmpty()) return hours.text;
  return makeMessage("check.start_and_hours",
                     {{"start", asArgument(start)}, {"hours", asArgument(hours)}})
      .text;
}

QCoro::Task<Result<CheckAnswer>> checkOn(Target target, ExperimentSource source, RunStore& store,
                                         std::stop_token stop) {
  CO_TRY(auto prepared, co_await prepareForTarget(target, source, stop));
  CheckAnswer answer;
  answer.diagnostics = std::move(prepared.diagnostics);
  auto before =
      checkRunsBefore(store, prepared.experiment.resources.after, target.name, answer.diagnostics);
  if (target.isHere()) co_return answer;
  Message start;
  if (!has_errors(answer.diagnostics) && target.scheduler->kind().can.estimates) {
    CO_TRY(start, co_await estimateOn(target, source, prepared.experiment, std::move(before),
                                      answer, stop));
  }
  if (!has_errors(answer.diagnostics)) {
    auto fits = co_await checkSending(target, prepared, {}, stop);
    if (!fits && (fits.error().exit_code == ExitCode::unreachable ||
                  fits.error().kind == ErrorKind::cancelled))
      co_return fits.error();
    if (!fits) answer.diagnostics.push_back(findingOf(fits.error()));
  }
  if (has_errors(answer.diagnostics)) co_return answer;
  answer.gpuHours = gpuHoursOf(prepared.experiment, target.facts);
  answer.text = startAndHours(start, answer.gpuHours);
  co_return answer;
}

QCoro::Task<Result<SyncPreviewAnswer>> previewOn(Target target, ExperimentSource source,
                                                 std::stop_token stop) {
  CO_TRY(auto prepared, co_await prepareForTarget(target, source, stop));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  const Experiment& experiment = prepared.experiment;
  SyncRequest request;
  if (experiment.code.source) {
    request.source = text(*experiment.code.source);
    for (const std::string& pattern : experiment.code.exclude) request.exclude << text(pattern);
    CO_TRY(auto earlier, co_await earlierRun(target, source.path, stop));
    request.earlierRunFolder = earlier;
  }
  for (const TravellingPath& path : prepared.travelling) request.dataPaths << path.path;
  request.base = target.base;
  if (!target.isHere() && target.programs.isEmpty()) request.localPrograms = ownPrograms();
  request.parts = partsFor(experiment);
  request.facts = target.facts;
  CO_TRY(auto preview, co_await previewSync(*target.host, request, stop));
  SyncPreviewAnswer answer;
  answer.codeFiles = preview.codeFiles;
  answer.codeBytes = preview.codeBytes;
  answer.missingSinceLast = preview.missingSinceLast;
  answer.leftByGit = preview.leftByGit.files;
  answer.leftByGitBytes = preview.leftByGit.bytes;
  answer.leftByGitNames = preview.leftByGit.names.mid(0, maxIgnored);
  if (preview.leftByGit.names.size() > maxIgnored) answer.leftByGitNames << QStringLiteral("…");
  answer.idlePatterns = preview.idlePatterns;
  for (const SyncPreview::Data& file : preview.data)
    answer.data.append({file.localPath, file.bytes, file.isThere});
  answer.engineBytes = preview.engineBytes;
  answer.engineIsThere = preview.engineIsThere;
  answer.engineSeconds = preview.engineSeconds;
  answer.seconds = preview.seconds;
  co_return answer;
}

}  // namespace trainyard
