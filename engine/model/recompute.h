// Activation checkpointing (Chen et al., 2016): memory for time.
#pragma once

#include <functional>

#include <ATen/ATen.h>

namespace trainyard {

using LayerFunction = std::function<at::Tensor(const at::Tensor& x)>;

// layer(x), of which nothing is kept for the backward pass but x: it computes the layer again, and
// adds the gradients of the layer's parameters where they live. `layer` gives the same each time.
at::Tensor recomputed(const at::Tensor& x, LayerFunction layer);

}  // namespace trainyard
