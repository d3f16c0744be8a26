// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/store.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace fs = std::filesystem;

Result<void> CheckpointStore::fence() const {
  if (!is_superseded(folder_, attempt_)) return {};
  return make_error("checkpoint.superseded",
                    {{"attempt", attempt_}, {"folder", folder_.root.string()}});
}

std::string CheckpointStore::suffix(const char* kind) const {
  char text[48];
  std::snprintf(text, sizeof text, ".%s-%04lld", kind, static_cast<long long>(attempt_));
  return text;
}

std::vector<std::int64_t> CheckpointStore::steps() const {
  std::vector<std::int64_t> steps;
  std::error_code problem;
  for (fs::directory_iterator entry(folder_.checkpoints(), problem), end; !problem && entry != end;
       entry.increment(problem))
    if (const auto step = checkpoint_step(entry->path()); step && entry->is_directory(problem))
      steps.push_back(*step);
  std::sort(steps.begin(), steps.end());
  return steps;
}

Result<void> CheckpointStore::clean_leftovers() const {
  std::vector<fs::path> leftovers;
  std::error_code problem;
  for (fs::directory_iterator entry(folder_.checkpoints(), problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->path().filename().string().find(".tmp-") != std::string::npos)
      leftovers.push_back(entry->path());
  if (leftovers.empty()) return {};
  TRY(fence());
  for (const fs::path& path : leftovers) fs::remove_all(path, problem);
  return {};
}

fs::path CheckpointStore::unfinished(std::int64_t step) const {
  return folder_.checkpoints() / (checkpoint_name(step) + suffix("tmp"));
}

void CheckpointStore::discard(std::int64_t step) const {
  std::error_code ignored;
  fs::remove_all(unfinished(step), ignored);
}

Result<fs::path> CheckpointStore::begin(std::int64_t step) const {
  TRY(fence());
  discard(step);
  const fs::path folder = unfinished(step);
  TRY(make_folders(folder / "training"));
  return folder;
}

Result<SavedCheckpoint> CheckpointStore::commit(std::int64_t step,
                                                const ByName<FileDigest>& known) const {
  auto saved = move_into_place(step, known);
  if (!saved) discard(step);
  return saved;
}

Result<SavedCheckpoint> CheckpointStore::move_into_place(std::int64_t step,
                                                         const ByName<FileDigest>& known) const {
  const fs::path folder = unfinished(step);
  SavedCheckpoint saved{folder_.checkpoints() / checkpoint_name(step), 0};
  TRY(saved.bytes, write_manifest(folder, step, known));
  TRY(sync_folder(folder / "training"));
  TRY(sync_folder(folder));
  TRY(fence());
  std::error_code problem;
  const bool is_there = fs::exists(saved.folder, problem);
  if (is_there && verify_manifest(saved.folder)) {
    discard(step);
    saved.bytes = 0;
  } else {
    if (is_there) {
      TRY(quarantine(saved.folder));
    }
    TRY(rename_new(folder, saved.folder));
    TRY(sync_folder(folder_.checkpoints()));
  }
  TRY(point_latest_at(step));
  return saved;
}

Result<void> CheckpointStore::point_latest_at(std::int64_t step) const {
  return write_file_atomically(folder_.latest(), checkpoint_name(step) + "\n",
                               [this] { return fence(); });
}

// Uses a name that does not exist yet.
Result<void> CheckpointStore::quarantine(const fs::path& damaged) const {
  TRY(fence());
  fs::path aside = damaged.string() + suffix("damaged");
  std::error_code ignored;
  for (int again = 2; fs::exists(fs::symlink_status(aside, ignored)); ++again)
    aside = damaged.string() + suffix("damaged") + "-" + std::to_string(again);
  TRY(rename_new(damaged, aside));
  return sync_folder(folder_.checkpoints());
}

Result<SavedCheckpoint> CheckpointStore::publish(
    std::int64_t step, const std::function<Result<void>(const fs::path&)>& fill) const {
  TRY(fence());
  SavedCheckpoint there{folder_.checkpoints() / checkpoint_name(step), 0};
  std::error_code problem;
  if (fs::exists(there.folder, problem) && verify_manifest(there.folder)) {
    TRY(point_latest_at(step));
    return there;
  }
  auto filled = begin(step);
  Result<void> is_full = filled ? fill(*filled) : Result<void>(filled.error());
  if (is_full) return commit(step);
  discard(step);
  return std::move(is_full).error();
}

Result<std::optional<FoundCheckpoint>> CheckpointStore::find_newest(Quarantine quarantine) const {
  std::vector<std::int64_t> candidates = steps();
  std::reverse(candidates.begin(), candidates.end());
  FoundCheckpoint found;
  for (const std::int64_t step : candidates) {
    found.folder = folder_.checkpoints() / checkpoint_name(step);
    found.step = step;
    auto verified = verify_manifest(found.folder);
    if (verified) {
      for (const std::int64_t newer : candidates) {
        if (newer == step || quarantine == Quarantine::no) break;
        TRY(this->quarantine(folder_.checkpoints() / checkpoint_name(newer)));
      }
      return std::optional<FoundCheckpoint>(std::move(found));
    }
    found.passed_over.push_back(verified.error());
  }
  if (!found.passed_over.empty()) return found.passed_over.front();
  return std::optional<FoundCheckpoint>();
}

Result<void> CheckpointStore::set_aside() const {
  if (steps().empty()) return {};
  TRY(fence());
  TRY(rename_new(folder_.checkpoints(), folder_.checkpoints().string() + suffix("before")));
  return sync_folder(folder_.root);
}

Result<void> CheckpointStore::mark_best(std::int64_t step) const {
  return write_file_atomically(folder_.checkpoints() / "best", checkpoint_name(step) + "\n",
                               [this] { return fence(); });
}

std::optional<std::int64_t> CheckpointStore::best() const {
  auto text = read_file(folder_.checkpoints() / "best", 256);
  if (!text) return std::nullopt;
  return checkpoint_step(text->substr(0, text->find('\n')));
}

Result<void> CheckpointStore::retain(std::int64_t keep_last,
                                     std::optional<std::int64_t> resumed_from) const {
  std::vector<std::int64_t> all = steps();
  std::set<std::int64_t> kept;
  for (std::size_t i = all.size(); i > 0 && static_cast<std::int64_t>(kept.size()) < keep_last; --i)
    kept.insert(all[i - 1]);
  if (const auto step = best()) kept.insert(*step);
  if (resumed_from) kept.insert(*resumed_from);
  if (!all.empty()) kept.insert(all.back());  // the target of `latest`
  std::vector<fs::path> removed;
  for (const std::int64_t step : all) {
    if (kept.contains(step)) continue;
    TRY(fence());
    // Renamed first, and durably: an interrupted removal must not leave a checkpoint that looks
    // damaged.
    const fs::path unwanted = folder_.checkpoints() / checkpoint_name(step);
    const fs::path renamed = unwanted.string() + suffix("tmp");
    std::error_code problem;
    fs::rename(unwanted, renamed, problem);
    if (!problem) removed.push_back(renamed);
  }
  if (removed.empty()) return {};
  TRY(sync_folder(folder_.checkpoints()));
  std::error_code ignored;
  for (const fs::path& path : removed) fs::remove_all(path, ignored);
  return {};
}

}  // namespace trainyard
