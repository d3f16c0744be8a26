// SPDX-License-Identifier: GPL-3.0-or-later
// What wandb.log was given besides numbers: values that are an object with a `_type`, and texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trackers/tracked_run.h"

namespace trainyard {

// Adds what an object of the history shows; nothing for types that have no place in a SampleEvent.
void add_wandb_media(const std::string& key, const Map& object,
                     std::vector<TrackedSample>& samples);

// A history's text, as JSON, if it is long enough to be no label or name.
std::optional<TrackedSample> wandb_text(const std::string& key, std::string_view json);

// The file of a wandb.Table. `described`: the sample that names the file.
std::optional<TrackedSample> wandb_table(const TrackedSample& described, std::string_view file);

}  // namespace trainyard
