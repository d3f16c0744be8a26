// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and places of parameters, without their values.
#include "engine/model/parameters.h"

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

namespace {

constexpr std::int64_t block = 256, line = 32;  // elements

std::int64_t rounded_up(std::int64_t elements, std::int64_t unit) {
  return (elements + unit - 1) / unit * unit;
}

void append(const LayerSpec& layer, bool is_trainable, bool is_sharded, LayerLayout& layout) {
  for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
    const ParameterSpec& spec = layer.parameters[i];
    if (spec.trainable != is_trainable || spec.is_sharded != is_sharded) continue;
    layout.begins[i] = layout.end;
    layout.order.push_back(i);
    layout.end += rounded_up(num_elements(spec), is_sharded ? block : line);
  }
}

LayerLayout sharded_layout_of(const LayerSpec& layer, bool is_trainable, std::int64_t num_ranks) {
  LayerLayout layout;
  layout.begins.assign(layer.parameters.size(), 0);
  append(layer, is_trainable, /*is_sharded=*/true, layout);
  layout.sharded_end = layout.end = rounded_up(layout.end, block * num_ranks);
  return layout;
}

}  // namespace

LayerLayout layout_of(const LayerSpec& layer, std::int64_t num_ranks) {
  LayerLayout layout = sharded_layout_of(layer, /*is_trainable=*/true, num_ranks);
  append(layer, /*is_trainable=*/true, /*is_sharded=*/false, layout);
  return layout;
}

LayerLayout frozen_layout_of(const LayerSpec& layer, std::int64_t num_ranks) {
  return sharded_layout_of(layer, /*is_trainable=*/false, num_ranks);
}

}  // namespace trainyard
