// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/launch_plan.h"

#include <unistd.h>

#include <boost/beast/core/detail/base64.hpp>

#include <algorithm>

#include "engine/agent/slurm/file_pattern.h"
#include "engine/agent/slurm/step_variables.h"
#include "engine/agent/ranks/preflight.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

bool is_python_file(const std::string& program) {
  return std::filesystem::path(program).extension() == ".py";
}

// URL-safe base64, as deepspeed's launcher expects for --world_info.
std::string base64(const std::string& text) {
  namespace codec = boost::beast::detail::base64;
  std::string result(codec::encoded_size(text.size()), '\0');
  result.resize(codec::encode(result.data(), text.data(), text.size()));
  std::replace(result.begin(), result.end(), '+', '-');
  std::replace(result.begin(), result.end(), '/', '_');
  return result;
}

std::string world_info(const Placeholders& values) {
  std::string text = "{";
  for (int node = 0; node < values.nodes; ++node) {
    text += (node ? ", " : "") + std::string("\"node") + std::to_string(node) + "\": [";
    for (int local = 0; local < values.processes_per_node; ++local)
      text += (local ? ", " : "") + std::to_string(local);
    text += "]";
  }
  return base64(text + "}");
}

// The launcher's command line up to the program.
std::vector<std::string> launcher_arguments(Launcher launcher, const std::string& python,
                                            const Placeholders& values) {
  const std::string nodes = std::to_string(values.nodes),
                    node_rank = std::to_string(values.node_rank);
  const std::string per_node = std::to_string(values.processes_per_node),
                    port = std::to_string(values.master_port);
  const int world = values.nodes * values.processes_per_node;
  if (launcher == Launcher::torchrun)
    return {python,
            "-m",
            "torch.distributed.run",
            "--nnodes=" + nodes,
            "--node-rank=" + node_rank,
            "--nproc-per-node=" + per_node,
            "--master-addr=" + values.master_addr,
            "--master-port=" + port};
  if (launcher == Launcher::accelerate) {
    std::vector<std::string> arguments = {python,
                                          "-m",
                                          "accelerate.commands.launch",
                                          "--num_machines=" + nodes,
                                          "--machine_rank=" + node_rank,
                                          "--num_processes=" + std::to_string(world),
                                          "--main_process_ip=" + values.master_addr,
                                          "--main_process_port=" + port};
    if (world > 1) arguments.push_back("--multi_gpu");
    return arguments;
  }
  return {python,
          "-m",
          "deepspeed.launcher.launch",
          "--world_info=" + world_info(values),
          "--node_rank=" + node_rank,
          "--master_addr=" + values.master_addr,
          "--master_port=" + port};
}

// What is set already counts more.
void keep_trackers_offline(Environment& environment) {
  for (const auto& [name, value] :
       {std::pair("WANDB_MODE", "offline"), std::pair("COMET_START_ONLINE", "0"),
        std::pair("NEPTUNE_MODE", "offline"), std::pair("SWANLAB_MODE", "offline"),
        std::pair("CLEARML_OFFLINE_MODE", "1")})
    environment.emplace(name, value);
}

void prepare_python(Environment& environment, const Options& options, const LaunchSite& site) {
  environment["PYTHONUNBUFFERED"] = "1";
  const std::string path = environment["PYTHONPATH"];
  environment["PYTHONPATH"] = site.python_folder.string() + (path.empty() ? "" : ":" + path);
  // A Trainer reports by itself; what else is printed is read.
  const bool may_be_trainer = options.metrics.kind == ScriptMetrics::huggingface ||
                              options.metrics.kind == ScriptMetrics::automatic;
  environment["TRAINYARD_METRICS"] = may_be_trainer                                 ? "huggingface"
                                     : options.metrics.kind == ScriptMetrics::jsonl ? "jsonl"
                                                                                    : "none";
}

Environment base_environment(const Options& options, const Placeholders& placeholders,
                             const LaunchSite& site, const Environment& inherited) {
  Environment environment = inherited;
  for (const char* name :
       {"RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "GROUP_RANK", "MASTER_ADDR",
        "MASTER_PORT", "YARD_UMASK_BEFORE", "TRAINYARD_COORDINATOR", "TRAINYARD_COORDINATOR_TOKEN"})
    environment.erase(name);
  remove_step_variables(environment);
  for (const Variable& variable : options.variables) {
    const auto own = inherited.find(variable.name);
    if (variable.value)
      environment[variable.name] = replace_placeholders(*variable.value, placeholders);
    else if (own != inherited.end())
      environment[variable.name] = replace_placeholders(own->second, placeholders);
  }
  for (const auto& [name, value] : placeholders.values()) {
    std::string upper = "TRAINYARD_" + name;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    environment[upper] = value;
  }
  if (options.trackers_offline) keep_trackers_offline(environment);
  environment["TRAINYARD_ATTEMPT"] = std::to_string(site.attempt);
  environment["TRAINYARD_EVENTS"] = site.events_fifo.string();
  environment.erase("TRAINYARD_RESUME");
  if (!placeholders.resume_from.empty()) environment["TRAINYARD_RESUME"] = "1";
  environment.emplace(
      "OMP_NUM_THREADS",
      std::to_string(std::max(1, site.allowed_cores / placeholders.processes_per_node)));
  if (options.workload == Workload::command) prepare_python(environment, options, site);
  return environment;
}

void add_rank_variables(Environment& environment, const Options& options,
                        const Placeholders& values, int local_rank) {
  const int world = values.nodes * values.processes_per_node;
  const int rank = values.node_rank * values.processes_per_node + local_rank;
  if (options.launcher == Launcher::srun)
    add_step_variables(
        environment, {rank, local_rank, values.node_rank, values.nodes, values.processes_per_node});
  if (world == 1) return;
  environment["RANK"] = std::to_string(rank);
  environment["LOCAL_RANK"] = std::to_string(local_rank);
  environment["WORLD_SIZE"] = std::to_string(world);
  environment["LOCAL_WORLD_SIZE"] = std::to_string(values.processes_per_node);
  environment["MASTER_ADDR"] = values.master_addr;
  environment["MASTER_PORT"] = std::to_string(values.master_port);
}

// The interpreter for .py programs and launchers; empty if none is needed.
Result<std::string> find_python(const Options& options, const Environment& environment,
                                const std::filesystem::path& folder) {
  const bool is_launched = options.launcher != Launcher::none && options.launcher != Launcher::srun;
  if (!is_launched && !is_python_file(options.command[0])) return std::string();
  for (const std::string& name : options.python.empty()
                                     ? std::vector<std::string>{"python3", "python"}
                                     : std::vector<std::string>{options.python})
    if (const auto path = find_program(name, environment, folder); !path.empty())
      return path.string();
  if (options.python.empty()) return make_error("program.no_python", {});
  return make_error("program.python_not_found", {{"program", options.python}});
}

}  // namespace

std::filesystem::path working_directory_of(const Options& options, const RunFolder& run) {
  std::error_code error;
  if (!options.working_directory.empty())
    return std::filesystem::absolute(options.working_directory, error);
  return std::filesystem::is_directory(run.code(), error) ? run.code() : run.root;
}

int processes_on_this_node(const Options& options, const Environment& inherited) {
  if (options.processes_per_node) return *options.processes_per_node;
  return std::max(1, visible_gpus(inherited));
}

namespace {

// A job script gets the environment that the scheduler gave the job, and nothing of ours.
PlannedProcess plan_script(const Options& options, const LaunchSite& site,
                           const Environment& inherited) {
  Environment environment = inherited;
  for (const char* name : {"TRAINYARD_SHARE_WITH_GROUP", "TRAINYARD_UMASK", "YARD_UMASK_BEFORE"})
    environment.erase(name);
  std::filesystem::path input;
  if (!options.input_file.empty())
    input = file_of_pattern(options.input_file, inherited, site.working_directory);
  return {0,
          false,
          true,
          {options.command, std::move(environment), site.working_directory, 9, options.umask,
           std::move(input)}};
}

}  // namespace

Result<std::vector<PlannedProcess>> plan_launch(const Options& options,
                                                const Placeholders& placeholders,
                                                const LaunchSite& site,
                                                const Environment& inherited) {
  if (options.workload == Workload::script)
    return std::vector{plan_script(options, site, inherited)};
  const Environment environment = base_environment(options, placeholders, site, inherited);
  TRY(const auto python, find_python(options, environment, site.working_directory));
  const std::string& program = options.command[0];
  std::error_code error;
  if (is_python_file(program) &&
      !std::filesystem::is_regular_file(site.working_directory / program, error))
    return make_error("program.not_in_code",
                      {{"program", program}, {"folder", site.working_directory.string()}});
  std::vector<std::string> own;
  for (const std::string& argument : options.command)
    own.push_back(replace_placeholders(argument, placeholders));
  own[0] = program;

  std::vector<PlannedProcess> processes;
  const bool is_launched = options.launcher != Launcher::none && options.launcher != Launcher::srun;
  if (is_launched) {
    std::vector<std::string> arguments = launcher_arguments(options.launcher, python, placeholders);
    if (!is_python_file(program))
      arguments.push_back(options.launcher == Launcher::torchrun ? "--no-python" : "--no_python");
    arguments.insert(arguments.end(), own.begin(), own.end());
    processes.push_back({placeholders.node_rank * placeholders.processes_per_node,
                         true,
                         false,
                         {std::move(arguments), environment, site.working_directory, 15, {}}});
    return processes;
  }
  if (is_python_file(program)) own.insert(own.begin(), python);
  const bool is_lone = placeholders.nodes * placeholders.processes_per_node == 1;
  for (int local = 0; local < placeholders.processes_per_node; ++local) {
    PlannedProcess process{placeholders.node_rank * placeholders.processes_per_node + local,
                           false,
                           is_lone,
                           {own, environment, site.working_directory, 9, {}}};
    add_rank_variables(process.command.environment, options, placeholders, local);
    processes.push_back(std::move(process));
  }
  return processes;
}

}  // namespace trainyard::agent
