// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/history_finder.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "engine/contract/messages.h"
#include "engine/trackers/file_names.h"
#include "remote/process/waiter.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr int deepestSearch = 16;
constexpr std::size_t mostEntries = 2'000'000;

// Folders that have many files and none of a tracker's.
constexpr std::array<std::string_view, 5> passedOver{".git", "node_modules", "__pycache__",
                                                     "site-packages", ".venv"};

std::vector<fs::path> mlflowMetrics(const fs::path& run) {
  std::vector<fs::path> files;
  std::error_code problem;
  constexpr std::size_t most = 100'000;
  // A metric's name may have parts: "train/loss" is a file in a folder.
  for (fs::recursive_directory_iterator entry(run / mlflow_metrics_folder, problem), end;
       !problem && entry != end && files.size() < most; entry.increment(problem)) {
    std::error_code ignored;
    if (fs::is_regular_file(entry->symlink_status(ignored))) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

std::int64_t bytesIn(const std::vector<fs::path>& files) {
  std::int64_t bytes = 0;
  for (const fs::path& file : files) {
    std::error_code problem;
    if (const auto size = fs::file_size(file, problem); !problem)
      bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

class Search {
 public:
  explicit Search(const std::stop_token& stop) : m_stop(stop) {}

  Result<FoundHistory> in(const fs::path& root) {
    visit(root, 0);
    if (m_stop.stop_requested()) return cancelledError();
    for (auto& [id, source] : m_parts) m_found.sources.push_back(std::move(source));
    for (HistorySource& source : m_found.sources) source.bytes = bytesIn(source.files);
    return std::move(m_found);
  }

 private:
  void visit(const fs::path& folder, int depth) {
    if (depth > deepestSearch) m_found.isComplete = false;
    if (depth > deepestSearch || m_stop.stop_requested()) return;
    std::vector<fs::path> files, folders;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
      if (++m_numEntries > mostEntries) {
        m_found.isComplete = false;
        return;
      }
      std::error_code ignored;
      const fs::file_status status = entry->symlink_status(ignored);
      if (fs::is_regular_file(status)) files.push_back(entry->path());
      if (fs::is_directory(status)) folders.push_back(entry->path());
    }
    std::ranges::sort(files);
    std::ranges::sort(folders);
    if (isMlflowRun(files, folders)) {
      m_found.sources.push_back(
          {.tracker = Tracker::mlflow, .folder = folder, .files = mlflowMetrics(folder)});
      return;  // what it keeps as artifacts belongs to it
    }
    takeFiles(folder, files);
    for (const fs::path& each : folders)
      if (std::ranges::find(passedOver, each.filename().string()) == passedOver.end())
        visit(each, depth + 1);
  }

  static bool isMlflowRun(const std::vector<fs::path>& files,
                          const std::vector<fs::path>& folders) {
    const auto has = [](const std::vector<fs::path>& paths, std::string_view name) {
      return std::ranges::any_of(paths,
                                 [&](const fs::path& path) { return path.filename() == name; });
    };
    return has(files, mlflow_run_file) && has(folders, mlflow_metrics_folder) &&
           has(folders, mlflow_params_folder);
  }

  void takeFiles(const fs::path& folder, const std::vector<fs::path>& files) {
    HistorySource curves{.tracker = Tracker::tensorboard, .folder = folder};
    fs::path table;
    bool hasSettings = false;
    for (const fs::path& file : files) {
      const std::string name = file.filename().string();
      const auto kind = tracker_kind(name);
      if (kind == TrackerKind::wandb) takePart(Tracker::wandb, folder, file);
      if (kind == TrackerKind::swanlab) takePart(Tracker::swanlab, folder, file);
      if (kind == TrackerKind::tensorboard) curves.files.push_back(file);
      if (kind == TrackerKind::lightning_csv) table = file;
      hasSettings |= name == "hparams.yaml";
      if (isHistoryStore(file))
        m_found.sources.push_back({.tracker = Tracker::store, .folder = folder, .files = {file}});
    }
    if (!table.empty() && (hasSettings || folder.filename().string().starts_with("version_"))) {
      curves.tracker = Tracker::lightning;
      curves.files.insert(curves.files.begin(), table);
    }
    if (!curves.files.empty()) m_found.sources.push_back(std::move(curves));
  }

  // A run that was resumed has a folder for each start.
  void takePart(Tracker tracker, const fs::path& folder, const fs::path& file) {
    HistorySource& source = m_parts[(folder.parent_path() / file.filename()).string()];
    source.tracker = tracker;
    if (source.files.empty()) source.folder = folder;
    source.files.push_back(file);
  }

  const std::stop_token& m_stop;
  FoundHistory m_found;
  std::map<std::string, HistorySource> m_parts;  // by where their folders lie, and their id
  std::size_t m_numEntries = 0;
};

}  // namespace

Result<FoundHistory> findHistory(const fs::path& root, const std::stop_token& stop) {
  std::error_code problem;
  const fs::path place = fs::canonical(root, problem);
  if (problem || !fs::is_directory(place, problem))
    return make_error("history.no_folder", {{"path", root.string()}});
  return Search(stop).in(place);
}

Result<std::vector<HistorySource>> runsOf(const HistorySource& source,
                                          const std::stop_token& stop) {
  if (source.tracker != Tracker::store) return std::vector{source};
  std::vector<HistorySource> runs;
  TRY(const auto store, openHistoryStore(source.files.front(), stop));
  if (!store) return runs;
  TRY(const auto stored, store->runs(stop));
  for (const StoredRun& each : stored) {
    HistorySource& run = runs.emplace_back(source);
    run.bytes = each.entries;
    run.store = store;
    run.id = each.id;
  }
  return runs;
}

}  // namespace trainyard
