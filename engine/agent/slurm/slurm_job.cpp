// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/job/options.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/contract/messages.h"
#include "engine/contract/slurm_output.h"

namespace trainyard::agent {
namespace {

// Returns what follows "slurmstepd: error: "; a node may be named in the prefix
// ("slurmstepd-gpu4"). Nothing for other lines.
std::string_view behind_prefix(std::string_view line) {
  for (const std::string_view prefix : {"srun: error: ", "yard-agent: "})
    if (line.starts_with(prefix)) return line.substr(prefix.size());
  constexpr std::string_view error = ": error: ";
  const std::size_t at = line.find(error);
  return line.starts_with("slurmstepd") && at != std::string_view::npos && line.find(' ') == at + 1
             ? line.substr(at + error.size())
             : std::string_view();
}

Arguments agents_by_srun(const Options& options, const Arguments& agent) {
  const std::string nodes = std::to_string(options.nodes);
  Arguments arguments = {"srun", "--nodes=" + nodes, "--ntasks=" + nodes, "--ntasks-per-node=1"};
  if (options.cpus_per_node)
    arguments.push_back("--cpus-per-task=" + std::to_string(*options.cpus_per_node));
  arguments.insert(arguments.end(), {"--export=ALL", "--kill-on-bad-exit=1", "--unbuffered"});
  arguments.insert(arguments.end(), agent.begin(), agent.end());
  return arguments;
}

Arguments samplers_by_srun(const Options& options, const Arguments& agent) {
  const std::string nodes = std::to_string(options.sampled_nodes);
  Arguments arguments = {"srun",
                         "--jobid=" + options.job_id,
                         "--overlap",
                         "--nodes=" + nodes,
                         "--ntasks=" + nodes,
                         "--ntasks-per-node=1",
                         "--cpus-per-task=1",
                         "--mem=0",
                         "--cpu-bind=none",
                         "--mpi=none",
                         "--export=ALL",
                         "--unbuffered",
                         "--quiet"};
  arguments.insert(arguments.end(), agent.begin(), agent.end());
  return arguments;
}

// srun would also take options from environment variables set for the script's own options.
bool is_kept(std::string_view name) {
  if (name.starts_with("SLURM_"))
    return name == "SLURM_CONF" || name == "SLURM_JOB_ID" || name == "SLURM_JWT";
  return !name.starts_with("SRUN_");
}

std::string srun_error_text(std::string_view said) {
  std::string partial, words;
  int count = 0;
  const auto take = [&](const std::string& line) {
    const std::string text(behind_prefix(line).substr(0, 300));
    if (text.empty() || count == 3 || words.find(text) != std::string::npos) return;
    ++count;
    words += (words.empty() ? "" : "; ") + text;
  };
  cut_lines(partial, said, take);
  if (!partial.empty()) take(partial);
  while (!words.empty() && (words.back() == '.' || words.back() == ' ')) words.pop_back();
  return words;
}

std::optional<Error> srun_agent_loss(std::string_view said) {
  std::string partial, node, program, problem;
  cut_lines(partial, said, [&](const std::string& line) {
    const std::string text(behind_prefix(line));
    constexpr std::string_view call = "execve(): ";
    if (const std::size_t colon = text.rfind(": "); text.starts_with(call) && colon > call.size()) {
      program = text.substr(call.size(), colon - call.size());
      problem = text.substr(colon + 2);
    }
    // "gpu4: task 1: Exited with exit code 2"
    if (const std::size_t task = text.find(": task");
        task != std::string::npos && text.find(": ", task + 2) != std::string::npos && node.empty())
      node = text.substr(0, task);
  });
  if (node.empty()) return std::nullopt;
  if (program.empty())
    return make_error("node.agent_ended", {{"node", node}, {"words", srun_error_text(said)}});
  if (problem == "No such file or directory")  // the C library's message, which srun passes on
    return make_error("node.base_unseen", {{"node", node}, {"path", program}});
  return make_error("node.base_not_executable",
                    {{"node", node}, {"path", program}, {"problem", problem}});
}

// srun's messages if the controller did not answer, for example while it is restarted.
bool is_srun_silence(const std::string& errors) {
  for (const char* part : {"Unable to confirm allocation", "Unable to contact slurm controller",
                           "Socket timed out", "Zero Bytes were transmitted"})
    if (errors.find(part) != std::string::npos &&
        errors.find("Invalid job id") == std::string::npos)
      return true;
  return false;
}

constexpr std::string_view slurm_queries[] = {"squeue", "sacct", "sinfo"};

}  // namespace

const JobScheduler& slurm_job() {
  static constexpr JobScheduler slurm{
      .name = "slurm",
      .job_id = "SLURM_JOB_ID",
      .node_rank = "SLURM_NODEID",
      .signals_every_process = true,
      .warns_before_end = true,
      .queries = slurm_queries,
      .on_each_node = agents_by_srun,
      .beside_steps = samplers_by_srun,
      .is_kept_beside_steps = is_kept,
      .requeue = [](const std::string& job) { return Arguments{"scontrol", "requeue", job}; },
      .error_text = srun_error_text,
      .agent_loss = srun_agent_loss,
      .is_silence = is_srun_silence,
      .is_memory_kill = says_memory_kill};
  return slurm;
}

}  // namespace trainyard::agent
