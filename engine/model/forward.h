// SPDX-License-Identifier: GPL-3.0-or-later
// The loop over a model's layers, used by all architectures.
#pragma once

#include <vector>

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// batch.input_ids (B, T) -> hidden states that the head reads (N, C): those at
// batch.target_positions, or all B*T.
at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode);

// Returns the head's output (N, V) fp32 all at once. For vocabularies use chunked_cross_entropy().
at::Tensor logits(const Model& model, const Parameters& parameters, const Batch& batch,
                  const ForwardMode& mode);

// One forward pass without gradients and dropout whose results can be read in several ways.
// `positions` (N) int64 selects among all B*T; undefined: all of them.
class Inference {
 public:
  // Model and parameters must outlive it. The states of all layers are kept at `kept_positions`
  // only.
  Inference(const Model& model, const Parameters& parameters, const Batch& batch,
            const at::Tensor& kept_positions = {});

  const Batch& batch() const { return context_.batch; }

  // The last layer's hidden states (N, C) as transformers returns them: including the norm that
  // follows, if the family has one.
  at::Tensor last_hidden_state(const at::Tensor& positions) const;
  // Hidden states after the embedding and after each layer, the last as above: (L + 1) of (kept,
  // C).
  const std::vector<at::Tensor>& kept_hidden_states() const { return kept_; }
  // The input of the head: (N, C).
  at::Tensor finished(const at::Tensor& positions) const;
  // (N, V) fp32.
  at::Tensor logits(const at::Tensor& positions) const;

 private:
  at::Tensor chosen(const at::Tensor& positions) const;

  const Model& model_;
  const Parameters& parameters_;
  const Context context_;
  at::Tensor x_;  // (B*T, C), the last layer's output
  std::vector<at::Tensor> kept_;
};

}  // namespace trainyard
