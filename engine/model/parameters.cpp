// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/parameters.h"

#include <algorithm>
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

LayerLayout layout_of(const LayerSpec& layer, std::int64_t num_ranks) {
  constexpr std::int64_t block = 256, line = 32;
  const auto rounded_up = [](std::int64_t elements, std::int64_t unit) {
    return (elements + unit - 1) / unit * unit;
  };
  LayerLayout layout;
  layout.begins.assign(layer.parameters.size(), 0);
  for (const bool is_sharded : {true, false}) {
    for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
      const ParameterSpec& spec = layer.parameters[i];
      if (!spec.trainable || spec.is_sharded != is_sharded) continue;
      layout.begins[i] = layout.end;
      layout.order.push_back(i);
      layout.end += rounded_up(num_elements(spec), is_sharded ? block : line);
    }
    if (is_sharded) layout.sharded_end = layout.end = rounded_up(layout.end, block * num_ranks);
  }
  return layout;
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

// What this rank owns of the sharded parameters, in the layout.
std::pair<std::int64_t, std::int64_t> owned_range(const LayerLayout& layout,
                                                  const Sharding& sharding) {
  const std::int64_t share = layout.sharded_end / sharding.num_ranks;
  return {sharding.rank * share, share};
}

// `whole`: `flat` has all elements; else what this rank owns, one part after the other.
std::vector<OwnedPart> parts_of_rank(const LayerParameters& layer, const Sharding& sharding,
                                     bool whole) {
  const LayerLayout& layout = layer.layout;
  if (layout.end == 0) return {};
  if (sharding.num_ranks == 1) return {{0, layer.flat, layer.flat_gradient}};
  std::vector<OwnedPart> parts;
  std::int64_t place = 0;
  const auto add = [&](std::int64_t begin, std::int64_t elements) {
    if (elements > 0)
      parts.push_back({begin, layer.flat.narrow(0, whole ? begin : place, elements),
                       sharding.frees_gradients ? layer.owned_gradient.narrow(0, place, elements)
                                                : layer.flat_gradient.narrow(0, begin, elements)});
    place += elements;
  };
  const auto [begin, share] = owned_range(layout, sharding);
  add(begin, share);
  add(layout.sharded_end, layout.end - layout.sharded_end);
  return parts;
}

LayerParameters allocate(const LayerSpec& spec, std::int64_t layer_index, at::Device device,
                         at::ScalarType compute_type, at::ScalarType trained_type,
                         const Sharding& sharding) {
  const at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(device);
  LayerParameters layer;
  layer.layout = layout_of(spec, sharding.num_ranks);
  const LayerLayout& layout = layer.layout;
  const bool is_whole = sharding.num_ranks == 1 || compute_type == trained_type;
  const std::int64_t owned = owned_range(layout, sharding).second;
  layer.flat = lazy_zeros(is_whole ? layout.end : layout.end - layout.sharded_end + owned,
                          options.dtype(trained_type));
  const at::TensorOptions trained = options.dtype(trained_type);
  if (sharding.frees_gradients) {
    layer.flat_gradient = absent_tensor(layout.sharded_end, trained);
    layer.owned_gradient = absent_zeros(layout.end - layout.sharded_end + owned, trained);
  } else {
    layer.flat_gradient = absent_zeros(layout.end, trained);
  }
  if (compute_type != trained_type)
    layer.flat_compute = lazy_zeros(layout.end, options.dtype(compute_type));
  layer.owned = parts_of_rank(layer, sharding, is_whole);
  for (std::size_t i = 0; i < spec.parameters.size(); ++i) {
    const ParameterSpec& parameter = spec.parameters[i];
    if (!parameter.trainable) {
      layer.parameters.push_back(allocate_frozen(parameter, options, compute_type));
      continue;
    }
    const std::int64_t begin = layout.begins[i];
    const bool is_copy = !is_whole && parameter.is_sharded;
    const at::Tensor& values = is_copy ? layer.flat_compute : layer.flat;
    const std::int64_t place = is_whole || is_copy ? begin : begin - layout.sharded_end + owned;
    const at::Tensor value = part_of(values, place, parameter.shape).requires_grad_(true);
    value.mutable_grad() =
        sharding.frees_gradients && !parameter.is_sharded
            ? part_of(layer.owned_gradient, begin - layout.sharded_end + owned, parameter.shape)
            : part_of(layer.flat_gradient, begin, parameter.shape);
    layer.parameters.push_back({value, layer.flat_compute.defined() && !is_copy
                                           ? part_of(layer.flat_compute, begin, parameter.shape)
                                           : value});
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

at::Tensor LayerParameters::own_share_of_gradient() const {
  return flat_gradient.narrow(0, owned.front().begin, owned.front().value.numel());
}

at::Tensor LayerParameters::gathered() const {
  return (flat_compute.defined() ? flat_compute : flat).narrow(0, 0, layout.sharded_end);
}

Parameters::Parameters(const ParameterTable& table, at::Device device, at::ScalarType compute_type,
                       at::ScalarType trained_type, const Sharding& sharding)
    : table_(table), sharding_(sharding) {
  std::int64_t index = -1;  // of a layer of the model; the embedding comes before the first
  for (const LayerSpec& layer : table_)
    layers_.push_back(allocate(layer, index++, device, compute_type, trained_type, sharding));
}

void Parameters::initialize(std::uint64_t seed,
                            const std::function<bool(const ParameterSpec&)>& is_wanted) {
  const at::NoGradGuard no_grad;
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t i = 0; i < table_[l].parameters.size(); ++i) {
      const ParameterSpec& spec = table_[l].parameters[i];
      if (is_wanted && !is_wanted(spec)) continue;
      assign(l, i, initial_values(spec, seed));
    }
  update_copies();
}

void Parameters::assign(std::size_t layer, std::size_t index, const at::Tensor& values) {
  const at::NoGradGuard no_grad;
  const ParameterSpec& spec = table_[layer].parameters[index];
  LayerParameters& storage = layers_[layer];
  storage.parameters[index].value.copy_(values);
  if (!spec.trainable || sharding_.num_ranks == 1) return;
  const OwnedPiece piece = owned_piece(storage, spec, index);
  if (piece.count > 0)
    storage.owned[piece.part]
        .value.narrow(0, piece.place, piece.count)
        .copy_(values.reshape({-1}).narrow(0, piece.begin, piece.count));
}

void Parameters::complete_gradients() {
  for (LayerParameters& layer : layers_)
    make_present(sharding_.frees_gradients ? layer.owned_gradient : layer.flat_gradient);
}

void Parameters::zero_gradients() {
  for (LayerParameters& layer : layers_) {
    make_absent(sharding_.frees_gradients ? layer.owned_gradient : layer.flat_gradient);
    if (sharding_.frees_gradients) release(layer.flat_gradient);
  }
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
    for (const OwnedPart& part : layer.owned)
      if (layer.flat_compute.defined())
        layer.flat_compute.narrow(0, part.begin, part.value.numel()).copy_(part.value);
}

at::Tensor Parameters::find(const std::string& name) const {
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t i = 0; i < table_[l].parameters.size(); ++i)
      if (table_[l].parameters[i].name == name) return layers_[l].parameters[i].value;
  return {};
}

OwnedPiece owned_piece(const LayerParameters& layer, const ParameterSpec& spec, std::size_t index) {
  const std::int64_t first = layer.layout.begins[index], last = first + num_elements(spec);
  for (std::size_t part = 0; part < layer.owned.size(); ++part) {
    const std::int64_t place = layer.owned[part].begin;
    const std::int64_t begin = std::max(first, place),
                       end = std::min(last, place + layer.owned[part].value.numel());
    if (begin < end) return {begin - first, end - begin, part, begin - place};
  }
  return {};
}

std::vector<OwnedPart> owned_parts(const Parameters& parameters) {
  std::vector<OwnedPart> parts;
  for (const LayerParameters& layer : parameters.layers())
    parts.insert(parts.end(), layer.owned.begin(), layer.owned.end());
  return parts;
}

std::vector<at::Tensor> owned_values(const Parameters& parameters) {
  std::vector<at::Tensor> values;
  for (const OwnedPart& part : owned_parts(parameters)) values.push_back(part.value);
  return values;
}

std::vector<at::Tensor> owned_gradients(const Parameters& parameters) {
  std::vector<at::Tensor> gradients;
  for (const OwnedPart& part : owned_parts(parameters)) gradients.push_back(part.gradient);
  return gradients;
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
