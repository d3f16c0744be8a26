// SPDX-License-Identifier: GPL-3.0-or-later
// How much a model takes of a GPU, before anything is loaded.
#pragma once

#include <cstdint>
#include <optional>

#include <QString>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// Of a model's folder of this computer, by the size of its safetensors and the type that its
// config.json names; nothing where there is none. Good to the size of their headers.
std::optional<std::int64_t> parametersOf(const QString& folder);

// Weights, gradients and what the optimizer keeps of one parameter, in bytes: 16 for AdamW in fp32.
// With bf16 or fp16 there are copies beside; with adapters only the weights count.
std::int64_t minBytesPerParameter(const Experiment& experiment);

}  // namespace trainyard
