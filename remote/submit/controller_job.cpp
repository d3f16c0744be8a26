// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/controller_job.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/contract/experiment/placeholders.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/json.h"
#include "engine/contract/run/run_folder.h"
#include "engine/search/study_folder.h"
#include "remote/schedulers/submit_once.h"
#include "remote/submit/run_files.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr double controllerMemoryGib = 1;
constexpr std::int64_t untilTheEnd = 1000;  // starts: a trial may take longer than several jobs

// Each variable that is searched, as a placeholder of itself.
Experiment withSearchedVariables(Experiment experiment, const Map& space) {
  constexpr std::string_view section = "environment.variables.";
  for (const auto& [path, values] : space) {
    if (!path.starts_with(section)) continue;
    const std::string name = path.substr(section.size());
    auto& variables = experiment.environment.variables;
    const auto found = std::ranges::find(variables, name, &TextMap::value_type::first);
    if (found != variables.end())
      found->second = searched_variable(name);
    else
      variables.emplace_back(name, searched_variable(name));
  }
  return experiment;
}

}  // namespace

Experiment jobOf(const Experiment& experiment, const ScriptSite& site) {
  if (!is_search_by_controller(experiment)) return experiment;
  const SearchSection& search = experiment.search;
  const ResourcesSection& asked = experiment.resources;
  Experiment job;
  job.name = experiment.name;
  job.workload = Workload::command;
  job.command.program = (site.programs + QStringLiteral("/yard-search")).toStdString();
  job.command.arguments = {"{run_dir}"};
  job.command.launcher = Launcher::none;
  job.command.metrics = MetricsReader::none;
  ResourcesSection& resources = job.resources;
  resources.nodes = 1;
  resources.gpus_per_node = 0;
  resources.processes_per_node.number = 1;
  resources.cpus_per_process = 1;
  resources.memory_gib_per_node = controllerMemoryGib;
  resources.time_limit =
      search.controller_time_limit ? search.controller_time_limit : asked.time_limit;
  resources.partition = search.controller_partition ? search.controller_partition : asked.partition;
  resources.account = asked.account;
  if (!search.controller_partition) resources.qos = asked.qos;
  resources.reservation = asked.reservation;
  resources.dependency = asked.dependency;
  resources.after = asked.after;
  job.restart = experiment.restart;
  job.restart.on_time_limit = true;
  job.restart.on_preemption = true;
  job.restart.max_without_progress = untilTheEnd;
  return job;
}

Experiment trialOf(Experiment experiment) {
  search::hand_out_the_best(experiment);
  experiment.search = {};
  experiment.resources.dependency.reset();
  experiment.resources.after.clear();
  return experiment;
}

QByteArray renderTrialTemplate(const Experiment& experiment, ScriptSite site) {
  site.keepsPlaceholders = true;
  return renderScript(withSearchedVariables(trialOf(experiment), experiment.search.space), site);
}

QCoro::Task<Result<void>> writeTrialTemplate(Target target, QString folder, Experiment experiment,
                                             std::stop_token stop) {
  const Experiment trial = trialOf(experiment);
  SubmissionRecord submission = submissionOf(target, trial, QString());
  // The controller itself submits again; nobody else shall.
  for (std::string* after : {&submission.after_time_limit, &submission.after_preemption})
    if (*after == "submit_again") *after = "end";
  const RunFolder run{folder.toStdString()};
  const QString place = text(run.trial_template().string());
  for (const QString& each : {text(run.search().string()), place}) {
    auto made = co_await target.host->makeFolder(each, stop);
    if (!made && made.error().kind != ErrorKind::exists) co_return made.error();
  }
  const std::pair<QString, QByteArray> files[] = {
      {QStringLiteral("/resolved.yaml"), QByteArray::fromStdString(write_resolved(trial))},
      {QStringLiteral("/job.sh"), renderTrialTemplate(experiment, siteOf(target))},
      {QStringLiteral("/submission.json"), QByteArray::fromStdString(to_json(submission)) + '\n'}};
  for (const auto& [name, content] : files) {
    CO_TRY(co_await target.host->writeFile(place + name, content, stop));
  }
  const SubmissionDialect* dialect = target.scheduler->kind().submission;
  if (!dialect) co_return make_error("scheduler.no_controller", {});
  co_return co_await placeSubmitScripts(*dialect, *target.host, folder, true, stop);
}

}  // namespace trainyard
