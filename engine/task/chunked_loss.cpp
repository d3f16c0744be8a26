// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/chunked_loss.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

#include "engine/model/add_product.h"
#include "engine/model/fused_kernels.h"
#include "engine/task/cross_entropy_rows.h"

namespace trainyard {

namespace {

// Replaces logits (n, V) fp32 by their gradient if it is needed; returns the sum of the losses.
at::Tensor consume_logits(at::Tensor& logits, const at::Tensor& targets, double label_smoothing,
                          const double* gradient_scale) {
  if (logits.is_cpu()) {
    const at::Tensor contiguous = targets.contiguous();
    const double sum = cross_entropy_rows(logits.mutable_data_ptr<float>(),
                                          contiguous.const_data_ptr<std::int64_t>(), logits.size(0),
                                          logits.size(1), label_smoothing, gradient_scale);
    return at::full({}, sum, at::kDouble);
  }
  const at::Tensor valid = targets.ne(kIgnoreIndex).to(at::kFloat);                    // (n)
  const at::Tensor index = targets.clamp_min(0).unsqueeze(1);                          // (n, 1)
  logits = at::log_softmax(logits, 1);                                                 // (n, V)
  at::Tensor losses = logits.gather(1, index).squeeze(1).mul_(label_smoothing - 1.0);  // (n)
  if (label_smoothing > 0) losses.sub_(logits.mean(1), label_smoothing);
  const at::Tensor sum = (losses * valid).sum(at::kDouble);
  if (gradient_scale != nullptr) {
    const double spread = label_smoothing / static_cast<double>(logits.size(1));
    logits.exp_();
    if (spread > 0) logits.sub_(spread);
    logits.scatter_add_(1, index, at::full_like(index, label_smoothing - 1.0, logits.options()));
    logits.mul_((valid * *gradient_scale).unsqueeze(1));
  }
  return sum;
}

// Whether a kernel replaces logits of this type by their gradient.
bool has_loss_kernel(at::Device device, at::ScalarType type, const ChunkedLossSettings& settings) {
  return fused_kernels_on(device) && is_kernel_type(type) && settings.label_smoothing == 0;
}

// The same as consume_logits() in the logits' own type and place.
at::Tensor consume_logits_by_kernel(const at::Tensor& logits, const at::Tensor& targets,
                                    const double* gradient_scale) {
  const at::Tensor losses = at::empty({logits.size(0)}, logits.options().dtype(at::kFloat)),
                   contiguous = targets.contiguous();
  const kernels::CrossEntropyArguments arguments{
      .logits = kernel_memory(logits),
      .targets = kernel_memory<std::int64_t>(contiguous),
      .losses = kernel_memory<float>(losses),
      .rows = logits.size(0),
      .vocabulary = logits.size(1),
      .stride = logits.stride(0),
      .ignored_target = kIgnoreIndex,
      .gradient_scale = gradient_scale ? static_cast<float>(*gradient_scale) : 0.0F,
      .writes_gradient = gradient_scale != nullptr,
      .type = kernel_type(logits)};
  TORCH_CHECK(queue_kernel(*fused_kernels_for(logits), &kernels::Table::cross_entropy, arguments,
                           "trainyard::cross_entropy"),
              "the kernel of the loss takes no ", logits.size(1), " logits");
  return losses.sum(at::kDouble);
}

std::int64_t rows_per_chunk(const ChunkedLossSettings& settings, std::int64_t vocabulary,
                            bool is_fused) {
  // Operators have logits in fp32, their softmax and its gradient besides.
  constexpr std::int64_t fewest = 256, more_if_fused = 2;
  if (settings.rows_per_chunk > 0) return settings.rows_per_chunk;
  return std::max(fewest, settings.logits_per_chunk * (is_fused ? more_if_fused : 1) / vocabulary);
}

}  // namespace

at::Tensor chunked_cross_entropy(const at::Tensor& hidden, const Projection& projection,
                                 const at::Tensor& targets,
                                 const std::optional<ChunkedLossGradients>& gradients,
                                 const ChunkedLossSettings& settings, at::Tensor* num_correct) {
  const at::NoGradGuard no_grad;
  const at::Tensor& weight = projection.weight;  // (V, C)
  const at::ScalarType type = weight.scalar_type();
  const std::int64_t rows = hidden.size(0);
  at::Tensor sum = at::zeros({}, hidden.options().dtype(at::kDouble));
  if (num_correct != nullptr) *num_correct = at::zeros({}, targets.options());
  if (rows == 0) return sum.to(at::kFloat);
  const bool is_fused = has_loss_kernel(weight.device(), type, settings);
  const std::int64_t most = rows_per_chunk(settings, weight.size(0), is_fused),
                     num_chunks = (rows + most - 1) / most,
                     chunk = (rows + num_chunks - 1) / num_chunks;
  at::Tensor buffer =
      at::empty({chunk, weight.size(0)}, weight.options());  // (n, V), reused by all chunks
  for (std::int64_t begin = 0; begin < rows; begin += chunk) {
    const std::int64_t count = std::min(chunk, rows - begin);
    const at::Tensor x = hidden.narrow(0, begin, count).to(type);  // (n, C)
    at::Tensor products = buffer.narrow(0, 0, count);              // (n, V)
    if (projection.bias.defined())
      at::addmm_out(products, projection.bias, x, weight.t());
    else
      at::mm_out(products, x, weight.t());
    at::Tensor logits = is_fused ? products : products.to(at::kFloat);  // (n, V)
    const at::Tensor of_chunk = targets.narrow(0, begin, count);
    const double* scale = gradients ? &gradients->scale : nullptr;
    if (num_correct != nullptr) *num_correct += logits.argmax(1).eq(of_chunk).sum();
    sum += is_fused ? consume_logits_by_kernel(logits, of_chunk, scale)
                    : consume_logits(logits, of_chunk, settings.label_smoothing, scale);
    if (!gradients) continue;
    const at::Tensor d_logits = logits.to(type);                 // (n, V)
    at::Tensor d_x = gradients->hidden.narrow(0, begin, count);  // (n, C)
    if (d_x.scalar_type() == type)
      at::mm_out(d_x, d_logits, weight);
    else
      d_x.copy_(at::mm(d_logits, weight));
    if (gradients->weight.defined()) add_product(gradients->weight, d_logits, x);
    if (gradients->bias.defined()) add_row_sums(gradients->bias, logits);
  }
  return sum.to(at::kFloat);
}

}  // namespace trainyard
