// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracker_search.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/agent/job/message_events.h"
#include "engine/agent/trackers/file_finder.h"
#include "engine/agent/trackers/job_files.h"
#include "engine/agent/trackers/written_names.h"
#include "engine/agent/processes/process_table.h"
#include "engine/system/descriptor.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

// Those of `files` that `processes` open within the time. Returns as soon as it has one.
std::vector<std::filesystem::path> files_opened(const std::vector<std::filesystem::path>& files,
                                                const std::vector<ProcessEntry>& processes,
                                                std::chrono::milliseconds time) {
  constexpr int max_events = 50;  // a file may be opened all the time, by others
  std::vector<std::filesystem::path> opened;
  const Descriptor watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  bool has_any = false;
  for (const std::filesystem::path& file : files)
    has_any =
        ::inotify_add_watch(watch.number(), file.c_str(), IN_OPEN | IN_MODIFY) >= 0 || has_any;
  if (!has_any) return opened;
  const auto end = std::chrono::steady_clock::now() + time;
  for (int events = 0; opened.empty() && events < max_events; ++events) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd waiting{watch.number(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) break;
    for (const FoundFile& file : open_files(processes))
      if (std::find(files.begin(), files.end(), file.path) != files.end())
        opened.push_back(file.path);
    char told[4096];
    while (::read(watch.number(), told, sizeof told) > 0) continue;
  }
  return opened;
}

constexpr std::size_t max_entries = 20000;  // of folders, at one search
constexpr std::size_t max_files = 2000, max_databases = 20, max_unclaimed = 50;
constexpr std::uint64_t bytes_at_once = 2u << 20;
constexpr std::size_t max_processes_seen = 100'000;
constexpr auto settling_time = std::chrono::seconds(6);  // three searches

std::string code_of(TrackerKind kind) {
  switch (kind) {
    case TrackerKind::tensorboard:
      return "found.tensorboard";
    case TrackerKind::wandb:
      return "found.wandb";
    case TrackerKind::swanlab:
      return "found.swanlab";
    case TrackerKind::lightning_csv:
      return "found.lightning";
    case TrackerKind::mlflow_metric:
      return "found.mlflow";
    case TrackerKind::trackio:
      return "found.trackio";
    case TrackerKind::mlflow_database:
      return "found.mlflow_database";
  }
  return {};
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

// Without links, as /proc names what processes have open: a file is found under one name only.
fs::path without_links(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result;
}

}  // namespace

TrackerSearch::TrackerSearch(TrackedJob job)
    : job_(std::move(job)),
      curves_(
          job_.node_prefix,
          [this](MetricsEvent metrics) { events_.push_back(Event{0, -1, std::move(metrics)}); }),
      samples_(job_.node_prefix, [this](Event event) { events_.push_back(std::move(event)); }) {}

bool TrackerSearch::is_recent(const fs::path& path) const {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 &&
         static_cast<double>(status.st_mtim.tv_sec) + 1 >= job_.began - FollowedFile::clock_slack;
}

// What is logged is in the log beside a database first.
bool TrackerSearch::is_recent_database(const fs::path& path) const {
  return is_recent(path) || is_recent(path.native() + "-wal");
}

bool TrackerSearch::is_left_to_first_node(const fs::path& path) const {
  const auto is_there = [&](const fs::path& folder) { return is_below(path, folder); };
  return !job_.node_prefix.empty() &&
         (is_there(job_.run_folder) ||
          std::any_of(job_.working_in.begin(), job_.working_in.end(), is_there));
}

bool TrackerSearch::is_own(const FoundFile& file) const {
  return is_below(file.path, job_.run_folder) || processes_.contains(writer_of(file.path));
}

// Of the first node: everything that is this run's. Of others: what their processes have open.
std::vector<FoundFile> TrackerSearch::find() {
  JobFiles job = job_files(job_.processes());
  if (processes_.size() < max_processes_seen)
    processes_.insert(job.numbers.begin(), job.numbers.end());
  std::vector<FoundFile> found;
  unclaimed_.clear();
  std::size_t budget = max_entries;
  if (job_.node_prefix.empty()) {
    std::set<fs::path> searched;
    for (const fs::path& folder : job.named)
      if (searched.insert(without_links(folder)).second)
        find_below_tracker_folder(without_links(folder), budget, found);
    for (const fs::path& path : job.databases)
      found.push_back({TrackerKind::trackio, without_links(path), without_links(path), {}, true});
    for (const auto* folders : {&job_.working_in, &job.working_in})
      for (const fs::path& folder : *folders)
        if (searched.insert(folder).second) find_below_working_folder(folder, budget, found);
    for (const FoundFile& file : found)
      if (file.is_database && !is_own(file) && unclaimed_.size() < max_unclaimed &&
          is_recent_database(file.path))
        unclaimed_.push_back(file.path);
    std::erase_if(found, [&](const FoundFile& file) { return !is_own(file); });
  }
  found.insert(found.end(), job.open.begin(), job.open.end());
  note_ranks(found, job.ranks);
  std::erase_if(found, [this](const FoundFile& file) {
    return (file.is_database && !job_.node_prefix.empty()) ||
           is_written_by_agent(file.path, RunFolder{job_.run_folder}, job_.wandb_id);
  });
  return found;
}

void TrackerSearch::note_ranks(std::vector<FoundFile>& found, const std::map<pid_t, int>& ranks) {
  for (const auto& [process, rank] : ranks)
    first_rank_ = std::min(first_rank_.value_or(rank), rank);
  for (FoundFile& file : found) {
    file.is_of_parallel_job = first_rank_.has_value();
    const auto writer = ranks.find(writer_of(file.path));
    if (!file.rank && writer != ranks.end()) file.rank = writer->second;
  }
}

void TrackerSearch::look_before() {
  job_.run_folder = without_links(job_.run_folder);
  for (fs::path& folder : job_.working_in) folder = without_links(folder);
  for (const FoundFile& file : find()) {
    struct stat status{};
    if (::stat(file.path.c_str(), &status) == 0)
      sizes_before_[file.path] = static_cast<std::uint64_t>(status.st_size);
  }
}

void TrackerSearch::follow_database(const fs::path& path) {
  if (databases_.size() >= max_databases || databases_.contains(path)) return;
  if (is_recent_database(path))
    databases_[path] =
        std::make_unique<FollowedDatabase>(path, job_.began - FollowedFile::clock_slack);
}

// For as long as trackio waits between two writes, and a little longer.
void TrackerSearch::wait_for_openings() {
  std::erase_if(unclaimed_, [&](const fs::path& path) { return databases_.contains(path); });
  const std::vector<ProcessEntry> processes = job_.processes();
  if (unclaimed_.empty() || processes.empty()) return;
  for (const fs::path& path : files_opened(unclaimed_, processes, std::chrono::milliseconds(700))) {
    follow_database(path);
    has_more_ = true;
  }
}

void TrackerSearch::follow(FoundFile file) {
  if (file.is_database) return follow_database(file.path);
  if (const auto known = files_.find(file.path); known != files_.end()) {
    if (file.rank) known->second->set_rank(*file.rank);
    return;
  }
  if (files_.size() >= max_files) return;
  if (!is_recent(file.path) || is_left_to_first_node(file.path)) return;
  const auto before = sizes_before_.find(file.path);
  const std::uint64_t begin = before == sizes_before_.end() ? 0 : before->second;
  const fs::path path = file.path;
  orders_.try_emplace(file.kind, Clock::now());
  files_[path] = std::make_unique<FollowedFile>(std::move(file), begin, job_.began);
}

void TrackerSearch::tell_found(TrackerKind kind, const fs::path& folder) {
  if (!told_kinds_.insert(kind).second) return;
  fs::path shown = folder;
  for (const fs::path& working_in : job_.working_in)
    if (is_below(folder, working_in)) shown = folder.lexically_relative(working_in);
  events_.push_back(Event{
      0, -1,
      make_message(MessageLevel::info, "metrics.found",
                   {{"what", as_argument(code_of(kind).c_str(), {{"folder", shown.string()}})}},
                   "")});
}

void TrackerSearch::tell_damaged(const FollowedFile& file) {
  if (!file.is_damaged() || !told_damaged_.insert(file.file().path).second) return;
  events_.push_back(
      Event{0, -1,
            make_message(MessageLevel::warning, "tracker.damaged",
                         {{"path", file.file().path.string()},
                          {"offset", static_cast<std::int64_t>(file.reader().whole_bytes())}},
                         "")});
}

void TrackerSearch::tell_damaged(const FollowedDatabase& database) {
  if (!database.is_damaged() || !told_damaged_.insert(database.file()).second) return;
  events_.push_back(Event{0, -1,
                          make_message(MessageLevel::warning, "tracker.database_damaged",
                                       {{"path", database.file().string()}}, "")});
}

void TrackerSearch::take(const FoundFile& file, const TrackedPoint& point) {
  tell_found(file.kind, file.is_database ? file.path : file.run_folder);
  curves_.take(file, point);
  samples_.take(file, point);
}

std::uint64_t TrackerSearch::read_file(FollowedFile& file, std::uint64_t limit) {
  const std::uint64_t count = file.read(limit, [&](const TrackedPoint& point) {
    if (is_of_first_rank(file)) orders_[file.file().kind].is_settled = true;
    take(file.file(), point);
  });
  curves_.flush();
  tell_damaged(file);
  has_more_ = has_more_ || file.is_doubtful();
  return count;
}

bool TrackerSearch::is_of_first_rank(const FollowedFile& file) const {
  return first_rank_ && file.file().rank == first_rank_;
}

bool TrackerSearch::waits(const FollowedFile& file, bool has_ended) const {
  if (has_ended || !first_rank_ || is_of_first_rank(file)) return false;
  const Order& order = orders_.at(file.file().kind);
  return !order.is_settled && Clock::now() < order.found_first + settling_time;
}

// Those of the first rank first; behind the last one that was read, if the last call was cut short.
std::vector<FollowedFile*> TrackerSearch::files_to_read(bool has_ended) {
  std::vector<FollowedFile*> files;
  auto next = files_.upper_bound(last_read_);
  for (std::size_t count = 0; count < files_.size(); ++count, ++next) {
    if (next == files_.end()) next = files_.begin();
    if (!waits(*next->second, has_ended)) files.push_back(next->second.get());
  }
  std::stable_partition(files.begin(), files.end(),
                        [this](const FollowedFile* file) { return is_of_first_rank(*file); });
  return files;
}

void TrackerSearch::read_database(FollowedDatabase& database) {
  database.read(bytes_at_once / 2,
                [&](const FoundFile& file, const TrackedPoint& point) { take(file, point); });
  curves_.flush();
  tell_damaged(database);
  has_more_ = has_more_ || database.has_more();
}

std::vector<Event> TrackerSearch::read(bool finds, bool has_ended) {
  if (finds)
    for (FoundFile& file : find()) follow(std::move(file));
  has_more_ = false;
  std::uint64_t left = bytes_at_once;
  for (FollowedFile* file : files_to_read(has_ended)) {
    left -= read_file(*file, left);
    last_read_ = file->file().path;
    if (left == 0) break;
  }
  has_more_ = has_more_ || left == 0;
  if (left > 0) last_read_.clear();
  for (auto& [path, database] : databases_) read_database(*database);
  if (finds) wait_for_openings();
  return std::exchange(events_, {});
}

}  // namespace trainyard::agent
