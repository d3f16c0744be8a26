// SPDX-License-Identifier: GPL-3.0-or-later
// How trackers name their files.
#pragma once

#include <optional>
#include <string_view>

#include "engine/trackers/tracker_reader.h"

namespace trainyard {

// The tracker whose file has this name (without its folders). MLflow's files are named by their
// metrics, so their place has to tell them, as a folder of is_mlflow_run.
std::optional<TrackerKind> tracker_kind(std::string_view file_name);

// The folders of a run in MLflow's file store, and the file beside them.
constexpr std::string_view mlflow_metrics_folder = "metrics", mlflow_params_folder = "params",
                           mlflow_run_file = "meta.yaml";

// Whether a file may be a database of SQLite, which trackio, MLflow and Optuna write under any
// name.
bool is_database_name(std::string_view file_name);

// Whether a file may be what Optuna's JournalFileBackend writes, likewise.
bool is_optuna_journal_name(std::string_view file_name);

}  // namespace trainyard
