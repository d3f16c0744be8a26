// The command line of yard-agent. `yard-agent run --help` prints help_text(); the options, all of
// which job.sh may use:
//
//   yard-agent run --run-dir DIR [OPTION...] -- PROGRAM [ARGUMENT...]
//     --run-dir DIR                 the run folder; its attempts/ gets the next attempt (needed)
//     --scheduler here|slurm        who starts the ranks (here)
//     --launcher none|srun|torchrun|accelerate|deepspeed (none)
//     --nproc-per-node N|auto       ranks on this node; auto: visible GPUs, or 1 (1)
//     --workload engine|command     engine: ranks die with the agent and stop with code 75
//     (command)
//     --metrics huggingface|jsonl|none   how a command's output is read (none)
//     --stop-signal SIGNAL          what a command gets when it shall stop (SIGTERM)
//     --stop-grace-seconds N        how long it may take before all is killed (60)
//     --end-time SECONDS            when the scheduler will end the job, Unix time (not known)
//     --signal-before-end-seconds N how long before the end its signal was asked for (120)
//     --job-id ID                   the scheduler's name of the job (empty)
//     --array-index N               {array_index} (empty)
//     --variable NAME[=VALUE]       an environment variable of the ranks in which placeholders are
//     replaced; without
//                                   VALUE it is the agent's own environment's (values in argv are
//                                   seen by all users)
//     --working-directory DIR       where the ranks start (DIR/code, or DIR)
//     --python PROGRAM              runs .py programs and the launchers' modules (python3 or python
//     of PATH)
//     --address ADDRESS             where the live stream listens, as numbers (127.0.0.1)
//     --port N                      its port; 0: the kernel picks (0)
//   with --scheduler slurm:
//     --nodes N                     nodes of the job; one agent on each, started by srun of PATH
//     (1)
//     --node-name NAME              what the scheduler calls this node                   (the
//     host's name)
//     --cpus-per-node N             cores that the agents ask srun for (srun's own default)
//     --gpus-per-node N             GPUs that every node must have (0)
//     --node-command WORD           a word in front of the agent's command line on every node, such
//     as a container's; may be
//                                   given many times (none)
//     --kill-wait-seconds N         how long after SIGTERM the scheduler kills (25)
//     --requeue never|on-time-limit|on-node-loss   when the job goes on by itself; both: with a
//     comma   (never)
//     --max-without-progress N      attempts without a newer checkpoint after which it does not (2)
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard::agent {

enum class SchedulerKind { here, slurm };
enum class LauncherKind { none, srun, torchrun, accelerate, deepspeed };
enum class WorkloadKind { engine, command };
enum class MetricsKind { huggingface, jsonl, none };

struct Variable {
  std::string name;
  std::optional<std::string> value;  // nothing: the agent's own environment's
};

struct Options {
  std::filesystem::path run_dir;
  SchedulerKind scheduler = SchedulerKind::here;
  LauncherKind launcher = LauncherKind::none;
  std::optional<int> processes_per_node = 1;  // nothing: auto
  WorkloadKind workload = WorkloadKind::command;
  MetricsKind metrics = MetricsKind::none;
  int stop_signal = 15;
  double stop_grace_seconds = 60;
  std::optional<double> end_time;  // Unix seconds
  double signal_before_end_seconds = 120;
  std::string job_id;
  std::string array_index;
  std::vector<Variable> variables;
  std::filesystem::path working_directory;  // empty: the run folder's code/, or the run folder
  std::string python;                       // empty: of PATH
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
  std::vector<std::string> arguments;  // all of the above as they were given
  std::vector<std::string> command;    // program and arguments, at least one
};

// `arguments` are those after `run`. Errors have code "agent.option" and exit code 2.
Result<Options> parse_options(const std::vector<std::string>& arguments);

std::string help_text();

// "SIGUSR1" or "USR1" or "10" -> 10; nothing for what is no signal.
std::optional<int> signal_number(const std::string& name);
// 10 -> "SIGUSR1"; "signal 40" where there is no name.
std::string signal_name(int number);

}  // namespace trainyard::agent
