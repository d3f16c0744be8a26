// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracker_search.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "engine/agent/causes/told.h"
#include "engine/agent/trackers/file_finder.h"
#include "engine/agent/trackers/job_files.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_entries = 20000;  // of folders, at one search
constexpr std::size_t max_files = 2000;
constexpr std::uint64_t bytes_at_once = 2u << 20;
constexpr double clock_slack = 2;  // seconds; file systems may stamp whole ones

std::string code_of(TrackerKind kind) {
  switch (kind) {
    case TrackerKind::tensorboard:
      return "found.tensorboard";
    case TrackerKind::wandb:
      return "found.wandb";
    case TrackerKind::lightning_csv:
      return "found.lightning";
    case TrackerKind::mlflow_metric:
      return "found.mlflow";
  }
  return {};
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

TrackerSearch::TrackerSearch(TrackedJob job)
    : job_(std::move(job)), curves_(job_.node_prefix, [this](MetricsEvent metrics) {
        events_.push_back(Event{0, -1, std::move(metrics)});
      }) {}

bool TrackerSearch::is_recent(const fs::path& path) const {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 &&
         static_cast<double>(status.st_mtim.tv_sec) + 1 >= job_.began - clock_slack;
}

bool TrackerSearch::is_left_to_first_node(const fs::path& path) const {
  return !job_.node_prefix.empty() &&
         std::any_of(job_.working_in.begin(), job_.working_in.end(),
                     [&](const fs::path& folder) { return is_below(path, folder); });
}

std::vector<FoundFile> TrackerSearch::find() {
  JobFiles job = job_files(job_.processes());
  std::vector<FoundFile> found = std::move(job.open);
  if (!job_.node_prefix.empty()) return found;
  std::size_t budget = max_entries;
  for (const fs::path& folder : job.named) find_below_tracker_folder(folder, budget, found);
  std::vector<fs::path> working_in = job_.working_in;
  working_in.insert(working_in.end(), job.working_in.begin(), job.working_in.end());
  std::vector<fs::path> searched;
  for (const fs::path& folder : working_in) {
    if (std::find(searched.begin(), searched.end(), folder) != searched.end()) continue;
    searched.push_back(folder);
    find_below_working_folder(folder, budget, found);
  }
  return found;
}

void TrackerSearch::look_before() {
  for (const FoundFile& file : find()) {
    struct stat status{};
    if (file.kind == TrackerKind::lightning_csv && ::stat(file.path.c_str(), &status) == 0)
      sizes_before_[file.path] = static_cast<std::uint64_t>(status.st_size);
  }
}

void TrackerSearch::follow(FoundFile file) {
  if (files_.size() >= max_files || files_.contains(file.path)) return;
  if (!is_recent(file.path) || is_left_to_first_node(file.path)) return;
  const auto before = sizes_before_.find(file.path);
  const std::uint64_t begin = before == sizes_before_.end() ? 0 : before->second;
  const fs::path path = file.path;
  files_[path] = std::make_unique<FollowedFile>(std::move(file), begin, job_.began - clock_slack);
}

void TrackerSearch::tell_about(const FollowedFile& file) {
  const auto say = [&](MessageLevel level, const char* code, Map arguments) {
    events_.push_back(Event{0, -1, make_message(level, code, std::move(arguments), "")});
  };
  if (told_kinds_.insert(file.file().kind).second) {
    const fs::path& folder = file.file().run_folder;
    fs::path shown = folder;
    for (const fs::path& working_in : job_.working_in)
      if (is_below(folder, working_in)) shown = folder.lexically_relative(working_in);
    say(MessageLevel::info, "metrics.found",
        {{"what", as_argument(code_of(file.file().kind).c_str(), {{"folder", shown.string()}})}});
  }
  if (file.is_damaged() && told_damaged_.insert(file.file().path).second)
    say(MessageLevel::warning, "tracker.damaged",
        {{"path", file.file().path.string()},
         {"offset", static_cast<std::int64_t>(file.reader().whole_bytes())}});
}

std::uint64_t TrackerSearch::read_file(FollowedFile& file, std::uint64_t limit) {
  bool has_points = false;
  const std::uint64_t count = file.read(limit, [&](TrackedPoint point) {
    if (!std::exchange(has_points, true)) tell_about(file);
    curves_.take(file.file(), point);
  });
  curves_.flush();
  if (file.is_damaged()) tell_about(file);
  has_more_ = has_more_ || file.is_doubtful();
  return count;
}

std::vector<Event> TrackerSearch::read(bool finds) {
  if (finds)
    for (FoundFile& file : find()) follow(std::move(file));
  has_more_ = false;
  std::uint64_t left = bytes_at_once;
  auto next = files_.upper_bound(last_read_);
  for (std::size_t count = 0; count < files_.size() && left > 0; ++count, ++next) {
    if (next == files_.end()) next = files_.begin();
    left -= read_file(*next->second, left);
    last_read_ = next->first;
  }
  has_more_ = has_more_ || left == 0;
  return std::exchange(events_, {});
}

}  // namespace trainyard::agent
