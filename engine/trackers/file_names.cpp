// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/file_names.h"

#include <algorithm>
#include <initializer_list>

namespace trainyard {
namespace {

using Endings = std::initializer_list<std::string_view>;

bool has_ending(std::string_view name, Endings endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

std::optional<TrackerKind> tracker_kind(std::string_view file_name) {
  if (file_name.find("tfevents") != file_name.npos) return TrackerKind::tensorboard;
  if (file_name == "metrics.csv") return TrackerKind::lightning_csv;
  if (!file_name.starts_with("run-")) return std::nullopt;
  if (file_name.ends_with(".wandb")) return TrackerKind::wandb;
  if (file_name.ends_with(".swanlab")) return TrackerKind::swanlab;
  return std::nullopt;
}

bool is_database_name(std::string_view file_name) {
  return has_ending(file_name, {".db", ".db3", ".sqlite", ".sqlite3"});
}

bool is_optuna_journal_name(std::string_view file_name) {
  return has_ending(file_name, {".log", ".journal", ".jsonl"});
}

}  // namespace trainyard
