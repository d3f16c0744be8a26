// The one loop over a model's layers.
#pragma once

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// batch.input_ids (B, T) -> hidden states after the last layer and what follows it (B, T, C).
at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode);

}  // namespace trainyard
