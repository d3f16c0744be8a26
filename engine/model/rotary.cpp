#include "engine/model/rotary.h"

#include <cmath>
#include <numbers>

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

namespace trainyard {

namespace {

// One token's heads: (heads, 2, half) with cos and sin (half).
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

  // Turned back.
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& outputs) {
    const auto saved = context->get_saved_variables();
    return {rotated(outputs.front(), saved[0], saved[1].neg()), at::Tensor(), at::Tensor()};
  }
};

// Long waves are stretched by `factor`, short ones stay, those between pass over (Llama 3.1).
at::Tensor llama3_scaled(const at::Tensor& frequencies, const RotarySettings& settings) {
  const auto positions = static_cast<double>(settings.original_positions);
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

}  // namespace

RotarySettings read_rotary(const Map& config, double theta, std::int64_t max_positions,
                           ConfigReader& reader) {
  RotarySettings settings;
  settings.theta = theta;
  settings.original_positions = max_positions;
  reader.read("rope_theta", settings.theta, {.minimum = 1e-6});
  for (const char* key : {"rope_scaling", "rope_parameters"}) {
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
    if (inner.error()) reader.fail(*inner.error());
    double rotated_part = 1.0;
    inner.read("partial_rotary_factor", rotated_part);
    if (rotated_part != 1.0)
      reader.fail("model.config_rope", key, {{"found", "partial_rotary_factor"}});
  }
  if (settings.type != "default" && settings.type != "linear" && settings.type != "llama3")
    reader.fail("model.config_rope", "rope_type", {{"found", settings.type}});
  return settings;
}

at::Tensor inverse_frequencies(const RotarySettings& settings, std::int64_t width) {
  const at::Tensor powers =
      at::arange(0, width, 2, at::TensorOptions(at::kFloat)).div(static_cast<double>(width));
  const at::Tensor frequencies = at::pow(settings.theta, powers).reciprocal();
  if (settings.type == "linear") return frequencies / settings.factor;
  return settings.type == "llama3" ? llama3_scaled(frequencies, settings) : frequencies;
}

RotaryAngles rotary_angles(const at::Tensor& inverse_frequencies, const Batch& batch) {
  const at::Tensor positions =
      batch.positions.defined()
          ? batch.positions.reshape({-1})
          : at::arange(batch.input_ids.size(1), batch.input_ids.options());  // (M)
  const at::Tensor angles = positions.to(at::kFloat).unsqueeze(1) *
                            inverse_frequencies.to(positions.device());  // (M, width / 2)
  return {angles.cos(), angles.sin()};
}

at::Tensor rotate(const at::Tensor& x, const RotaryAngles& angles) {
  return RotaryFunction::apply(x, angles.cos, angles.sin);
}

}  // namespace trainyard
