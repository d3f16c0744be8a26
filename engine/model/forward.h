// SPDX-License-Identifier: GPL-3.0-or-later
// The one loop over a model's layers.
#pragma once

#include <vector>

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

// One forward without gradients and dropout, of which several things are read. `positions` (N)
// int64 chooses among all B*T; undefined: all of them.
class Inference {
 public:
  // Model and parameters outlive it. The states of all layers are kept at `kept_positions` alone.
  Inference(const Model& model, const Parameters& parameters, const Batch& batch,
            const at::Tensor& kept_positions = {});

  const Batch& batch() const { return context_.batch; }

  // The last layer's (N, C), as transformers has it: with the norm that follows, where the family
  // has one.
  at::Tensor last_hidden_state(const at::Tensor& positions) const;
  // After the embedding and after each layer, the last as above: (L + 1) of (kept, C).
  const std::vector<at::Tensor>& kept_hidden_states() const { return kept_; }
  // What the head reads: (N, C).
  at::Tensor finished(const at::Tensor& positions) const;
  // (N, V) fp32.
  at::Tensor logits(const at::Tensor& positions) const;

 private:
  at::Tensor chosen(const at::Tensor& positions) const;

  const Model& model_;
  const Parameters& parameters_;
  const Context context_;
  at::Tensor x_;  // (B*T, C), what the last layer made
  std::vector<at::Tensor> kept_;
};

}  // namespace trainyard
