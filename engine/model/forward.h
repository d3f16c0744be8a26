// The one loop over a model's layers.
#pragma once

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// batch.input_ids (B, T) -> hidden states that the head reads (N, C): of batch.target_positions, or
// of all B*T.
at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode);

// What the head makes of them: (N, V) fp32, all at once. chunked_cross_entropy() is for
// vocabularies.
at::Tensor logits(const Model& model, const Parameters& parameters, const Batch& batch,
                  const ForwardMode& mode);

}  // namespace trainyard
