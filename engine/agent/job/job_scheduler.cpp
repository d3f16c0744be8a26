// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/job_scheduler.h"

#include <algorithm>
#include <cstdlib>

namespace trainyard::agent {

std::span<const JobScheduler* const> job_schedulers() {
  static const JobScheduler* const all[] = {&slurm_job(), &pbs_job()};
  return all;
}

const JobScheduler* job_scheduler_named(std::string_view name) {
  const auto all = job_schedulers();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const JobScheduler* each) { return each->name == name; });
  return found == all.end() ? nullptr : *found;
}

std::optional<int> own_node_rank() {
  for (const JobScheduler* each : job_schedulers())
    if (const char* rank = std::getenv(each->node_rank)) return std::atoi(rank);
  return std::nullopt;
}

std::optional<std::pair<std::string, std::string>> own_job_variable() {
  for (const JobScheduler* each : job_schedulers())
    if (const char* job = std::getenv(each->job_id)) return std::pair(each->job_id, job);
  return std::nullopt;
}

}  // namespace trainyard::agent
