// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/file_names.h"

#include <algorithm>
#include <array>

namespace trainyard {
namespace {

using Endings = std::array<std::string_view, 4>;

constexpr Endings database_endings{".db", ".sqlite", ".sqlite3", ".db3"};
constexpr Endings journal_endings{".log", ".journal", ".jsonl", ".txt"};

bool has_ending(std::string_view name, const Endings& endings) {
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
  return has_ending(file_name, database_endings);
}

bool is_optuna_journal_name(std::string_view file_name) {
  return has_ending(file_name, journal_endings);
}

}  // namespace trainyard
