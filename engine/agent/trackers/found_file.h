// SPDX-License-Identifier: GPL-3.0-or-later
// A file that a tracker writes, told by its name and place.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "engine/trackers/tracker_reader.h"

namespace trainyard::agent {

struct FoundFile {
  TrackerKind kind = TrackerKind::tensorboard;
  std::filesystem::path path;
  std::filesystem::path run_folder;  // where the tracker keeps this run
  std::string metric;                // of an MLflow file
  // Of many runs, perhaps: its tables tell whether it is a tracker's at all, and its kind.
  bool is_database = false;
  // Of a job with several ranks: that of the process that writes it, where it is known.
  bool is_of_parallel_job = false;
  std::optional<int> rank = {};
};

// Nothing for files of other programs. What lies in `metrics` of a folder with a meta.yaml is
// MLflow's.
std::optional<FoundFile> tracker_file(const std::filesystem::path& path);

// The number of the process that wrote one of TensorBoard's files, which is in its name:
// events.out.tfevents.<time>.<host>.<process>.<count>, with ".v2" behind it for TensorFlow's. 0:
// there is none.
pid_t writer_of(const std::filesystem::path& path);

// "train", "eval" or "test" for a word that programs name these by, as in val/loss, Loss/train or
// the folder logs/validation; empty for any other.
std::string_view split_of(std::string_view word);

// The product's name of a metric that a program logged as `key`: as for the Trainer's keys
// (metric_name), and Loss/train, train_loss and train/loss are the same, as are val_loss and
// eval/loss. `is_trainers`: `train_loss` is the mean that Hugging Face's Trainer logs at the end.
std::string tracked_metric_name(std::string_view key, bool is_trainers);

}  // namespace trainyard::agent
