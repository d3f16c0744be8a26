// SPDX-License-Identifier: GPL-3.0-or-later
// How trackers keep values in their databases.
#pragma once

#include <string_view>

#include "engine/contract/run/events.h"

namespace trainyard {

// Adds the numbers of what trackio keeps of a call of its log(): JSON, of which the keys of nested
// objects are joined with a point. Pictures, tables and texts are left out.
void add_trackio_values(std::string_view json, MetricValues& values);

// MLflow keeps the greatest double for infinity, and a flag for what is not a number.
double mlflow_value(double stored, bool is_nan);

}  // namespace trainyard
