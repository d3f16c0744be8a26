// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dropout.h"

#include <algorithm>

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/counter_random.h"
#include "engine/model/kernel_mask.h"
#include "engine/model/residual.h"
#include "engine/model/random_tensor.h"
#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

std::uint64_t mask_key(std::uint64_t row_key, DropoutPlace place) {
  return place_key(dropout_key(row_key), place.layer, place.site);
}

TRAINYARD_VECTOR_LOOP void mask_part(const float* __restrict from, float* __restrict to,
                                     std::int64_t begin, std::int64_t end, std::uint64_t key,
                                     std::uint32_t first, std::uint32_t threshold, float kept) {
#pragma omp simd
  for (std::int64_t i = begin; i < end; ++i)
    to[i] =
        random_bits(key, first + static_cast<std::uint32_t>(i)) < threshold ? 0.0F : from[i] * kept;
}

}  // namespace

at::Tensor masked_by_rows(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys, double probability,
                          c10::ArrayRef<std::int64_t> firsts) {
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
                static_cast<std::uint64_t>(keys[row]),
                firsts.empty() ? 0U : static_cast<std::uint32_t>(firsts[row]), rule.threshold,
                rule.kept);
      begin += last - first;
    }
  });
  return to.to(x.scalar_type());
}

at::Tensor masked_by_operators(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys,
                               double probability, c10::ArrayRef<std::int64_t> firsts) {
  const MaskRule rule(probability);
  const auto rows = static_cast<std::int64_t>(keys.size());
  const at::Tensor is_kept =
      are_at_least(random_bits_of(keys, x.numel() / rows, x.device(), firsts), rule.threshold);
  return at::where(is_kept.view(x.sizes()), x * rule.kept, 0.0);
}

namespace {

// Equal parts of a tensor, each with its key and the index of its first number.
struct Lines {
  std::vector<std::int64_t> keys, firsts;  // no firsts: all 0
};

std::int64_t as_signed(std::uint64_t key) { return static_cast<std::int64_t>(key); }

// One line a row; of joined rows one a token, since the rows are not equal.
Lines lines_of(const std::vector<KeyedTokens>& parts, bool is_joined, std::int64_t numel) {
  Lines lines;
  if (!is_joined) {
    for (const KeyedTokens& part : parts) lines.keys.push_back(as_signed(part.key));
    return lines;
  }
  const std::int64_t tokens = parts.back().first + parts.back().count;
  TORCH_CHECK(numel % tokens == 0, "dropout of ", numel, " numbers of ", tokens, " tokens");
  for (const KeyedTokens& part : parts)
    for (std::int64_t i = 0; i < part.count; ++i) {
      lines.keys.push_back(as_signed(part.key));
      lines.firsts.push_back(i * (numel / tokens));
    }
  return lines;
}

// One line for each head and query of attention's weights, (B, H, T, T): the numbers for a query do
// not depend on the number of queries, nor those for a key on the number of keys, so that neither
// the padded length of a row nor the rows that it is joined to affect masks.
Lines lines_of_attention(const std::vector<KeyedTokens>& parts, bool is_joined, std::int64_t rows,
                         std::int64_t heads, std::int64_t queries) {
  Lines lines;
  const auto add = [&](const KeyedTokens& part, std::int64_t head) {
    const std::uint64_t of_head = combine_keys(part.key, static_cast<std::uint64_t>(head));
    for (std::int64_t query = 0; query < (is_joined ? part.count : queries); ++query) {
      lines.keys.push_back(as_signed(combine_keys(of_head, static_cast<std::uint64_t>(query))));
      if (is_joined) lines.firsts.push_back(-part.first);
    }
  };
  lines.keys.reserve(static_cast<std::size_t>(rows * heads * queries));
  const auto parts_of_row = static_cast<std::int64_t>(parts.size()) / rows;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t head = 0; head < heads; ++head)
      for (std::int64_t part = 0; part < parts_of_row; ++part)
        add(parts[static_cast<std::size_t>(row * parts_of_row + part)], head);
  return lines;
}

at::Tensor masked(const at::Tensor& x, const Lines& lines, double probability) {
  if (x.is_meta()) return at::empty_like(x);
  return x.is_cpu() ? masked_by_rows(x, lines.keys, probability, lines.firsts)
                    : masked_by_operators(x, lines.keys, probability, lines.firsts);
}

// The tokens with their keys at a place of the network.
std::vector<KeyedTokens> parts_at(const Context& context, DropoutPlace place) {
  std::vector<KeyedTokens> parts = keyed_tokens(context.batch, context.rows(), context.length());
  for (KeyedTokens& part : parts) part.key = mask_key(part.key, place);
  return parts;
}

// Saves the parts instead of the mask, which is recomputed for the gradient.
struct DropoutFunction : torch::autograd::Function<DropoutFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const std::vector<std::int64_t>& numbers, double probability,
                            bool is_attention, bool is_joined) {
    context->saved_data["numbers"] = numbers;
    context->saved_data["probability"] = probability;
    context->saved_data["is_attention"] = is_attention;
    context->saved_data["is_joined"] = is_joined;
    return masked(x, lines_for(x, numbers, is_attention, is_joined), probability);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& outputs) {
    const at::Tensor& d_y = outputs.front();
    const Lines lines = lines_for(d_y, context->saved_data["numbers"].toIntVector(),
                                  context->saved_data["is_attention"].toBool(),
                                  context->saved_data["is_joined"].toBool());
    return {masked(d_y, lines, context->saved_data["probability"].toDouble()), at::Tensor(),
            at::Tensor(), at::Tensor(), at::Tensor()};
  }

 private:
  // `numbers` are key, first and count of each part.
  static Lines lines_for(const at::Tensor& x, const std::vector<std::int64_t>& numbers,
                         bool is_attention, bool is_joined) {
    std::vector<KeyedTokens> parts;
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
      parts.push_back({static_cast<std::uint64_t>(numbers[i]), numbers[i + 1], numbers[i + 2]});
    if (x.is_meta()) return {};
    return is_attention ? lines_of_attention(parts, is_joined, x.size(0), x.size(1), x.size(2))
                        : lines_of(parts, is_joined, x.numel());
  }
};

}  // namespace

std::uint64_t dropout_key(std::uint64_t row_key) { return key_of(row_key, "dropout"); }

bool is_dropped(const Context& context, double probability) {
  return context.mode.training && probability > 0.0;
}

std::uint64_t batch_key(const Context& context, DropoutPlace place) {
  std::uint64_t all = 0;
  for (const KeyedTokens& part : parts_at(context, place)) all = combine_keys(all, part.key);
  return all;
}

namespace {

at::Tensor dropped(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place, bool is_attention) {
  if (!is_dropped(context, probability)) return x;
  std::vector<std::int64_t> numbers;
  for (const KeyedTokens& part : parts_at(context, place))
    numbers.insert(numbers.end(), {as_signed(part.key), part.first, part.count});
  return DropoutFunction::apply(x, numbers, probability, is_attention,
                                !context.batch.joined_lengths.empty());
}

}  // namespace

at::Tensor dropout(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place) {
  if (const at::Tensor& keys = context.mask_keys.keys;
      keys.defined() && is_dropped(context, probability) && can_add_dropped({}, x) &&
      num_rows(x) % keys.numel() == 0)
    return add_dropped_by_kernel({}, x, kernel_mask(context, probability, place, num_rows(x)));
  return dropped(x, probability, context, place, /*is_attention=*/false);
}

at::Tensor dropout_of_attention(const at::Tensor& weights, double probability,
                                const Context& context, DropoutPlace place) {
  return dropped(weights, probability, context, place, /*is_attention=*/true);
}

}  // namespace trainyard
