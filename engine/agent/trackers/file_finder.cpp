// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/file_finder.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

constexpr int working_depth = 2, tracker_depth = 6;
constexpr std::size_t max_entries_a_folder = 5000;

bool is_tracker_folder(const std::string& name) {
  for (const char* known : {"runs", "wandb", "mlruns", "lightning_logs", "logs", "log", "tb_logs",
                            "tensorboard", "tb", "csv_logs", "tensorboard_logs", "swanlog"})
    if (name == known) return true;
  return false;
}

// Folders that hold much and no curves.
bool is_skipped(const std::string& name) {
  return name.starts_with('.') || name == "node_modules" || name == "__pycache__" ||
         name == "site-packages" || name == "artifacts" || name == "media";
}

struct Search {
  std::size_t& budget;
  std::vector<FoundFile>& found;

  void look(const fs::path& folder, int depth, bool is_trackers) {
    std::vector<std::string> folders;
    DIR* entries = ::opendir(folder.c_str());
    if (!entries) return;
    std::size_t count = 0;
    while (const dirent* entry = ::readdir(entries)) {
      if (budget == 0 || ++count > max_entries_a_folder) break;
      --budget;
      const std::string name = entry->d_name;
      const unsigned char type = type_of(folder, *entry);
      if (type == DT_DIR && !is_skipped(name)) folders.push_back(name);
      if (type != DT_REG) continue;
      if (auto file = tracker_file(folder / name)) found.push_back(*std::move(file));
    }
    ::closedir(entries);
    std::sort(folders.begin(), folders.end());
    for (const std::string& name : folders) {
      const bool begins_tracker = !is_trackers && is_tracker_folder(name);
      const int left = begins_tracker ? tracker_depth : depth - 1;
      if (left >= 0) look(folder / name, left, is_trackers || begins_tracker);
    }
  }

  // Links are not followed: wandb/latest-run names a folder a second time.
  static unsigned char type_of(const fs::path& folder, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN) return entry.d_type;
    struct stat status{};
    if (::lstat((folder / entry.d_name).c_str(), &status) != 0) return DT_UNKNOWN;
    return S_ISDIR(status.st_mode) ? DT_DIR : S_ISREG(status.st_mode) ? DT_REG : DT_UNKNOWN;
  }
};

}  // namespace

void find_below_working_folder(const fs::path& folder, std::size_t& budget,
                               std::vector<FoundFile>& found) {
  Search{budget, found}.look(folder, working_depth, false);
}

void find_below_tracker_folder(const fs::path& folder, std::size_t& budget,
                               std::vector<FoundFile>& found) {
  Search{budget, found}.look(folder, tracker_depth, true);
}

}  // namespace trainyard::agent
