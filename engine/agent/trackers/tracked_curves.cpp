// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracked_curves.h"

#include <algorithm>
#include <cmath>

#include "engine/agent/output/count.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_name_bytes = 500;

// What trackers count steps in beside their own.
bool is_step(const std::string& key) {
  return key == "step" || key == "global_step" || key == "train/global_step" ||
         key == "trainer/global_step";
}

bool is_epoch(const std::string& key) { return key == "epoch" || key == "train/epoch"; }

// A key with what its folder says of it: add_scalars("Loss", {"train": ...}) logs Loss in a folder
// Loss_train, and Keras's callback logs in folders train and validation.
std::string key_in(const fs::path& folder, TrackerKind kind, const std::string& key) {
  if (kind != TrackerKind::tensorboard) return key;
  const std::string name = folder.filename().string();
  std::string stem = key;
  std::replace(stem.begin(), stem.end(), '/', '_');
  if (name.size() > stem.size() + 1 && name.starts_with(stem + "_"))
    return key + "/" + name.substr(stem.size() + 1);
  const std::string_view split = split_of(name);
  return split.empty() || key.find('/') != key.npos ? key : std::string(split) + "/" + key;
}

}  // namespace

std::optional<std::int64_t> step_of(const TrackedPoint& point) {
  std::optional<std::int64_t> step = point.step;
  for (const auto& [key, value] : point.values)
    if (const auto count = count_of(value); is_step(key) && count) step = count;
  return step && (*step < 0 || *step > max_count) ? std::nullopt : step;
}

std::size_t TrackedCurves::source_of(const FoundFile& file) {
  for (std::size_t at = 0; at < sources_.size(); ++at)
    if (sources_[at].kind == file.kind && sources_[at].folder == file.run_folder) return at;
  sources_.push_back({file.kind, file.run_folder, {}, false, file.rank, {}});
  return sources_.size() - 1;
}

// The part of the folder that is not the other's, too.
std::string TrackedCurves::label_of(const Source& source, const Source& other) const {
  auto own = source.folder.begin();
  auto others = other.folder.begin();
  while (own != source.folder.end() && others != other.folder.end() && *own == *others) {
    ++own;
    ++others;
  }
  std::string label;
  for (; own != source.folder.end(); ++own) label += own->string() + "/";
  return label;
}

// Empty: there is none left.
std::string TrackedCurves::free_name(std::size_t source, const std::string& name,
                                     std::size_t other) const {
  const Source &own = sources_[source], &first = sources_[other];
  std::string label = label_of(own, first);
  if (label.empty()) label = "other/";
  if (own.rank && own.rank != first.rank) {
    std::string ranked = prefix_ + "rank" + std::to_string(*own.rank) + "/";
    if (!owners_.contains(ranked + name)) return ranked + name;
  }
  std::string labelled = prefix_ + label + name;
  return owners_.contains(labelled) ? std::string() : labelled;
}

// Empty: another tracker tells this curve already.
std::string TrackedCurves::new_name(std::size_t source, const std::string& key,
                                    bool is_of_parallel_job) {
  Source& own = sources_[source];
  const std::string name = tracked_metric_name(key_in(own.folder, own.kind, key), own.has_loss);
  const auto owner = owners_.find(prefix_ + name);
  if (own.beside && (owner == owners_.end() || sources_[owner->second].kind == own.kind))
    return free_name(source, name, *own.beside);
  if (owner == owners_.end() || owner->second == source) return prefix_ + name;
  if (sources_[owner->second].kind != own.kind) return {};
  if (is_of_parallel_job) own.beside = owner->second;
  return free_name(source, name, owner->second);
}

const std::string& TrackedCurves::name_of(std::size_t source, const std::string& key,
                                          bool is_of_parallel_job) {
  Source& own = sources_[source];
  own.has_loss = own.has_loss || key == "loss";
  const auto known = own.names.find(key);
  if (known != own.names.end()) return known->second;
  static const std::string none;
  if (owners_.size() >= max_names || key.size() > max_name_bytes) return none;
  std::string name = new_name(source, key, is_of_parallel_job);
  if (!name.empty()) owners_.emplace(name, source);
  return own.names.emplace(key, std::move(name)).first->second;
}

void TrackedCurves::take(const FoundFile& file, const TrackedPoint& point) {
  const std::size_t source = source_of(file);
  MetricsEvent event;
  event.step = step_of(point);
  event.epoch = point.epoch;
  for (const auto& [key, value] : point.values)
    if (is_epoch(key) && std::isfinite(value)) event.epoch = value;
  for (const auto& [key, value] : point.values) {
    if (is_step(key) || is_epoch(key)) continue;
    if (const std::string& name = name_of(source, key, file.is_of_parallel_job); !name.empty())
      event.values.emplace_back(name, value);
  }
  if (event.values.empty()) return;
  const auto is_there = [&](const auto& entry) {
    return std::any_of(waiting_.values.begin(), waiting_.values.end(),
                       [&](const auto& known) { return known.first == entry.first; });
  };
  const bool fits = event.step && event.step == waiting_.step && event.epoch == waiting_.epoch &&
                    waiting_.values.size() < 100 &&
                    std::none_of(event.values.begin(), event.values.end(), is_there);
  if (!fits) flush();
  if (waiting_.values.empty())
    waiting_ = std::move(event);
  else
    waiting_.values.insert(waiting_.values.end(), event.values.begin(), event.values.end());
}

void TrackedCurves::flush() {
  if (waiting_.values.empty()) return;
  emit_(std::move(waiting_));
  waiting_ = {};
}

}  // namespace trainyard::agent
