// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/parameters.h"

#include <cmath>

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include "engine/model/counter_random.h"
#include "engine/model/lazy_zeros.h"
#include "engine/model/normal_numbers.h"

namespace trainyard {

std::int64_t num_elements(const ParameterSpec& spec) {
  std::int64_t count = 1;
  for (std::int64_t extent : spec.shape) count *= extent;
  return count;
}

std::int64_t num_elements(const LayerSpec& layer) {
  std::int64_t count = 0;
  for (const ParameterSpec& spec : layer.parameters) count += num_elements(spec);
  return count;
}

std::int64_t num_elements(const ParameterTable& table) {
  std::int64_t count = 0;
  for (const LayerSpec& layer : table) count += num_elements(layer);
  return count;
}

std::vector<std::int64_t> offsets(const LayerSpec& layer) {
  constexpr std::int64_t line = 32;
  std::vector<std::int64_t> begins{0};
  for (const ParameterSpec& spec : layer.parameters) {
    const std::int64_t elements = spec.trainable ? num_elements(spec) : 0;
    begins.push_back(begins.back() + (elements + line - 1) / line * line);
  }
  return begins;
}

namespace {

// A tensor over a part of `flat` that autograd does not consider a view, so that it can be a leaf.
at::Tensor part_of(const at::Tensor& flat, std::int64_t offset,
                   const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return at::empty({0}, flat.options()).set_(flat.storage(), offset, shape, strides);
}

// A matrix is only read by products and by lookups of its rows; all other parameters are used in
// fp32, and are small.
Parameter allocate_frozen(const ParameterSpec& spec, const at::TensorOptions& options,
                          at::ScalarType compute_type) {
  if (spec.shape.size() >= 2) {
    const at::Tensor value = at::zeros(spec.shape, options.dtype(compute_type));
    return {value, value};
  }
  const at::Tensor value = at::zeros(spec.shape, options);
  return {value, compute_type == at::kFloat ? value : value.to(compute_type)};
}

// Dropout sites that no model uses in its layers.
constexpr std::int64_t kFirstAdapterSite = 1000;

void connect_adapters(const LayerSpec& spec, std::int64_t layer_index, LayerParameters& layer) {
  for (std::size_t i = 0; i < spec.parameters.size(); ++i) {
    const auto& adapter = spec.parameters[i].adapter;
    if (!adapter) continue;
    layer.parameters[i].adapter = std::make_shared<Adapter>(
        Adapter{layer.parameters[adapter->a], layer.parameters[adapter->b], adapter->scale,
                adapter->dropout, layer_index, kFirstAdapterSite + static_cast<std::int64_t>(i)});
  }
}

LayerParameters allocate(const LayerSpec& spec, std::int64_t layer_index, at::Device device,
                         at::ScalarType compute_type, at::ScalarType trained_type) {
  const at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(device);
  LayerParameters layer;
  const std::vector<std::int64_t> begins = offsets(spec);
  layer.flat = lazy_zeros(begins.back(), options.dtype(trained_type));
  layer.flat_gradient = absent_zeros(begins.back(), options.dtype(trained_type));
  if (compute_type != trained_type)
    layer.flat_compute = lazy_zeros(begins.back(), options.dtype(compute_type));
  for (std::size_t i = 0; i < spec.parameters.size(); ++i) {
    if (!spec.parameters[i].trainable) {
      layer.parameters.push_back(allocate_frozen(spec.parameters[i], options, compute_type));
      continue;
    }
    const auto part = [&](const at::Tensor& flat) {
      return part_of(flat, begins[i], spec.parameters[i].shape);
    };
    const at::Tensor value = part(layer.flat).requires_grad_(true);
    value.mutable_grad() = part(layer.flat_gradient);
    layer.parameters.push_back(
        {value, layer.flat_compute.defined() ? part(layer.flat_compute) : value});
  }
  connect_adapters(spec, layer_index, layer);
  return layer;
}

void fill_uniform(float* values, std::int64_t count, std::uint64_t key, double bound) {
  at::parallel_for(0, count, 1 << 14, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::uint64_t block = combine_keys(key, static_cast<std::uint64_t>(i));
      const float u = (static_cast<float>(block >> 40) + 0.5F) * 0x1p-23F - 1.0F;
      values[i] = static_cast<float>(bound) * u;
    }
  });
}

void fill_log_of_column(float* values, std::int64_t count, std::int64_t columns) {
  for (std::int64_t i = 0; i < count; ++i)
    values[i] = std::log(static_cast<float>(i % columns + 1));
}

// The inverse of softplus, log(e^x - 1), of e^(log lowest + u (log highest - log lowest)).
void fill_time_steps(float* values, std::int64_t count, std::uint64_t key, double lowest,
                     double highest) {
  fill_uniform(values, count, key, 0.5);
  for (std::int64_t i = 0; i < count; ++i) {
    const double u = values[i] + 0.5;
    const double step = std::exp(std::log(lowest) + u * (std::log(highest) - std::log(lowest)));
    values[i] = static_cast<float>(step + std::log(-std::expm1(-step)));
  }
}

// On a CPU, fp32.
at::Tensor initial_values(const ParameterSpec& spec, std::uint64_t seed) {
  at::Tensor values = at::zeros(spec.shape, at::kFloat);
  const std::int64_t count = num_elements(spec);
  float* numbers = values.mutable_data_ptr<float>();
  if (spec.initialization == Initialization::ones) std::fill_n(numbers, count, 1.0F);
  if (spec.initialization == Initialization::normal)
    fill_normal(numbers, count, key_of(seed, spec.name), static_cast<float>(spec.spread));
  if (spec.initialization == Initialization::uniform)
    fill_uniform(numbers, count, key_of(seed, spec.name), spec.spread);
  if (spec.initialization == Initialization::log_of_column)
    fill_log_of_column(numbers, count, spec.shape.back());
  if (spec.initialization == Initialization::time_step)
    fill_time_steps(numbers, count, key_of(seed, spec.name), spec.lowest, spec.highest);
  return values;
}

}  // namespace

at::Tensor gradient_of(const at::Tensor& value) {
  at::Tensor gradient = value.grad();
  if (gradient.defined()) make_present(gradient);
  return gradient;
}

Parameters::Parameters(const ParameterTable& table, at::Device device, at::ScalarType compute_type,
                       at::ScalarType trained_type)
    : table_(table) {
  std::int64_t index = -1;  // of a layer of the model; the embedding comes before the first
  for (const LayerSpec& layer : table_)
    layers_.push_back(allocate(layer, index++, device, compute_type, trained_type));
}

void Parameters::initialize(std::uint64_t seed,
                            const std::function<bool(const ParameterSpec&)>& is_wanted) {
  const at::NoGradGuard no_grad;
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t i = 0; i < table_[l].parameters.size(); ++i) {
      const ParameterSpec& spec = table_[l].parameters[i];
      if (is_wanted && !is_wanted(spec)) continue;
      layers_[l].parameters[i].value.copy_(initial_values(spec, seed));
    }
  update_copies();
}

void Parameters::complete_gradients() {
  for (LayerParameters& layer : layers_) make_present(layer.flat_gradient);
}

void Parameters::zero_gradients() {
  for (LayerParameters& layer : layers_) make_absent(layer.flat_gradient);
}

void Parameters::update_copies() {
  const at::NoGradGuard no_grad;
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t i = 0; i < table_[l].parameters.size(); ++i) {
      Parameter& parameter = layers_[l].parameters[i];
      if (!table_[l].parameters[i].trainable && !parameter.compute.is_same(parameter.value))
        parameter.compute.copy_(parameter.value);
    }
  update_trained_copies();
}

void Parameters::update_trained_copies() {
  for (LayerParameters& layer : layers_)
    if (layer.flat_compute.defined()) layer.flat_compute.copy_(layer.flat);
}

at::Tensor Parameters::find(const std::string& name) const {
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t i = 0; i < table_[l].parameters.size(); ++i)
      if (table_[l].parameters[i].name == name) return layers_[l].parameters[i].value;
  return {};
}

std::vector<at::Tensor> all_values(const Parameters& parameters) {
  std::vector<at::Tensor> values;
  for (std::size_t l = 0; l < parameters.layers().size(); ++l) {
    const LayerParameters& layer = parameters.layers()[l];
    if (layer.flat.numel() > 0) values.push_back(layer.flat);
    for (std::size_t i = 0; i < layer.parameters.size(); ++i)
      if (!parameters.table()[l].parameters[i].trainable)
        values.push_back(layer.parameters[i].value);
  }
  return values;
}

std::vector<at::Tensor> flat_values(const Parameters& parameters) {
  std::vector<at::Tensor> flats;
  for (const LayerParameters& layer : parameters.layers()) flats.push_back(layer.flat);
  return flats;
}

std::vector<at::Tensor> flat_gradients(const Parameters& parameters) {
  std::vector<at::Tensor> flats;
  for (const LayerParameters& layer : parameters.layers()) flats.push_back(layer.flat_gradient);
  return flats;
}

}  // namespace trainyard
