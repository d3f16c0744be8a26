// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a W&B run file (run-ID.wandb) record by record, as wandb/proto/wandb_internal.proto has
// them: what `wandb sync` uploads of an offline run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/run/events.h"
#include "engine/contract/value.h"
#include "engine/trackers/wandb_log.h"

namespace trainyard {

class ProtobufMessage;

struct WandbRun {
  std::string id;
  std::string project;  // empty: as `wandb sync` is told
  std::string name, notes;
  std::vector<std::string> tags;
  Map config;                 // settings by their paths; variables of the environment are left out
  double started = 0;         // Unix seconds
  bool may_continue = false;  // a run of this ID that W&B has already, as with resume="allow"
};

// offline-run-20261129_101500-ID, as W&B names a run's folder after a time, given in Unix seconds.
std::string wandb_folder_name(const std::string& id, double time);
// In it.
std::string wandb_file_name(const std::string& id);

// Each call returns bytes to be written behind those of earlier calls. beginning() comes first.
class WandbRunWriter {
 public:
  explicit WandbRunWriter(std::string id) : id_(std::move(id)) {}

  std::string beginning(const WandbRun& run);
  // A row of history. `runtime`: seconds since the run began.
  std::string row(std::int64_t step, double time, double runtime, const MetricValues& values);
  // The last value of each of these metrics; others keep theirs.
  std::string summary(const MetricValues& values);
  std::string exit(int code);

 private:
  // `field`: of what is in the record.
  std::string record(int field, const ProtobufMessage& content);

  WandbLogWriter log_;
  std::string id_;
  std::int64_t number_ = 0;
};

}  // namespace trainyard
