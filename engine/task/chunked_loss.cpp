#include "engine/task/chunked_loss.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

#include "engine/task/cross_entropy_rows.h"

namespace trainyard {

namespace {

// logits (n, V) fp32 become their gradient where there is one to compute; returns the sum of the
// losses.
at::Tensor consume_logits(at::Tensor& logits, const at::Tensor& targets,
                          const double* gradient_scale) {
  if (logits.is_cpu()) {
    const at::Tensor contiguous = targets.contiguous();
    const double sum = cross_entropy_rows(logits.mutable_data_ptr<float>(),
                                          contiguous.const_data_ptr<std::int64_t>(), logits.size(0),
                                          logits.size(1), gradient_scale);
    return at::full({}, sum, at::kDouble);
  }
  const at::Tensor valid = targets.ne(kIgnoreIndex).to(at::kFloat);  // (n)
  const at::Tensor index = targets.clamp_min(0).unsqueeze(1);        // (n, 1)
  logits = at::log_softmax(logits, 1);                               // (n, V)
  const at::Tensor sum = -(logits.gather(1, index).squeeze(1) * valid).sum(at::kDouble);
  if (gradient_scale != nullptr) {
    logits.exp_().scatter_add_(1, index, at::full_like(index, -1.0, logits.options()));
    logits.mul_((valid * *gradient_scale).unsqueeze(1));
  }
  return sum;
}

}  // namespace

at::Tensor chunked_cross_entropy(const at::Tensor& hidden, const at::Tensor& head,
                                 const at::Tensor& targets, ComputePrecision precision,
                                 const std::optional<ChunkedLossGradients>& gradients,
                                 std::int64_t rows_per_chunk) {
  const at::NoGradGuard no_grad;
  const at::ScalarType type = precision == ComputePrecision::bf16 ? at::kBFloat16 : at::kFloat;
  const at::Tensor weight = head.to(type);  // (V, C)
  const std::int64_t rows = hidden.size(0),
                     num_chunks = (rows + rows_per_chunk - 1) / rows_per_chunk,
                     chunk = (rows + num_chunks - 1) / num_chunks;
  at::Tensor sum = at::zeros({}, hidden.options().dtype(at::kDouble));
  at::Tensor buffer = at::empty({std::min(chunk, rows), head.size(0)},
                                weight.options());  // (n, V), used by every chunk
  for (std::int64_t begin = 0; begin < rows; begin += chunk) {
    const std::int64_t count = std::min(chunk, rows - begin);
    const at::Tensor x = hidden.narrow(0, begin, count).to(type);  // (n, C)
    at::Tensor products = buffer.narrow(0, 0, count);              // (n, V)
    at::mm_out(products, x, weight.t());
    at::Tensor logits = products.to(at::kFloat);  // (n, V)
    sum += consume_logits(logits, targets.narrow(0, begin, count),
                          gradients ? &gradients->scale : nullptr);
    if (!gradients) continue;
    const at::Tensor d_logits = logits.to(type);                          // (n, V)
    at::Tensor d_x = gradients->hidden_gradient.narrow(0, begin, count);  // (n, C)
    at::Tensor d_weight = gradients->head_gradient;                       // (V, C)
    if (type == at::kFloat) {
      at::mm_out(d_x, d_logits, weight);
      d_weight.addmm_(d_logits.t(), x);
    } else {
      d_x.copy_(at::mm(d_logits, weight));
      d_weight.add_(at::mm(d_logits.t(), x));
    }
  }
  return sum.to(at::kFloat);
}

}  // namespace trainyard
