// SPDX-License-Identifier: GPL-3.0-or-later
// What the processes of a job say about where their trackers write, as /proc shows it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/agent/processes/process_table.h"
#include "engine/agent/trackers/found_file.h"

namespace trainyard::agent {

struct JobFiles {
  std::vector<pid_t> numbers;  // of the processes, as they see them themselves: in a container, too
  std::map<pid_t, int> ranks;  // of a job with several, by these numbers
  std::vector<FoundFile> open;                    // files of trackers that are open
  std::vector<std::filesystem::path> working_in;  // folders in which processes work
  std::vector<std::filesystem::path> named;       // folders that their variables name
  std::vector<std::filesystem::path> databases;   // that their variables name
};

// Looks at some hundred processes at most. Folders are absolute and each is there once.
JobFiles job_files(const std::vector<ProcessEntry>& processes);

// The rank that launchers set for one of several processes: RANK, SLURM_PROCID and their like.
// `environment`: as below.
std::optional<int> rank_in(std::string_view environment);

// The files of trackers that the processes have open at this moment.
std::vector<FoundFile> open_files(const std::vector<ProcessEntry>& processes);

// What variables of trackers name: folders by WANDB_DIR, MLFLOW_TRACKING_URI (of a file store),
// TENSORBOARD_LOGGING_DIR and their like, and trackio's folder also where none names it; databases
// by MLFLOW_TRACKING_URI. `environment`: NAME=VALUE with a zero byte behind each.
struct NamedPlaces {
  std::vector<std::filesystem::path> folders, databases;
};
NamedPlaces places_named_in(std::string_view environment, const std::filesystem::path& working_in);

}  // namespace trainyard::agent
