#include "engine/model/attention.h"

#include <limits>

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

// What a token sees, (T, T) or (B, 1, T, T) bool; undefined: everything.
at::Tensor visible(const at::Tensor& q, bool is_causal, const Context& context) {
  if (!is_causal) return context.same_document;
  const std::int64_t length = q.size(2);
  const at::Tensor past = at::ones({length, length}, q.options().dtype(at::kBool)).tril();
  return context.same_document.defined() ? context.same_document.bitwise_and(past) : past;
}

// The weights exist, so that dropout can draw theirs by row: (B, H, T, T) fp32.
at::Tensor dropped_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                             const AttentionSettings& settings, const Context& context) {
  at::Tensor scores = at::matmul(q, k.transpose(2, 3)) * settings.scale;  // (B, H, T, T)
  if (const at::Tensor seen = visible(q, settings.is_causal, context); seen.defined())
    scores = scores.masked_fill(seen.bitwise_not(), -std::numeric_limits<float>::infinity());
  const at::Tensor weights = at::softmax(scores, 3, at::kFloat);  // (B, H, T, T)
  return at::matmul(dropout(weights, settings.dropout, context, settings.place).to(v.scalar_type()),
                    v);
}

}  // namespace

at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionSettings& settings, const Context& context) {
  const std::int64_t rows = q.size(0), heads = q.size(1), length = q.size(2), width = q.size(3);
  const at::Tensor keys = repeated(k, heads), values = repeated(v, heads);  // (B, H, T, D)
  at::Tensor out;                                                           // (B, H, T, D)
  if (is_dropped(context, settings.dropout)) {
    out = dropped_attention(q, keys, values, settings, context);
  } else {
    const bool has_documents = context.same_document.defined();
    out = at::scaled_dot_product_attention(
        q, keys, values,
        has_documents ? std::optional(visible(q, settings.is_causal, context)) : std::nullopt, 0.0,
        settings.is_causal && !has_documents, settings.scale);
  }
  return out.transpose(1, 2).reshape({rows * length, heads * width});
}

}  // namespace trainyard
