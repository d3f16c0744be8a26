// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/fused_kernels.h"
#include "engine/model/pinned_copy.h"

namespace trainyard {

namespace {

// Rotates one token's heads: (heads, 2, half) with cos and sin (half).
void rotate_token(const float* __restrict x, float* __restrict y, const float* __restrict cos,
                  const float* __restrict sin, std::int64_t heads, std::int64_t half) {
  for (std::int64_t head = 0; head < heads; ++head, x += 2 * half, y += 2 * half)
    for (std::int64_t i = 0; i < half; ++i) {
      y[i] = x[i] * cos[i] - x[half + i] * sin[i];
      y[half + i] = x[half + i] * cos[i] + x[i] * sin[i];
    }
}

at::Tensor rotated_rows(const at::Tensor& x, const at::Tensor& cos, const at::Tensor& sin) {
  const at::Tensor y = at::empty_like(x);
  const std::int64_t heads = x.size(1), width = x.size(2), half = width / 2, period = cos.size(0);
  const float *from = x.const_data_ptr<float>(), *c = cos.const_data_ptr<float>(),
              *s = sin.const_data_ptr<float>();
  float* to = y.mutable_data_ptr<float>();
  at::parallel_for(0, x.size(0), 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      rotate_token(from + i * heads * width, to + i * heads * width, c + i % period * half,
                   s + i % period * half, heads, half);
  });
  return y;
}

at::Tensor rotated(const at::Tensor& x, const at::Tensor& cos, const at::Tensor& sin) {
  if (x.is_cpu() && x.scalar_type() == at::kFloat) return rotated_rows(x.contiguous(), cos, sin);
  const std::int64_t period = cos.size(0), heads = x.size(1), half = x.size(2) / 2;
  const at::Tensor halves = x.to(at::kFloat).reshape({x.size(0) / period, period, heads, 2, half});
  const at::Tensor first = halves.select(3, 0), second = halves.select(3, 1);
  const at::Tensor c = cos.unsqueeze(1), s = sin.unsqueeze(1);  // (M, 1, half)
  return at::stack({first * c - second * s, second * c + first * s}, 3)
      .view(x.sizes())
      .to(x.scalar_type());
}

struct RotaryFunction : torch::autograd::Function<RotaryFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& cos, const at::Tensor& sin) {
    context->save_for_backward({cos, sin});
    return rotated(x, cos, sin);
  }

  // Rotates in the opposite direction.
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& outputs) {
    const auto saved = context->get_saved_variables();
    return {rotated(outputs.front(), saved[0], saved[1].neg()), at::Tensor(), at::Tensor()};
  }
};

// Of heads of queries and keys, each (N, heads, width) with heads that lie one after the other.
RotatedHeads rotated_by_kernel(const at::Tensor& query, const at::Tensor& key,
                               const at::Tensor& cos, const at::Tensor& sin, bool is_inverse) {
  const RotatedHeads rotated{at::empty(query.sizes(), query.options()),
                             at::empty(key.sizes(), key.options())};
  const kernels::RotaryArguments arguments{.query = kernel_memory(query),
                                           .key = kernel_memory(key),
                                           .rotated_query = kernel_memory(rotated.query),
                                           .rotated_key = kernel_memory(rotated.key),
                                           .cos = kernel_memory<float>(cos),
                                           .sin = kernel_memory<float>(sin),
                                           .tokens = query.size(0),
                                           .period = cos.size(0),
                                           .query_heads = query.size(1),
                                           .key_heads = key.size(1),
                                           .head_width = query.size(2),
                                           .query_stride = query.stride(0),
                                           .key_stride = key.stride(0),
                                           .rotated_query_stride = rotated.query.stride(0),
                                           .rotated_key_stride = rotated.key.stride(0),
                                           .is_inverse = is_inverse,
                                           .type = kernel_type(query)};
  TORCH_CHECK(queue_kernel(*fused_kernels_for(query), &kernels::Table::rotary, arguments,
                           "trainyard::rotary"),
              "the kernel of rotary embeddings takes no heads of ", query.size(2), " numbers");
  return rotated;
}

// Whether a kernel can read heads: (N, heads, width).
bool has_whole_heads(const at::Tensor& x) {
  return x.size(0) == 0 || (x.stride(2) == 1 && x.stride(1) == x.size(2));
}

struct RotaryKernelFunction : torch::autograd::Function<RotaryKernelFunction> {
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                const at::Tensor& query, const at::Tensor& key,
                                                const at::Tensor& cos, const at::Tensor& sin) {
    context->save_for_backward({cos, sin});
    const RotatedHeads rotated = rotated_by_kernel(query, key, cos, sin, /*is_inverse=*/false);
    return {rotated.query, rotated.key};
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& outputs) {
    const auto saved = context->get_saved_variables();
    const RotatedHeads rotated = rotated_by_kernel(outputs[0].contiguous(), outputs[1].contiguous(),
                                                   saved[0], saved[1], /*is_inverse=*/true);
    return {rotated.query, rotated.key, at::Tensor(), at::Tensor()};
  }
};

at::Tensor powers_of(std::int64_t width) {
  return at::arange(0, width, 2, at::TensorOptions(at::kFloat)).div(static_cast<double>(width));
}

// Low frequencies are divided by `factor`, high ones are kept, those in between are interpolated
// (Llama 3.1).
at::Tensor llama3_scaled(const at::Tensor& frequencies, const RotarySettings& settings) {
  const double positions = settings.original_positions;
  const double longest = positions / settings.low_frequency_factor,
               shortest = positions / settings.high_frequency_factor;
  const at::Tensor waves = frequencies.reciprocal().mul(2.0 * std::numbers::pi);
  const at::Tensor stretched = frequencies / settings.factor;
  const at::Tensor scaled = at::where(waves.gt(longest), stretched, frequencies);
  const at::Tensor share = (waves.reciprocal().mul(positions) - settings.low_frequency_factor) /
                           (settings.high_frequency_factor - settings.low_frequency_factor);
  const at::Tensor between = (1.0 - share) * stretched + share * frequencies;
  const at::Tensor is_between = waves.ge(shortest).bitwise_and(waves.le(longest));
  return at::where(is_between, between, scaled);
}

// "NTK-aware" scaling of the base, in transformers' fp32 arithmetic.
at::Tensor dynamic_frequencies(const RotarySettings& settings, std::int64_t width,
                               std::int64_t length) {
  const at::Tensor powers = powers_of(width);
  const auto positions = static_cast<double>(settings.max_positions);
  const double exponent = static_cast<double>(width) / static_cast<double>(width - 2);
  if (length <= settings.max_positions) {
    const double growth = settings.factor * positions / positions - (settings.factor - 1.0);
    return at::pow(settings.theta * std::pow(growth, exponent), powers).reciprocal();
  }
  const at::Tensor growth = at::scalar_tensor(length, at::TensorOptions(at::kLong))
                                .mul(settings.factor)
                                .div(positions)
                                .sub(settings.factor - 1.0);
  return at::pow(growth.pow(exponent).mul(settings.theta), powers).reciprocal();
}

// Frequencies with many rotations within the original positions are kept, those with few are
// stretched.
at::Tensor yarn_frequencies(const RotarySettings& settings, std::int64_t width) {
  const auto dimension_of = [&](double turns) {
    return static_cast<double>(width) *
           std::log(settings.original_positions / (turns * 2.0 * std::numbers::pi)) /
           (2.0 * std::log(settings.theta));
  };
  double low = dimension_of(settings.fast_turns), high = dimension_of(settings.slow_turns);
  if (settings.truncates) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(width - 1));
  if (low == high) high += 0.001;
  const at::Tensor waves = at::pow(settings.theta, powers_of(width));
  const at::Tensor ramp =
      at::arange(width / 2, at::TensorOptions(at::kFloat)).sub(low).div(high - low).clamp(0, 1);
  const at::Tensor kept = 1.0 - ramp;
  return (waves * settings.factor).reciprocal() * (1.0 - kept) + waves.reciprocal() * kept;
}

double yarn_scale(double factor, double by) {
  return factor <= 1.0 ? 1.0 : 0.1 * by * std::log(factor) + 1.0;
}

// Like in transformers, a member that is 0 or null counts as absent.
void read_yarn(ConfigReader& inner, const Map& map, RotarySettings& settings) {
  const auto read = [&](const char* key, double& value) {
    double given = 0;
    inner.read(key, given, {.minimum = 0});
    if (given > 0) value = given;
  };
  read("beta_fast", settings.fast_turns);
  read("beta_slow", settings.slow_turns);
  inner.read("truncate", settings.truncates);
  const Value* factor = find(map, "factor");
  if (!factor || factor->is_null())
    settings.factor = static_cast<double>(settings.max_positions) / settings.original_positions;
  double over = 0, under = 0;
  read("mscale", over);
  read("mscale_all_dim", under);
  settings.attention_factor =
      over > 0 && under > 0 ? yarn_scale(settings.factor, over) / yarn_scale(settings.factor, under)
                            : yarn_scale(settings.factor, 1.0);
  inner.read("attention_factor", settings.attention_factor, {.minimum = 0});
}

// What transformers cannot compute without.
void check_needed_parts(const std::string& type, const Map& map, const char* key,
                        ConfigReader& reader) {
  std::vector<const char*> needed;
  if (type == "linear" || type == "dynamic" || type == "llama3") needed.push_back("factor");
  if (type == "llama3") needed.insert(needed.end(), {"low_freq_factor", "high_freq_factor"});
  for (const char* part : needed)
    if (const Value* value = find(map, part); !value || value->is_null())
      reader.fail("model.config_rope_part", key, {{"type", type}, {"part", part}});
}

bool is_known_type(const std::string& type) {
  constexpr std::string_view known[] = {"default", "linear", "dynamic", "llama3", "yarn"};
  return std::ranges::find(known, type) != std::end(known);
}

}  // namespace

std::int64_t RotarySettings::longest() const {
  const bool is_yarn = type == "yarn";
  if (!is_yarn && type != "dynamic" && type != "linear") return max_positions;
  const double from = is_yarn ? original_positions : static_cast<double>(max_positions);
  constexpr double kMax = 1e15;
  return std::max(max_positions, static_cast<std::int64_t>(std::min(factor * from, kMax)));
}

RotarySettings read_rotary(const Map& config, double theta, std::int64_t max_positions,
                           ConfigReader& reader) {
  RotarySettings settings;
  settings.theta = theta;
  settings.max_positions = max_positions;
  settings.original_positions = static_cast<double>(max_positions);
  reader.read("rope_theta", settings.theta, {.minimum = 1e-6});
  for (const char* key : {"rope_parameters", "rope_scaling"}) {
    const Value* value = find(config, key);
    if (value == nullptr || value->is_null()) continue;
    const Map* map = value->get_if<Map>();
    if (map == nullptr) {
      reader.fail("model.config_object", key);
      continue;
    }
    ConfigReader inner(*map);
    inner.read("type", settings.type);
    inner.read("rope_type", settings.type);
    inner.read("rope_theta", settings.theta, {.minimum = 1e-6});
    inner.read("factor", settings.factor, {.minimum = 1e-6});
    inner.read("low_freq_factor", settings.low_frequency_factor, {.minimum = 1e-6});
    inner.read("high_freq_factor", settings.high_frequency_factor, {.minimum = 1e-6});
    inner.read("original_max_position_embeddings", settings.original_positions, {.minimum = 1});
    // Phi's variant, which transformers checks first.
    reader.read("original_max_position_embeddings", settings.original_positions, {.minimum = 1});
    if (settings.type == "yarn") read_yarn(inner, *map, settings);
    check_needed_parts(settings.type, *map, key, reader);
    if (inner.error()) reader.fail(*inner.error());
    double rotated_part = 1.0;
    inner.read("partial_rotary_factor", rotated_part);
    if (rotated_part != 1.0)
      reader.fail("model.config_rope", key, {{"found", "partial_rotary_factor"}});
  }
  if (!is_known_type(settings.type))
    reader.fail("model.config_rope", "rope_type", {{"found", settings.type}});
  return settings;
}

at::Tensor inverse_frequencies(const RotarySettings& settings, std::int64_t width) {
  if (settings.type == "dynamic") return dynamic_frequencies(settings, width, 0);
  if (settings.type == "yarn") return yarn_frequencies(settings, width);
  const at::Tensor frequencies = at::pow(settings.theta, powers_of(width)).reciprocal();
  if (settings.type == "linear") return frequencies / settings.factor;
  return settings.type == "llama3" ? llama3_scaled(frequencies, settings) : frequencies;
}

Rotary::Rotary(const RotarySettings& settings, std::int64_t width)
    : settings_(settings), width_(width), frequencies_(inverse_frequencies(settings, width)) {}

at::Tensor Rotary::frequencies_of(std::int64_t length) const {
  const bool is_longer = settings_.type == "dynamic" && length > settings_.max_positions;
  return is_longer ? dynamic_frequencies(settings_, width_, length) : frequencies_;
}

RotaryAngles Rotary::angles(const Batch& batch) const {
  const at::Tensor positions =
      batch.positions.defined()
          ? batch.positions.reshape({-1})
          : at::arange(batch.input_ids.size(1), batch.input_ids.options());  // (M)
  std::int64_t length = batch.input_ids.size(1);
  if (settings_.type == "dynamic" && batch.positions.defined() && positions.numel() > 0 &&
      !positions.is_meta())
    length = positions.max().item<std::int64_t>() + 1;
  const at::Tensor angles =
      positions.to(at::kFloat).unsqueeze(1) *
      copied_to(frequencies_of(length), positions.device());  // (M, width / 2)
  if (settings_.attention_factor == 1.0) return {angles.cos(), angles.sin()};
  return {angles.cos().mul_(settings_.attention_factor),
          angles.sin().mul_(settings_.attention_factor)};
}

at::Tensor rotate(const at::Tensor& x, const RotaryAngles& angles) {
  return RotaryFunction::apply(x, angles.cos, angles.sin);
}

RotatedHeads rotate(const at::Tensor& query, const at::Tensor& key, const RotaryAngles& angles) {
  if (fused_kernels_for(query) && is_kernel_type(query.scalar_type()) &&
      query.scalar_type() == key.scalar_type() && has_whole_heads(query) && has_whole_heads(key)) {
    const auto rotated =
        RotaryKernelFunction::apply(query, key, angles.cos.contiguous(), angles.sin.contiguous());
    return {rotated[0], rotated[1]};
  }
  return {rotate(query, angles), rotate(key, angles)};
}

}  // namespace trainyard
