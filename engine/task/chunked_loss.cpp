#include "engine/task/chunked_loss.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

namespace trainyard {

at::Tensor chunked_cross_entropy(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                                 ComputePrecision precision, const std::optional<ChunkedLossGradients>& gradients,
                                 std::int64_t max_logits) {
  const at::NoGradGuard no_grad;
  const at::ScalarType type = precision == ComputePrecision::bf16 ? at::kBFloat16 : at::kFloat;
  const at::Tensor weight = head.to(type);  // (V, C)
  const std::int64_t rows = hidden.size(0), step = std::max<std::int64_t>(1, max_logits / head.size(0));
  at::Tensor sum = at::zeros({}, hidden.options().dtype(at::kFloat));
  for (std::int64_t begin = 0; begin < rows; begin += step) {
    const std::int64_t count = std::min(step, rows - begin);
    const at::Tensor x = hidden.narrow(0, begin, count).to(type);      // (n, C)
    const at::Tensor target = targets.narrow(0, begin, count);         // (n)
    const at::Tensor valid = target.ne(-100);                          // (n)
    const at::Tensor index = target.clamp_min(0).unsqueeze(1);         // (n, 1)
    const at::Tensor logits = at::mm(x, weight.t()).to(at::kFloat);    // (n, V)
    at::Tensor log_p = at::log_softmax(logits, 1);                     // (n, V)
    sum -= (log_p.gather(1, index).squeeze(1) * valid).sum();
    if (!gradients) continue;
    at::Tensor d_logits = log_p.exp_();                                // (n, V): p - one_hot(target)
    d_logits.scatter_add_(1, index, at::full({count, 1}, -1.0, d_logits.options()));
    d_logits *= (valid.to(at::kFloat) * gradients->scale).unsqueeze(1);
    d_logits = d_logits.to(type);
    at::Tensor d_x = gradients->hidden_gradient.narrow(0, begin, count);
    d_x.copy_(at::mm(d_logits, weight));                               // (n, C)
    at::Tensor d_weight = gradients->head_gradient;                    // (V, C)
    if (type == at::kFloat) d_weight.addmm_(d_logits.t(), x);
    else d_weight.add_(at::mm(d_logits.t(), x));
  }
  return sum;
}

}  // namespace trainyard
