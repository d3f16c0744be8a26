// SPDX-License-Identifier: GPL-3.0-or-later
// Several linear maps of one input, as one product where their weights lie beside each other.
#pragma once

#include <vector>

#include <ATen/core/Tensor.h>

#include "engine/model/model.h"
#include "engine/model/parameters.h"

namespace trainyard {

struct LinearMap {
  const Parameter* weight;  // (O, I)
  const Parameter* bias;    // (O) or null
};

// linear(x, ...) of each: x (N, I) -> (N, O) each, in the compute type. On a GPU one product, with
// one conversion of x and one copy of it for the backward pass, if they can be joined; the
// results may then be views of one tensor.
std::vector<at::Tensor> linears(const at::Tensor& x, const std::vector<LinearMap>& maps,
                                const Context& context);

// All of linears() beside each other, (N, O1 + O2 + ...), where they are one product; else
// undefined.
at::Tensor joined_linear(const at::Tensor& x, const std::vector<LinearMap>& maps);

// Whether weights, biases and their gradients each lie one after the other in one storage, without
// adapters, all of them trained or none.
bool can_be_joined(const std::vector<LinearMap>& maps);
// All of them beside each other, (N, O1 + O2 + ...), on any device, for maps that can be joined.
at::Tensor joined_product(const at::Tensor& x, const std::vector<LinearMap>& maps);

}  // namespace trainyard
