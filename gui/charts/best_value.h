// SPDX-License-Identifier: GPL-3.0-or-later
// Which values of a metric are good.
#pragma once

#include <QString>
#include <optional>

#include "remote/store/curve_block.h"

namespace trainyard {

enum class BetterValue { lower, higher };

// By the metric's name, as evaluation judges it. Nothing for a metric of training, which is no
// measure of a model, and for one that is no measure at all.
std::optional<BetterValue> betterValue(const QString& metric);

// Where a curve was best; nothing if it has no value or is not judged.
std::optional<CurveSpot> bestSpot(const QString& metric, const CurveBlock& whole);

}  // namespace trainyard
