// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tensorboard_file.h"

#include <utility>

#include "engine/agent/trackers/written_names.h"
#include "engine/trackers/tensorboard_writer.h"

namespace trainyard::agent {

void TensorboardFile::start(const StartEvent& start) {
  if (attempt_.number > 1) resume_step_ = start.resume_step;
}

Result<void> TensorboardFile::take(const MetricsEvent& metrics, double time) {
  if (metrics.values.empty()) return {};
  if (!file_.is_open()) {
    TRY(file_.create(tensorboard_file(attempt_.run, attempt_.identity, attempt_.number)));
    file_.add(tensorboard_version(time));
  }
  // What earlier attempts have of later steps no longer counts.
  if (const auto step = std::exchange(resume_step_, {}))
    file_.add(tensorboard_restart(time, *step + 1));
  for (const auto& [name, value] : metrics.values)
    file_.add(
        tensorboard_scalar(time, metrics.step ? *metrics.step : num_points_[name]++, name, value));
  return {};
}

}  // namespace trainyard::agent
