// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/tracker_reader.h"

#include "engine/trackers/metric_lines.h"
#include "engine/trackers/swanlab_records.h"
#include "engine/trackers/tensorboard_events.h"
#include "engine/trackers/wandb_records.h"

namespace trainyard {

std::unique_ptr<TrackerReader> make_tracker_reader(TrackerKind kind, const std::string& metric) {
  switch (kind) {
    case TrackerKind::tensorboard:
      return std::make_unique<TensorboardReader>();
    case TrackerKind::wandb:
      return std::make_unique<WandbReader>();
    case TrackerKind::lightning_csv:
      return std::make_unique<LightningCsvReader>();
    case TrackerKind::swanlab:
      return std::make_unique<SwanlabReader>();
    case TrackerKind::mlflow_metric:
      return std::make_unique<MlflowMetricReader>(metric);
    case TrackerKind::trackio:
    case TrackerKind::mlflow_database:
      break;
  }
  return nullptr;
}

}  // namespace trainyard
