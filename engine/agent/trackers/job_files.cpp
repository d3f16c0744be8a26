// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/job_files.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
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

// The variables of an environment as /proc shows it, in their order.
using Variables = std::vector<std::pair<std::string_view, std::string_view>>;

Variables variables_in(std::string_view environment) {
  Variables variables;
  while (!environment.empty()) {
    const std::string_view entry = environment.substr(0, environment.find('\0'));
    environment.remove_prefix(std::min(entry.size() + 1, environment.size()));
    const std::size_t sign = entry.find('=');
    if (sign != entry.npos) variables.emplace_back(entry.substr(0, sign), entry.substr(sign + 1));
  }
  return variables;
}

std::string_view value_of(const Variables& variables, std::string_view name) {
  const auto found = std::ranges::find(variables, name, &Variables::value_type::first);
  return found == variables.end() ? std::string_view() : found->second;
}

std::optional<int> number_of(const Variables& variables, std::string_view name) {
  const std::string_view text = value_of(variables, name);
  int number = 0;
  const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && after == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

void add_mlflow_place(std::string_view uri, const fs::path& working_in, NamedPlaces& places) {
  if (uri.starts_with("file://")) uri.remove_prefix(7);
  if (uri.starts_with("file:")) uri.remove_prefix(5);
  if (uri.starts_with("sqlite:///"))
    add_once(places.databases, working_in / uri.substr(10, uri.find('?') - 10));
  else if (uri.find("://") == uri.npos)
    add_once(places.folders, working_in / uri);
}

void add_trackio_place(const Variables& variables, const fs::path& working_in,
                       NamedPlaces& places) {
  for (const auto& [name, below] : {std::pair("TRACKIO_DIR", ""), std::pair("HF_HOME", "trackio"),
                                    std::pair("XDG_CACHE_HOME", "huggingface/trackio"),
                                    std::pair("HOME", ".cache/huggingface/trackio")}) {
    const std::string_view value = value_of(variables, name);
    if (value.empty()) continue;
    return add_once(places.folders, *below ? working_in / value / below : working_in / value);
  }
}

}  // namespace

std::optional<int> rank_in(std::string_view environment) {
  const Variables variables = variables_in(environment);
  for (const auto& [rank, count] :
       {std::pair("RANK", "WORLD_SIZE"), std::pair("SLURM_PROCID", "SLURM_NTASKS"),
        std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")}) {
    const auto own = number_of(variables, rank);
    if (own && *own >= 0 && number_of(variables, count).value_or(0) > 1) return own;
  }
  return std::nullopt;
}

NamedPlaces places_named_in(std::string_view environment, const fs::path& working_in) {
  constexpr std::string_view names_of_folders[] = {
      "SWANLAB_LOG_DIR",     "SWANLAB_LOGDIR",  "TENSORBOARD_LOGGING_DIR",
      "TENSORBOARD_LOG_DIR", "TENSORBOARD_DIR", "LOGDIR",
      "LOGGING_DIR"};
  NamedPlaces places;
  const Variables variables = variables_in(environment);
  for (const auto& [name, value] : variables) {
    if (value.empty()) continue;
    if (name == "WANDB_DIR")
      add_once(places.folders, working_in / value / "wandb");
    else if (name == "MLFLOW_TRACKING_URI")
      add_mlflow_place(value, working_in, places);
    else if (std::ranges::find(names_of_folders, name) != std::end(names_of_folders))
      add_once(places.folders, working_in / value);
  }
  add_trackio_place(variables, working_in, places);
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
