#include "engine/task/causal_lm.h"

#include <ATen/core/grad_mode.h>

#include "engine/model/forward.h"
#include "engine/task/chunked_loss.h"
#include "engine/task/cross_entropy_rows.h"

namespace trainyard {

namespace {

// labels (B, T) -> what each position predicts, (B*T): the next token's label, none at the last
// position.
at::Tensor shifted_targets(const at::Tensor& labels) {
  at::Tensor targets = at::full_like(labels, kIgnoreIndex);
  const std::int64_t predicted = labels.size(1) - 1;
  targets.narrow(1, 0, predicted).copy_(labels.narrow(1, 1, predicted));
  return targets.view({-1});
}

}  // namespace

LossSum train_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                        double gradient_scale, const ForwardMode& mode) {
  const at::Tensor hidden = forward(model, parameters, batch, mode);   // (B, T, C)
  const at::Tensor flat = hidden.detach().view({-1, hidden.size(2)});  // (B*T, C)
  const at::Tensor head = model.head_weight(parameters);               // (V, C)
  ChunkedLossGradients gradients{at::empty_like(flat), head.grad(), gradient_scale};
  const at::Tensor sum = chunked_cross_entropy(flat, head.detach(), shifted_targets(batch.labels),
                                               mode.precision, gradients);
  hidden.backward(gradients.hidden_gradient.view(hidden.sizes()));
  return {sum, count_targets(batch)};
}

LossSum evaluate_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                           const ForwardMode& mode) {
  const at::NoGradGuard no_grad;
  ForwardMode evaluation = mode;
  evaluation.training = false;
  const at::Tensor hidden = forward(model, parameters, batch, evaluation);  // (B, T, C)
  const at::Tensor flat = hidden.view({-1, hidden.size(2)});                // (B*T, C)
  return {chunked_cross_entropy(flat, model.head_weight(parameters), shifted_targets(batch.labels),
                                mode.precision, {}),
          count_targets(batch)};
}

std::int64_t count_targets(const Batch& batch) {
  return batch.labels.narrow(1, 1, batch.labels.size(1) - 1)
      .ne(kIgnoreIndex)
      .sum()
      .item<std::int64_t>();
}

}  // namespace trainyard
