// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/controller/slurm_queue.h"

#include <sstream>

#include "engine/agent/ranks/preflight.h"

namespace trainyard::controller {
namespace {

// One line "ID NAME" a job. Older versions of squeue do not know --me.
constexpr const char* ask_queue = R"SH(
me=--me
if ! squeue --help 2>/dev/null | grep -q -e '--me'; then me=--user=$(id -un); fi
exec timeout -k 5 60 squeue "$me" -h -o '%A %j' </dev/null
)SH";

constexpr const char* ask_job =
    "timeout -k 5 60 scontrol show job -o \"$1\" </dev/null | sed -n 's/.* "
    "JobState=\\([A-Z_]*\\).*/\\1/p' | tail -n 1";

constexpr const char* cancel_job = "timeout -k 5 60 scancel --name=\"$2\" \"$1\" </dev/null";

}  // namespace

agent::Environment environment_of_job() {
  agent::Environment environment = agent::own_environment();
  const bool is_under_agent = environment.contains("TRAINYARD_METRICS");
  std::erase_if(environment, [](const auto& variable) {
    return variable.first.starts_with("TRAINYARD_") || variable.first == "YARD_UMASK_BEFORE";
  });
  if (!is_under_agent) return environment;
  environment.erase("OMP_NUM_THREADS");
  environment.erase("PYTHONUNBUFFERED");
  // The agent's folder comes first in it.
  std::string& path = environment["PYTHONPATH"];
  const auto colon = path.find(':');
  path = colon == path.npos ? std::string() : path.substr(colon + 1);
  if (path.empty()) environment.erase("PYTHONPATH");
  return environment;
}

ShellOutcome run_shell(const std::string& script, const std::vector<std::string>& arguments,
                       const std::filesystem::path& folder) {
  std::vector<std::string> words{"/bin/sh", "-c", script, "sh"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const agent::CommandOutcome outcome = agent::run_to_end({words, environment_of_job(), folder, 0});
  return {outcome.output, outcome.error_output, outcome.exit_code};
}

void SlurmQueue::look() {
  looked_ = Clock::now();
  const ShellOutcome answer = run_shell(ask_queue, {});
  has_answered_ = answer.exit_code == 0;
  if (!has_answered_) return;
  names_.clear();
  std::istringstream lines(answer.output);
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' ');
    if (space != line.npos) names_[line.substr(0, space)] = line.substr(space + 1);
  }
  for (auto& [job, count] : absences_) count = names_.contains(job) ? 0 : count + 1;
}

std::optional<int> SlurmQueue::absences(const std::string& job, Clock::time_point since) {
  absences_.try_emplace(job, 0);
  if (looked_ == Clock::time_point{} || Clock::now() - looked_ >= pause) look();
  if (!has_answered_ || looked_ < since) return std::nullopt;
  return absences_[job];
}

std::string SlurmQueue::last_state(const std::string& job) const {
  std::string state = run_shell(ask_job, {job}).output;
  while (state.ends_with('\n')) state.pop_back();
  return state;
}

void SlurmQueue::cancel(const std::string& job, const std::string& token) {
  const auto name = names_.find(job);
  (void)run_shell(cancel_job, {job, name == names_.end() ? token : name->second});
}

}  // namespace trainyard::controller
