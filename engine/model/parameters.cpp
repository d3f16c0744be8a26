// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/parameters.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

#include "engine/model/initial_values.h"
#include "engine/model/lazy_zeros.h"

namespace trainyard {

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

// The copy of what this rank owns of the sharded parameters, [begin, begin + share) in the layout.
at::Tensor copy_of_share(const LayerParameters& layer, const Sharding& sharding, std::int64_t begin,
                         std::int64_t share) {
  if (layer.own_copy.defined()) return layer.own_copy;
  // Where values are freed, the master itself is gathered. Where the two are not apart, what is
  // read has the same type, and is the same memory.
  if (sharding.frees_values || !layer.master.defined()) return {};
  return layer.gathered.narrow(0, begin, share);
}

std::vector<OwnedPart> parts_of_rank(const LayerParameters& layer, const Sharding& sharding) {
  const LayerLayout& layout = layer.layout;
  if (layout.end == 0) return {};
  if (!sharding.is_active()) return {{0, layer.flat, layer.flat_gradient, layer.flat_compute}};
  const bool is_apart = layer.master.defined();
  std::vector<OwnedPart> parts;
  const auto [begin, share] = owned_range(layout, sharding);
  if (share > 0)
    parts.push_back({begin, is_apart ? layer.master : layer.flat.narrow(0, begin, share),
                     sharding.frees_gradients ? layer.owned_gradient
                                              : layer.flat_gradient.narrow(0, begin, share),
                     copy_of_share(layer, sharding, begin, share)});
  const std::int64_t end = layout.sharded_end, rest = layout.end - end;
  if (rest > 0)
    parts.push_back(
        {end, is_apart ? layer.flat : layer.flat.narrow(0, end, rest),
         sharding.frees_gradients ? layer.whole_gradient : layer.flat_gradient.narrow(0, end, rest),
         layer.flat_compute});
  return parts;
}

// How the tensors of one layer are allocated.
struct StoragePlan {
  const LayerSpec& spec;
  at::Device device;
  at::ScalarType compute_type, trained_type;
  const Sharding& sharding;

  at::TensorOptions on_device(at::ScalarType type) const {
    return at::TensorOptions().dtype(type).device(device);
  }
  // In main memory, from where a GPU can copy while it computes. The meta device stands for both.
  at::TensorOptions in_main_memory(at::ScalarType type) const {
    if (device.is_meta()) return on_device(type);
    return at::TensorOptions().dtype(type).device(at::kCPU).pinned_memory(device.is_cuda());
  }
  at::TensorOptions of_optimizer(at::ScalarType type) const {
    return sharding.offloads_optimizer ? in_main_memory(type) : on_device(type);
  }
  at::TensorOptions of_own_values(at::ScalarType type) const {
    return sharding.offloads_values ? in_main_memory(type) : on_device(type);
  }
  bool are_values_apart() const {
    return sharding.offloads_optimizer || sharding.frees_values ||
           (sharding.num_ranks > 1 && compute_type != trained_type);
  }
  at::Tensor read_values(std::int64_t elements) const {
    return sharding.frees_values ? absent_tensor(elements, on_device(compute_type))
                                 : lazy_zeros(elements, on_device(compute_type));
  }
};

void allocate_values(const StoragePlan& place, LayerParameters& layer) {
  const LayerLayout& layout = layer.layout;
  const Sharding& sharding = place.sharding;
  const std::int64_t share = owned_range(layout, sharding).second,
                     kept = place.are_values_apart() ? layout.end - layout.sharded_end : layout.end;
  layer.flat = lazy_zeros(kept, place.on_device(place.trained_type));
  if (place.compute_type != place.trained_type)
    layer.flat_compute = lazy_zeros(kept, place.on_device(place.compute_type));
  if (!place.are_values_apart()) return;
  layer.master = lazy_zeros(share, place.of_optimizer(place.trained_type));
  layer.gathered = place.read_values(layout.sharded_end);
  if (sharding.frees_values && (sharding.offloads_optimizer || sharding.offloads_values))
    layer.own_copy = lazy_zeros(share, place.of_own_values(place.compute_type));
  if (!sharding.frees_values) return;
  layer.frozen_layout = frozen_layout_of(place.spec, sharding.num_ranks);
  layer.frozen_gathered = place.read_values(layer.frozen_layout.sharded_end);
  layer.frozen_own = lazy_zeros(owned_range(layer.frozen_layout, sharding).second,
                                place.of_own_values(place.compute_type));
}

void allocate_gradients(const StoragePlan& place, LayerParameters& layer) {
  const LayerLayout& layout = layer.layout;
  const at::TensorOptions options = place.on_device(place.trained_type);
  if (!place.sharding.frees_gradients) {
    layer.flat_gradient = absent_zeros(layout.end, options);
    return;
  }
  layer.flat_gradient = absent_tensor(layout.sharded_end, options);
  layer.owned_gradient = absent_zeros(owned_range(layout, place.sharding).second,
                                      place.of_optimizer(place.trained_type));
  layer.whole_gradient = absent_zeros(layout.end - layout.sharded_end, options);
}

Parameter trained_parameter(const LayerParameters& layer, const ParameterSpec& spec,
                            std::int64_t begin, const Sharding& sharding) {
  const bool is_apart = layer.master.defined();
  const std::int64_t in_rest = begin - layer.layout.sharded_end;
  const bool is_gathered = is_apart && spec.is_sharded;
  const std::int64_t place = is_apart && !spec.is_sharded ? in_rest : begin;
  const at::Tensor value =
      part_of(is_gathered ? layer.gathered : layer.flat, place, spec.shape).requires_grad_(true);
  value.mutable_grad() = sharding.frees_gradients && !spec.is_sharded
                             ? part_of(layer.whole_gradient, in_rest, spec.shape)
                             : part_of(layer.flat_gradient, begin, spec.shape);
  return {value, layer.flat_compute.defined() && !is_gathered
                     ? part_of(layer.flat_compute, place, spec.shape)
                     : value};
}

LayerParameters allocate(const StoragePlan& place, std::int64_t layer_index) {
  LayerParameters layer;
  layer.layout =
      layout_of(place.spec, std::max(place.sharding.num_ranks, place.sharding.padded_ranks));
  allocate_values(place, layer);
  allocate_gradients(place, layer);
  layer.owned = parts_of_rank(layer, place.sharding);
  for (std::size_t i = 0; i < place.spec.parameters.size(); ++i) {
    const ParameterSpec& spec = place.spec.parameters[i];
    if (spec.trainable) {
      layer.parameters.push_back(
          trained_parameter(layer, spec, layer.layout.begins[i], place.sharding));
    } else if (spec.is_sharded && place.sharding.frees_values) {
      const at::Tensor value =
          part_of(layer.frozen_gathered, layer.frozen_layout.begins[i], spec.shape);
      layer.parameters.push_back({value, value});
    } else {
      layer.parameters.push_back(
          allocate_frozen(spec, place.on_device(at::kFloat), place.compute_type));
    }
  }
  connect_adapters(place.spec, layer_index, layer);
  return layer;
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

std::vector<GatheredValues> LayerParameters::gathered_values() const {
  std::vector<GatheredValues> values;
  if (layout.sharded_end > 0) {
    const bool is_freed = frozen_own.defined();
    values.push_back({master.defined() ? gathered : flat.narrow(0, 0, layout.sharded_end),
                      own_copy.defined() ? own_copy
                      : is_freed         ? master
                                         : at::Tensor()});
  }
  if (frozen_layout.sharded_end > 0) values.push_back({frozen_gathered, frozen_own});
  return values;
}

Parameters::Parameters(const ParameterTable& table, at::Device device, at::ScalarType compute_type,
                       at::ScalarType trained_type, const Sharding& sharding)
    : table_(table), sharding_(sharding) {
  std::int64_t index = -1;  // of a layer of the model; the embedding comes before the first
  for (const LayerSpec& layer : table_)
    layers_.push_back(allocate({layer, device, compute_type, trained_type, sharding_}, index++));
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
  if (!spec.is_sharded || !sharding_.frees_values)
    storage.parameters[index].value.copy_(values);
  else if (!spec.trainable)
    return assign_frozen(storage, spec, index, values);
  if (!spec.trainable || !sharding_.is_active()) return;
  const OwnedPiece piece = owned_piece(storage, spec, index);
  if (piece.count > 0)
    storage.owned[piece.part]
        .value.narrow(0, piece.place, piece.count)
        .copy_(values.reshape({-1}).narrow(0, piece.begin, piece.count));
}

void Parameters::assign_frozen(const LayerParameters& storage, const ParameterSpec& spec,
                               std::size_t index, const at::Tensor& values) const {
  const std::int64_t first = storage.frozen_layout.begins[index],
                     own = owned_range(storage.frozen_layout, sharding_).first,
                     begin = std::max(first, own),
                     end = std::min(first + num_elements(spec), own + storage.frozen_own.numel());
  if (begin < end)
    storage.frozen_own.narrow(0, begin - own, end - begin)
        .copy_(values.reshape({-1}).narrow(0, begin - first, end - begin));
}

void Parameters::complete_gradients() {
  for (LayerParameters& layer : layers_)
    for (const at::Tensor& gradient : kept_gradients(layer)) make_present(gradient);
}

namespace {

// Zeroes what is in no part that is zero already; these are in their order.
void zero_others(const at::Tensor& gradient, const std::vector<OwnedPart>& parts,
                 const IsOwnedPart& is_zero) {
  std::int64_t begin = 0;
  for (const OwnedPart& part : parts) {
    if (!part.gradient.is_alias_of(gradient) || !is_zero(part)) continue;
    const std::int64_t end = part.gradient.storage_offset();
    if (begin < end) gradient.narrow(0, begin, end - begin).zero_();
    begin = end + part.gradient.numel();
  }
  if (begin < gradient.numel()) gradient.narrow(0, begin, gradient.numel() - begin).zero_();
}

}  // namespace

void Parameters::zero_gradients(const IsOwnedPart& is_zero) {
  for (LayerParameters& layer : layers_) {
    for (const at::Tensor& gradient : kept_gradients(layer)) {
      const bool is_pinned = gradient.device() != layer.flat.device();  // whose memory is kept
      if (is_zero && (is_pinned || !is_lazy(gradient)))
        zero_others(gradient, layer.owned, is_zero);
      else if (is_pinned)
        at::Tensor(gradient).zero_();
      else
        make_absent(gradient);
    }
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

void Parameters::update_trained_copies(const IsOwnedPart& is_written) {
  for (const LayerParameters& layer : layers_)
    for (const OwnedPart& part : layer.owned)
      if (part.copy.defined() && !(is_written && is_written(part))) part.copy.copy_(part.value);
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

std::vector<at::Tensor> kept_gradients(const LayerParameters& layer) {
  if (!layer.owned_gradient.defined()) return {layer.flat_gradient};
  return {layer.owned_gradient, layer.whole_gradient};
}

void walk_forward(const Parameters& parameters) {
  if (!parameters.access()) return;
  for (std::size_t layer = 0; layer < parameters.layers().size(); ++layer)
    parameters.access()->before_forward(layer);
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
