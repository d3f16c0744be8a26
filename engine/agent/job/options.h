// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of yard-agent, as written to job.sh; `yard-agent run --help` lists the options.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/experiment/command.h"
#include "engine/contract/experiment/workload.h"
#include "engine/contract/result.h"
#include "engine/contract/metric_rule.h"
#include "engine/contract/run/metrics_reading.h"

namespace trainyard::agent {

struct JobScheduler;

struct Variable {
  std::string name;
  std::optional<std::string> value;  // nothing: taken from the agent's own environment
};

struct Options {
  std::filesystem::path run_dir;
  const JobScheduler* scheduler = nullptr;  // null: this computer
  Launcher launcher = Launcher::none;
  std::optional<int> processes_per_node = 1;  // nothing: auto
  Workload workload = Workload::command;
  MetricsReading metrics;
  bool trackers_offline = false;
  std::vector<std::string> trackers;  // whose files are written: wandb, tensorboard
  std::vector<MetricRule> rules;
  int stop_signal = 15;
  double stop_grace_seconds = 60;
  std::optional<double> end_time;  // Unix seconds
  double signal_before_end_seconds = 120;
  std::string job_id;
  std::string array_index;
  std::vector<Variable> variables;
  std::filesystem::path working_directory;  // empty: the run folder's code/, or the run folder
  std::string python;                       // empty: found in PATH
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  int nodes = 1;
  std::string node_name;  // empty: the host's name
  std::optional<int> cpus_per_node;
  int gpus_per_node = 0;
  std::vector<std::string> node_command;
  std::optional<double> kill_wait_seconds;
  bool is_requeued_on_time_limit = false, is_requeued_on_node_loss = false;
  int max_without_progress = 2;
  // For a script only.
  std::string output_file, error_file;  // like sbatch's --output and --error; empty: none
  std::string input_file;               // like its --input; empty: /dev/null
  bool is_output_appended = false;
  std::optional<unsigned> umask;       // nothing: the agent's own
  int sampled_nodes = 1;               // nodes whose CPU and GPU usage is sampled
  std::vector<std::string> arguments;  // all of the above as they were given
  std::vector<std::string> command;    // program and arguments; not empty
};

// `arguments` are those after `run`. Errors (2): "agent.option", "agent.no_program",
// "agent.nodes_without_scheduler".
Result<Options> parse_options(const std::vector<std::string>& arguments);

std::string help_text();

// "SIGUSR1" or "USR1" or "10" -> 10; nothing if it is not a signal.
std::optional<int> signal_number(const std::string& name);
// 10 -> "SIGUSR1"; "signal 40" if it has no name.
std::string signal_name(int number);

}  // namespace trainyard::agent
