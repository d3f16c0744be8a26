// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/attention.h"

#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include <ATen/Context.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/attention_kernels.h"
#include "engine/model/recompute.h"

namespace trainyard {

namespace {

// (B, K, T, D) -> (B, heads, T, D)
at::Tensor repeated(const at::Tensor& x, std::int64_t heads) {
  const std::int64_t rows = x.size(0), own = x.size(1), length = x.size(2), width = x.size(3);
  if (own == heads) return x;
  return x.unsqueeze(2)
      .expand({rows, own, heads / own, length, width})
      .reshape({rows, heads, length, width});
}

// The mask of visible tokens, (T, T) or (B, 1, T, T) bool; undefined: everything is visible.
at::Tensor visible(const at::Tensor& q, const AttentionSettings& settings, const Context& context) {
  at::Tensor same = context.same_document;
  if (!context.batch.document_ends.empty()) same = same_document(context.batch.documents);
  if (!settings.is_causal) return same;
  const std::int64_t length = q.size(2);
  at::Tensor past = at::ones({length, length}, q.options().dtype(at::kBool)).tril();
  if (settings.window > 0) past = past.triu(1 - settings.window);
  return same.defined() ? same.bitwise_and(past) : past;
}

// With more documents per row, starting the kernels costs more than the smaller squares save.
constexpr std::size_t kMaxApart = 64;

// Without dropout, for one row: (1, H, T, D) each.
at::Tensor attention_of_documents(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                  const AttentionSettings& settings,
                                  const std::vector<std::int32_t>& ends) {
  std::vector<at::Tensor> parts;
  std::int64_t begin = 0;
  for (const std::int64_t end : ends) {
    const std::int64_t length = end - begin;
    std::optional<at::Tensor> mask;
    if (settings.is_causal && settings.window > 0 && settings.window < length)
      mask =
          at::ones({length, length}, q.options().dtype(at::kBool)).tril().triu(1 - settings.window);
    const auto part = [&](const at::Tensor& x) { return x.narrow(2, begin, length); };
    parts.push_back(at::scaled_dot_product_attention(part(q), part(k), part(v), mask, 0.0,
                                                     settings.is_causal && !mask, settings.scale));
    begin = end;
  }
  return at::cat(parts, 2);
}

// What the fused kernels save and return, for the meta device, where torch itself would use the
// unfused path.
struct AttentionShape : torch::autograd::Function<AttentionShape> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& q,
                            const at::Tensor& k, const at::Tensor& v) {
    const at::Tensor out = at::empty_like(q);
    const at::Tensor sums =
        at::empty({q.size(0), q.size(1), q.size(2)}, q.options().dtype(at::kFloat));
    context->save_for_backward({q, k, v, out, sums});
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list&) {
    const auto saved = context->get_saved_variables();
    return {at::empty_like(saved[0]), at::empty_like(saved[1]), at::empty_like(saved[2])};
  }
};

// Seeds the device's own generator, which fused kernels use.
void seed_generator(at::Device device, std::uint64_t seed) {
  at::Generator generator = at::globalContext().defaultGenerator(device);
  const std::lock_guard lock(generator.mutex());
  generator.set_current_seed(seed);
}

// Beside torch's own numbers, which begin with 0.
constexpr std::int64_t kUnknown = -1, kAtOnce = 5;
std::atomic<std::int64_t> noted_backend = kUnknown;

// Materializes the weights, so that dropout can draw its mask by row: (B, H, T, T) fp32.
at::Tensor dropped_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                             const AttentionSettings& settings, const Context& context) {
  at::Tensor scores = at::matmul(q, k.transpose(2, 3)) * settings.scale;  // (B, H, T, T)
  if (const at::Tensor seen = visible(q, settings, context); seen.defined())
    scores = scores.masked_fill(seen.bitwise_not(), -std::numeric_limits<float>::infinity());
  const at::Tensor weights = at::softmax(scores, 3, at::kFloat);  // (B, H, T, T)
  return at::matmul(
      dropout_of_attention(weights, settings.dropout, context, settings.place).to(v.scalar_type()),
      v);
}

// Of the GPU that a tensor is on. What is counted on the meta device stands for a recent one.
AttentionGpu gpu_of(const at::Tensor& x) {
  if (x.is_meta()) return {9, 0};
  return x.is_cuda() ? attention_gpu() : AttentionGpu{};
}

void note_backend(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                  const std::optional<at::Tensor>& mask, double dropout,
                  const AttentionSettings& settings) {
  if (!q.is_cuda() || noted_backend.load(std::memory_order_relaxed) != kUnknown) return;
  noted_backend = at::_fused_sdp_choice(q, k, v, mask, dropout, settings.is_causal && !mask,
                                        settings.scale, k.size(1) != q.size(1));
}

// Where the documents of all rows end among their tokens, if one call may compute them.
std::optional<std::vector<std::int32_t>> ends_for_one_call(const at::Tensor& q, const Batch& batch,
                                                           bool is_possible) {
  if (!q.is_cuda() || !is_possible) return std::nullopt;
  const std::int64_t rows = q.size(0), length = q.size(2);
  if (!batch.documents.defined()) return ends_of_rows(rows, length);
  const auto& ends = batch.document_ends.empty() ? batch.text_ends : batch.document_ends;
  return !ends.empty() && ends.back() == rows * length ? std::optional(ends) : std::nullopt;
}

// The documents of all rows: (B, H, T, D) -> (B*T, H*D).
at::Tensor at_once(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                   const AttentionSettings& settings, double dropout,
                   const std::vector<std::int32_t>& ends) {
  std::int64_t none = kUnknown;
  noted_backend.compare_exchange_strong(none, kAtOnce);
  const std::int64_t tokens = q.size(0) * q.size(2);
  const auto flat = [&](const at::Tensor& x) {  // (B, H, T, D) -> (B*T, H, D)
    return x.transpose(1, 2).reshape({tokens, x.size(1), x.size(3)});
  };
  return attention_at_once(flat(q), flat(k), flat(v),
                           {settings.is_causal, settings.window, settings.scale, dropout}, ends)
      .reshape({tokens, q.size(1) * q.size(3)});
}

}  // namespace

at::Tensor same_document(const at::Tensor& documents) {
  return documents.unsqueeze(2).eq(documents.unsqueeze(1)).unsqueeze(1);
}

std::string_view take_attention_backend() {
  constexpr std::array<std::string_view, 6> kNames = {
      "math", "flash", "memory-efficient", "cuDNN", "the device's own", "variable-length flash"};
  const std::int64_t backend = noted_backend.exchange(kUnknown);
  return backend >= 0 && backend < std::ssize(kNames) ? kNames[static_cast<std::size_t>(backend)]
                                                      : std::string_view();
}

at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionSettings& settings, const Context& context) {
  const std::int64_t rows = q.size(0), heads = q.size(1), length = q.size(2), width = q.size(3);
  const bool is_with_dropout = is_dropped(context, settings.dropout);
  const bool is_fused = !is_with_dropout || context.mode.fused_attention_dropout;
  const bool is_masked =
      context.batch.documents.defined() || (settings.window > 0 && settings.window < length);
  const double probability = is_with_dropout ? settings.dropout : 0.0;
  const bool is_flash = is_flash_possible(gpu_of(q), q.scalar_type(), width);
  if (is_fused && is_with_dropout && !q.is_meta())
    seed_generator(q.device(), batch_key(context, settings.place));
  if (const auto ends = ends_for_one_call(q, context.batch, is_masked && is_flash && is_fused))
    return at_once(q, k, v, settings, probability, *ends);

  const bool is_shared = is_fused && keeps_shared_heads(q.device().type(), is_flash, is_masked);
  const at::Tensor keys = is_shared ? k : repeated(k, heads);    // (B, H or K, T, D)
  const at::Tensor values = is_shared ? v : repeated(v, heads);  // (B, H or K, T, D)
  at::Tensor out;                                                // (B, H, T, D)
  if (!is_fused) {
    const auto run = [settings, context](const std::vector<at::Tensor>& qkv) {
      return dropped_attention(qkv[0], qkv[1], qkv[2], settings, context);
    };
    const std::vector<at::Tensor> qkv = {q, keys, values};
    out = context.mode.recompute == Recompute::selective ? recomputed(qkv, run) : run(qkv);
  } else if (q.is_meta()) {
    out = AttentionShape::apply(q, keys, values);
  } else if (const auto& ends = context.batch.document_ends;
             !ends.empty() && ends.size() <= kMaxApart && !is_with_dropout) {
    note_backend(q, keys, values, std::nullopt, 0.0, settings);
    out = attention_of_documents(q, keys, values, settings, ends);
  } else {
    const auto mask = is_masked ? std::optional(visible(q, settings, context)) : std::nullopt;
    note_backend(q, keys, values, mask, probability, settings);
    out = at::scaled_dot_product_attention(q, keys, values, mask, probability,
                                           settings.is_causal && !is_masked, settings.scale,
                                           /*enable_gqa=*/keys.size(1) != heads);
  }
  return out.transpose(1, 2).reshape({rows * length, heads * width});
}

}  // namespace trainyard
