// SPDX-License-Identifier: GPL-3.0-or-later
// A job of PBS (OpenPBS, PBS Professional). pbsdsh starts the agents through the daemons of the
// nodes: with the environment of the job's beginning, with their output going to the job's own, and
// it ends with 0 whatever became of them.
#include <cstdlib>
#include <fstream>

#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

constexpr std::string_view own_prefix = "pbsdsh: ";

Arguments agents_by_pbsdsh(const Options&, const Arguments& agent) {
  Arguments arguments{"pbsdsh", "--"};
  arguments.insert(arguments.end(), agent.begin(), agent.end());
  return arguments;
}

// The daemon of each node sets its own.
bool pbs_hands_on(std::string_view name) {
  for (const std::string_view of_node :
       {"HOSTNAME", "TMPDIR", "NCPUS", "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL",
        "ROCR_VISIBLE_DEVICES", "PWD", "OLDPWD", "SHLVL", "_"})
    if (name == of_node) return false;
  return !name.starts_with("PBS_");
}

// "task 0x00000001 exit status 2": of the second node.
struct TaskEnd {
  long node = 0;
  std::string status;
};

std::optional<TaskEnd> task_end(std::string_view line) {
  constexpr std::string_view task = "pbsdsh: task ", status = " exit status ";
  const std::size_t at = line.find(status);
  if (!line.starts_with(task) || at == std::string_view::npos) return std::nullopt;
  const std::string number(line.substr(task.size(), at - task.size()));
  return TaskEnd{std::strtol(number.c_str(), nullptr, 16),
                 std::string(line.substr(at + status.size(), 8))};
}

std::string name_of_node(long index) {
  const char* file = std::getenv("PBS_NODEFILE");
  std::ifstream lines(file ? file : "");
  std::string name;
  for (long i = 0; i <= index; ++i)
    if (!std::getline(lines, name)) return std::to_string(index);
  return name;
}

std::string pbs_error_text(std::string_view printed) {
  std::string partial, text;
  int count = 0;
  const auto take = [&](const std::string& line) {
    if (!line.starts_with(own_prefix) || count == 3) return;
    ++count;
    text += (text.empty() ? "" : "; ") + line.substr(own_prefix.size(), 300);
  };
  cut_lines(partial, printed, take);
  if (!partial.empty()) take(partial);
  return text;
}

std::optional<Error> pbs_agent_loss(std::string_view printed) {
  std::string partial;
  std::optional<Error> loss;
  cut_lines(partial, printed, [&](const std::string& line) {
    const auto end = task_end(line);
    if (loss || !end) return;
    loss = make_error("node.agent_ended", {{"node", name_of_node(end->node)},
                                           {"words", line.substr(own_prefix.size(), 300)}});
  });
  return loss;
}

constexpr std::string_view pbs_queries[] = {"qstat", "qselect", "pbsnodes"};

}  // namespace

const JobScheduler& pbs_job() {
  static constexpr JobScheduler pbs{.name = "pbs",
                                    .job_id = "PBS_JOBID",
                                    .node_rank = "PBS_NODENUM",
                                    .queries = pbs_queries,
                                    .on_each_node = agents_by_pbsdsh,
                                    .is_handed_on = pbs_hands_on,
                                    .error_text = pbs_error_text,
                                    .agent_loss = pbs_agent_loss};
  return pbs;
}

}  // namespace trainyard::agent
