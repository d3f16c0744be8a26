// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the records of TensorBoard's event files: tensorflow/core/util/event.proto and
// framework/summary.proto.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard {

// The first record of a file.
std::string tensorboard_version(double time);

// Events in this folder, from this step on and before this record, no longer count.
std::string tensorboard_restart(double time, std::int64_t step);

// The value becomes one of fp32.
std::string tensorboard_scalar(double time, std::int64_t step, std::string_view name, double value);

std::string tensorboard_text(double time, std::string_view name, std::string_view text);

}  // namespace trainyard
