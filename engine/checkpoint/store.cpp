#include "engine/checkpoint/store.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "engine/contract/checkpoint_manifest.h"
#include "engine/contract/durable_file.h"

namespace trainyard {

namespace fs = std::filesystem;

Result<void> CheckpointStore::fence() const {
  if (!is_superseded(folder_, attempt_)) return {};
  return Error{"superseded",
               {{"attempt", attempt_}},
               "a newer attempt of this run has started in " + folder_.root.string() +
                   "; this one ends without writing more",
               ExitCode::stopped_early};
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
  if (!leftovers.empty())
    if (auto alone = fence(); !alone) return alone;
  for (const fs::path& path : leftovers) fs::remove_all(path, problem);
  return {};
}

Result<SavedCheckpoint> CheckpointStore::publish(
    std::int64_t step, const std::function<Result<void>(const fs::path&)>& fill) const {
  if (auto alone = fence(); !alone) return alone.error();
  std::error_code problem;
  fs::create_directories(folder_.checkpoints(), problem);
  if (problem) return file_error(folder_.checkpoints(), problem.value(), "cannot create");
  SavedCheckpoint saved{folder_.checkpoints() / checkpoint_name(step), 0};
  if (!fs::exists(saved.folder, problem)) {
    const fs::path unfinished = folder_.checkpoints() / (checkpoint_name(step) + suffix("tmp"));
    const auto write = [&]() -> Result<std::int64_t> {
      std::error_code failure;
      fs::remove_all(unfinished, failure);
      if (!fs::create_directories(unfinished / "training", failure))
        return file_error(unfinished, failure.value(), "cannot create");
      if (auto filled = fill(unfinished); !filled) return filled.error();
      auto bytes = write_manifest(unfinished, step);
      if (!bytes) return bytes.error();
      for (const fs::path& folder : {unfinished / "training", unfinished})
        if (auto synced = sync_folder(folder); !synced) return synced.error();
      if (auto alone = fence(); !alone) return alone.error();
      if (auto renamed = rename_new(unfinished, saved.folder); !renamed) return renamed.error();
      return *bytes;
    };
    auto bytes = write();
    if (!bytes) {
      fs::remove_all(unfinished, problem);
      return bytes.error();
    }
    saved.bytes = *bytes;
    if (auto synced = sync_folder(folder_.checkpoints()); !synced) return synced.error();
  }
  // Saving takes its time: a later attempt may have moved `latest` meanwhile.
  if (auto named = write_file_atomically(folder_.latest(), checkpoint_name(step) + "\n",
                                         [this] { return fence(); });
      !named)
    return named.error();
  return saved;
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
        if (auto alone = fence(); !alone) return alone.error();
        std::error_code ignored;
        const fs::path damaged = folder_.checkpoints() / checkpoint_name(newer);
        fs::rename(damaged, damaged.string() + suffix("damaged"), ignored);
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
  if (auto alone = fence(); !alone) return alone;
  return rename_new(folder_.checkpoints(), folder_.checkpoints().string() + suffix("before"));
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
  if (!all.empty()) kept.insert(all.back());  // what `latest` names
  for (const std::int64_t step : all) {
    if (kept.contains(step)) continue;
    if (auto alone = fence(); !alone) return alone;
    // Renamed first: a removal that is interrupted must not leave a checkpoint that looks damaged.
    const fs::path unwanted = folder_.checkpoints() / checkpoint_name(step);
    const fs::path renamed = unwanted.string() + suffix("tmp");
    std::error_code problem;
    fs::rename(unwanted, renamed, problem);
    if (!problem) fs::remove_all(renamed, problem);
  }
  return {};
}

}  // namespace trainyard
