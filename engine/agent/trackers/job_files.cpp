// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/job_files.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <string>
#include <utility>

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_processes = 256, max_open_files = 1024;

fs::path link_target(const fs::path& link) {
  char target[4096];
  const ssize_t length = ::readlink(link.c_str(), target, sizeof target);
  // A path that was cut, and one that is no longer there ("... (deleted)"), opens nothing later.
  return length > 0 && target[0] == '/'
             ? fs::path(std::string(target, static_cast<std::size_t>(length)))
             : fs::path();
}

void add_open_files(const fs::path& process, std::optional<int> rank,
                    std::vector<FoundFile>& found) {
  DIR* folder = ::opendir((process / "fd").c_str());
  if (!folder) return;
  std::size_t count = 0;
  while (const dirent* item = ::readdir(folder)) {
    if (++count > max_open_files) break;
    const fs::path target = link_target(process / "fd" / item->d_name);
    if (target.empty()) continue;
    auto file = tracker_file(target);
    if (!file) continue;
    file->rank = rank;
    found.push_back(*std::move(file));
  }
  ::closedir(folder);
}

// The last number of "NSpid:	1234	17": that in the innermost namespace. The number outside if
// there is no such line.
pid_t number_inside(const fs::path& process, pid_t outside) {
  std::ifstream status(process / "status");
  pid_t number = outside;
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("NSpid:")) {
      const char* last = line.c_str() + line.find_last_of("\t :") + 1;
      std::from_chars(last, line.c_str() + line.size(), number);
    }
  return number;
}

void add_once(std::vector<fs::path>& folders, fs::path folder) {
  if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end())
    folders.push_back(std::move(folder));
}

std::optional<int> number_of(std::string_view environment, std::string_view name) {
  while (!environment.empty()) {
    const std::string_view entry = environment.substr(0, environment.find('\0'));
    environment.remove_prefix(std::min(entry.size() + 1, environment.size()));
    if (!entry.starts_with(name) || entry.substr(name.size(), 1) != "=") continue;
    int number = 0;
    const char* const end = entry.data() + entry.size();
    const auto [after, error] = std::from_chars(entry.data() + name.size() + 1, end, number);
    return error == std::errc() && after == end ? std::optional(number) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> rank_in(std::string_view environment) {
  for (const auto& [rank, count] :
       {std::pair("RANK", "WORLD_SIZE"), std::pair("SLURM_PROCID", "SLURM_NTASKS"),
        std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")}) {
    const auto own = number_of(environment, rank);
    if (own && *own >= 0 && number_of(environment, count).value_or(0) > 1) return own;
  }
  return std::nullopt;
}

NamedPlaces places_named_in(std::string_view environment, const fs::path& working_in) {
  NamedPlaces places;
  std::map<std::string_view, std::string_view> variables;  // what trackio's folder is made of
  while (!environment.empty()) {
    const std::size_t end = std::min(environment.find('\0'), environment.size());
    const std::string_view entry = environment.substr(0, end);
    environment.remove_prefix(std::min(end + 1, environment.size()));
    const std::size_t sign = std::min(entry.find('='), entry.size());
    const std::string_view name = entry.substr(0, sign);
    std::string_view value = entry.substr(std::min(sign + 1, entry.size()));
    if (value.empty()) continue;
    if (name == "WANDB_DIR") {
      add_once(places.folders, working_in / value / "wandb");
    } else if (name == "MLFLOW_TRACKING_URI") {
      if (value.starts_with("file://")) value.remove_prefix(7);
      if (value.starts_with("file:")) value.remove_prefix(5);
      if (value.starts_with("sqlite:///"))
        add_once(places.databases, working_in / value.substr(10, value.find('?') - 10));
      else if (value.find("://") == value.npos)
        add_once(places.folders, working_in / value);
    } else if (name == "SWANLAB_LOG_DIR" || name == "SWANLAB_LOGDIR" ||
               name == "TENSORBOARD_LOGGING_DIR" || name == "TENSORBOARD_LOG_DIR" ||
               name == "TENSORBOARD_DIR" || name == "LOGDIR" || name == "LOGGING_DIR") {
      add_once(places.folders, working_in / value);
    } else if (name == "TRACKIO_DIR" || name == "HF_HOME" || name == "XDG_CACHE_HOME" ||
               name == "HOME") {
      variables.emplace(name, value);
    }
  }
  constexpr std::pair<const char*, const char*> trackio_places[] = {
      {"TRACKIO_DIR", ""},
      {"HF_HOME", "trackio"},
      {"XDG_CACHE_HOME", "huggingface/trackio"},
      {"HOME", ".cache/huggingface/trackio"}};
  for (const auto& [name, below] : trackio_places) {
    const auto known = variables.find(name);
    if (known == variables.end()) continue;
    const fs::path folder = working_in / known->second;
    add_once(places.folders, *below ? folder / below : folder);
    break;
  }
  return places;
}

std::vector<FoundFile> open_files(const std::vector<ProcessEntry>& processes) {
  std::vector<FoundFile> found;
  for (std::size_t at = 0; at < std::min(processes.size(), max_processes); ++at)
    add_open_files("/proc/" + std::to_string(processes[at].pid), std::nullopt, found);
  return found;
}

JobFiles job_files(const std::vector<ProcessEntry>& processes) {
  JobFiles found;
  for (std::size_t at = 0; at < std::min(processes.size(), max_processes); ++at) {
    const fs::path process = "/proc/" + std::to_string(processes[at].pid);
    const fs::path working_in = link_target(process / "cwd");
    if (working_in.empty()) continue;
    found.numbers.push_back(number_inside(process, processes[at].pid));
    add_once(found.working_in, working_in);
    const std::string environment = environment_of(processes[at].pid);
    NamedPlaces places = places_named_in(environment, working_in);
    for (fs::path& folder : places.folders) add_once(found.named, std::move(folder));
    for (fs::path& file : places.databases) add_once(found.databases, std::move(file));
    const auto rank = rank_in(environment);
    if (rank) found.ranks.emplace(found.numbers.back(), *rank);
    add_open_files(process, rank, found.open);
  }
  return found;
}

}  // namespace trainyard::agent
