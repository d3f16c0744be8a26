// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about the files of trackers, which are read and written while a run goes on.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kTrackerTemplates[] = {
    {"found.tensorboard", "TensorBoard files in {folder}"},
    {"found.wandb", "the files of W&B in {folder}"},
    {"found.swanlab", "the files of SwanLab in {folder}"},
    {"found.lightning", "Lightning's metrics.csv in {folder}"},
    {"found.mlflow", "the files of MLflow in {folder}"},
    {"found.trackio", "trackio's database {folder}"},
    {"found.mlflow_database", "MLflow's database {folder}"},
    {"tracker.database_damaged",
     "The database {path} is damaged; its curves end there, and what follows is not read"},
    {"tracker.damaged",
     "{path} is damaged at byte {offset}; its curves end there, and what follows is not read"},
    {"sample.too_large",
     "{name} ({size} KiB) and others of more than {limit} KiB at a step are left out"},
    {"sample.limit",
     "The trackers' files have more texts, tables, images and histograms than an attempt takes "
     "over ({count}, {size} MiB); the others are left out"},
    {"trackers.offline",
     "W&B, Comet, Neptune, SwanLab and ClearML are told to write to files and to send nothing "
     "(environment.trackers_offline)"},
    {"trackers.not_written",
     "The files for {trackers} (logging.trackers) are not written any further: {why}; the run "
     "goes on, and `yard export` writes them later"},
    {"trackers.too_slow", "their file system takes longer to write them than the run to report",
     ErrorKind::environment},
};

}  // namespace

std::span<const MessageTemplate> tracker_messages() { return kTrackerTemplates; }

}  // namespace trainyard
