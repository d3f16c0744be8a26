// SPDX-License-Identifier: GPL-3.0-or-later
// How much GPU memory a model needs, before anything is loaded.
#pragma once

#include <cstdint>
#include <optional>

#include <QString>

namespace trainyard {

struct Experiment;

// For a model's folder on this computer, from the size of its safetensors and the type in its
// config.json; nothing if there are none. Accurate up to the size of their headers.
std::optional<std::int64_t> parametersOf(const QString& folder);

// Bytes per parameter for weights, gradients and optimizer state: 16 for AdamW in fp32. With bf16
// or fp16 there are additional copies; with adapters only the weights count.
std::int64_t minBytesPerParameter(const Experiment& experiment);

}  // namespace trainyard
