// SPDX-License-Identifier: GPL-3.0-or-later
// The texts, images and histograms in TensorBoard's event files: in the fields that torch and
// tensorboardX write, and as the tensors that TensorFlow 2 writes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/trackers/tracked_run.h"

namespace trainyard {

// A value of tensorflow/core/framework/summary.proto.
struct SummaryValue {
  std::string_view tag, plugin, plugin_content, description;
  std::optional<double> number;
  std::string_view image, histogram, tensor;  // messages; empty: none
};

// Adds what `value` shows; nothing for what is of another plugin or malformed.
void add_media(const SummaryValue& value, std::vector<TrackedSample>& samples);

}  // namespace trainyard
