// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dropout.h"

#include <algorithm>

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/counter_random.h"
#include "engine/model/random_tensor.h"
#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

std::uint64_t mask_key(std::uint64_t row_key, DropoutPlace place) {
  const std::uint64_t key =
      combine_keys(key_of(row_key, "dropout"), static_cast<std::uint64_t>(place.layer));
  return combine_keys(key, static_cast<std::uint64_t>(place.site));
}

// The rule for the mask of a row: element i is zeroed if random_bits(key, i) is below `threshold`,
// and otherwise multiplied by `kept`.
struct MaskRule {
  std::uint32_t threshold;
  float kept;
  explicit MaskRule(double probability)
      : threshold(static_cast<std::uint32_t>(probability * 0x1p32)),
        kept(static_cast<float>(1.0 / (1.0 - probability))) {}
};

TRAINYARD_VECTOR_LOOP void mask_part(const float* __restrict from, float* __restrict to,
                                     std::int64_t begin, std::int64_t end, std::uint64_t key,
                                     std::uint32_t threshold, float kept) {
#pragma omp simd
  for (std::int64_t i = begin; i < end; ++i)
    to[i] = random_bits(key, static_cast<std::uint32_t>(i)) < threshold ? 0.0F : from[i] * kept;
}

}  // namespace

at::Tensor masked_by_rows(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys,
                          double probability) {
  const at::Tensor from = x.to(at::kFloat).contiguous(), to = at::empty_like(from);
  const MaskRule rule(probability);
  const auto rows = static_cast<std::int64_t>(keys.size());
  const std::int64_t elements = from.numel() / rows;
  const float* values = from.const_data_ptr<float>();
  float* results = to.mutable_data_ptr<float>();
  at::parallel_for(0, from.numel(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    while (begin < end) {
      const std::int64_t row = begin / elements, first = begin - row * elements,
                         last = std::min(elements, first + end - begin);
      mask_part(values + row * elements, results + row * elements, first, last,
                static_cast<std::uint64_t>(keys[row]), rule.threshold, rule.kept);
      begin += last - first;
    }
  });
  return to.to(x.scalar_type());
}

at::Tensor masked_by_operators(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys,
                               double probability) {
  const MaskRule rule(probability);
  const auto rows = static_cast<std::int64_t>(keys.size());
  const at::Tensor is_kept =
      are_at_least(random_bits_of(keys, x.numel() / rows, x.device()), rule.threshold);
  return at::where(is_kept.view(x.sizes()), x * rule.kept, 0.0);
}

namespace {

// A key for each line of attention's weights, (B, H, T, T): the numbers for a query do not depend
// on the number of queries, nor those for a key on the number of keys, so that the padded length of
// a row does not affect masks.
std::vector<std::int64_t> keys_of_lines(c10::ArrayRef<std::int64_t> keys, std::int64_t heads,
                                        std::int64_t queries) {
  std::vector<std::int64_t> lines;
  lines.reserve(keys.size() * static_cast<std::size_t>(heads * queries));
  for (const std::int64_t key : keys)
    for (std::int64_t head = 0; head < heads; ++head) {
      const std::uint64_t of_head =
          combine_keys(static_cast<std::uint64_t>(key), static_cast<std::uint64_t>(head));
      for (std::int64_t query = 0; query < queries; ++query)
        lines.push_back(
            static_cast<std::int64_t>(combine_keys(of_head, static_cast<std::uint64_t>(query))));
    }
  return lines;
}

at::Tensor masked(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys, double probability,
                  bool by_lines) {
  if (x.is_meta()) return at::empty_like(x);
  if (by_lines) return masked(x, keys_of_lines(keys, x.size(1), x.size(2)), probability, false);
  return x.is_cpu() ? masked_by_rows(x, keys, probability)
                    : masked_by_operators(x, keys, probability);
}

const std::vector<std::uint64_t>& row_keys_of(const Context& context) {
  const std::vector<std::uint64_t>& keys = context.batch.row_keys;
  TORCH_CHECK(keys.size() == static_cast<std::size_t>(context.rows()),
              "dropout needs a key for each of the batch's ", context.rows(), " rows");
  return keys;
}

// Saves the keys instead of the mask, which is recomputed for the gradient.
struct DropoutFunction : torch::autograd::Function<DropoutFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const std::vector<std::int64_t>& keys, double probability,
                            bool by_lines) {
    context->saved_data["keys"] = keys;
    context->saved_data["probability"] = probability;
    context->saved_data["by_lines"] = by_lines;
    return masked(x, keys, probability, by_lines);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& outputs) {
    return {masked(outputs.front(), context->saved_data["keys"].toIntVector(),
                   context->saved_data["probability"].toDouble(),
                   context->saved_data["by_lines"].toBool()),
            at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

}  // namespace

bool is_dropped(const Context& context, double probability) {
  return context.mode.training && probability > 0.0;
}

std::uint64_t batch_key(const Context& context, DropoutPlace place) {
  std::uint64_t all = 0;
  for (const std::uint64_t key : row_keys_of(context))
    all = combine_keys(all, mask_key(key, place));
  return all;
}

namespace {

at::Tensor dropped(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place, bool by_lines) {
  if (!is_dropped(context, probability)) return x;
  std::vector<std::int64_t> keys;
  for (const std::uint64_t key : row_keys_of(context))
    keys.push_back(static_cast<std::int64_t>(mask_key(key, place)));
  return DropoutFunction::apply(x, keys, probability, by_lines);
}

}  // namespace

at::Tensor dropout(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place) {
  return dropped(x, probability, context, place, /*by_lines=*/false);
}

at::Tensor dropout_of_attention(const at::Tensor& weights, double probability,
                                const Context& context, DropoutPlace place) {
  return dropped(weights, probability, context, place, /*by_lines=*/true);
}

}  // namespace trainyard
