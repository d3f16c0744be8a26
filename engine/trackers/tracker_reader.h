// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one file of a tracker while it grows. Such files come from any program: lengths, counts and
// nesting are bounded, and at most one record is held.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/trackers/tracked_run.h"

namespace trainyard {

enum class TrackerKind {
  tensorboard,    // events.out.tfevents.*
  wandb,          // run-*.wandb, of an offline run and of any other
  lightning_csv,  // metrics.csv of Lightning's CSVLogger
  swanlab,        // run-*.swanlab
  mlflow_metric,  // metrics/NAME of a run in MLflow's file store
  // Databases of many runs, which tracker_database.h reads.
  trackio,
  mlflow_database,
};

class TrackerReader {
 public:
  using OnPoint = std::function<void(TrackedPoint)>;
  virtual ~TrackerReader() = default;

  // The next bytes of the file, in pieces of any size; passes on the points that they complete.
  // False: what follows whole_bytes() cannot be read, now or at an earlier call, and nothing more
  // is read.
  virtual bool feed(std::string_view bytes, const OnPoint& on_point) = 0;

  // Where the last whole record ends.
  virtual std::uint64_t whole_bytes() const = 0;

  // Forgets everything behind whole_bytes(), from where the next bytes must continue.
  virtual void rewind() = 0;

  const TrackedRun& run() const { return run_; }

 protected:
  TrackedRun run_;
};

// Null for a kind of database. `metric`: the name of what an mlflow_metric file has, which only its
// path says.
std::unique_ptr<TrackerReader> make_tracker_reader(TrackerKind kind,
                                                   const std::string& metric = {});

}  // namespace trainyard
