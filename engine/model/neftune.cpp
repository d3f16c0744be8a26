// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/neftune.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <ATen/Parallel.h>

#include "engine/model/counter_random.h"
#include "engine/model/pinned_copy.h"
#include "engine/model/random_tensor.h"

namespace trainyard {

namespace {

// Tokens of one text, or of the part of it that one key has, with the bound of their noise.
struct NoisyTokens {
  std::uint64_t key = 0;
  std::int64_t first = 0, count = 0;  // among all tokens
  std::int64_t place = 0;             // of the first among those with the key
  float magnitude = 0;
};

// In the order of the tokens.
std::vector<NoisyTokens> noisy_tokens(const Context& context, const at::Tensor& words) {
  const std::int64_t length = words.size(1), width = words.size(2);
  const std::vector<std::int32_t>& ends = context.batch.text_ends;
  std::vector<NoisyTokens> parts;
  std::size_t text = 0;
  for (const KeyedTokens& keyed : keyed_tokens(context.batch, words.size(0), length)) {
    const std::int64_t end = keyed.first + keyed.count;
    for (std::int64_t first = keyed.first; first < end;) {
      while (text < ends.size() && ends[text] <= first) ++text;
      const std::int64_t last = text < ends.size() ? std::min<std::int64_t>(ends[text], end) : end;
      const double numbers = static_cast<double>((last - first) * width);
      parts.push_back({key_of(keyed.key, "neftune"), first, last - first, first - keyed.first,
                       static_cast<float>(context.mode.neftune_noise_alpha / std::sqrt(numbers))});
      first = last;
    }
  }
  return parts;
}

// Noise for each number of `words`, fp32 on a CPU.
at::Tensor noise_on_cpu(const std::vector<NoisyTokens>& parts, const at::Tensor& words) {
  at::Tensor noise = at::empty(words.sizes(), at::kFloat);
  const std::int64_t width = words.size(2);
  for (const NoisyTokens& part : parts) {
    float* values = noise.mutable_data_ptr<float>() + part.first * width;
    at::parallel_for(0, part.count * width, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto index = static_cast<std::uint32_t>(part.place * width + i);
        const auto bits = static_cast<float>(random_bits(part.key, index));
        values[i] = (bits * 0x1p-31F - 1.0F) * part.magnitude;
      }
    });
  }
  return noise;
}

at::Tensor noise_on(at::Device device, const std::vector<NoisyTokens>& parts,
                    const at::Tensor& words) {
  const std::int64_t width = words.size(2);
  std::vector<std::int64_t> keys, firsts;
  std::vector<float> magnitudes;
  for (const NoisyTokens& part : parts)
    for (std::int64_t i = 0; i < part.count; ++i) {
      keys.push_back(static_cast<std::int64_t>(part.key));
      firsts.push_back((part.place + i) * width);
      magnitudes.push_back(part.magnitude);
    }
  return noise_by_operators(keys, firsts, magnitudes, width, device).view(words.sizes());
}

}  // namespace

at::Tensor noise_by_operators(c10::ArrayRef<std::int64_t> keys, c10::ArrayRef<std::int64_t> firsts,
                              c10::ArrayRef<float> magnitudes, std::int64_t width,
                              at::Device device) {
  const at::Tensor bits = random_bits_of(keys, width, device, firsts).to(at::kLong);
  const at::Tensor bounds = copied_to(at::tensor(magnitudes, at::kFloat).unsqueeze(1), device);
  return bits.bitwise_and(0xffffffffL).to(at::kFloat).mul_(0x1p-31F).sub_(1.0F).mul_(bounds);
}

at::Tensor with_neftune_noise(const at::Tensor& words, const Context& context) {
  if (!context.mode.training || context.mode.neftune_noise_alpha == 0.0) return words;
  if (words.is_meta()) return words + at::empty_like(words);
  const std::vector<NoisyTokens> parts = noisy_tokens(context, words);
  return words +
         (words.is_cpu() ? noise_on_cpu(parts, words) : noise_on(words.device(), parts, words));
}

}  // namespace trainyard
