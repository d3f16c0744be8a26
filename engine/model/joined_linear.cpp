// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/joined_linear.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/add_product.h"
#include "engine/model/fused_kernels.h"
#include "engine/model/layer_functions.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

bool are_neighbours(const std::vector<at::Tensor>& tensors) {
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    const at::Tensor &one = tensors[i - 1], &next = tensors[i];
    if (!one.is_contiguous() || !next.is_contiguous() ||
        !next.storage().is_alias_of(one.storage()) ||
        next.storage_offset() != one.storage_offset() + one.numel() ||
        next.scalar_type() != one.scalar_type())
      return false;
  }
  return true;
}

// Neighbours as one tensor: (O1 + O2 + ..., ...).
at::Tensor joined(const std::vector<at::Tensor>& tensors) {
  std::vector<std::int64_t> sizes = tensors.front().sizes().vec();
  for (std::size_t i = 1; i < tensors.size(); ++i) sizes[0] += tensors[i].size(0);
  return tensors.front().as_strided(sizes, tensors.front().strides(),
                                    tensors.front().storage_offset());
}

at::Tensor joined_gradient(const std::vector<at::Tensor>& values) {
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& value : values) gradients.push_back(gradient_of(value));
  return joined(gradients);
}

std::vector<at::Tensor> parts_of(const std::vector<LinearMap>& maps,
                                 const Parameter* LinearMap::* which,
                                 at::Tensor Parameter::* what) {
  std::vector<at::Tensor> tensors;
  for (const LinearMap& map : maps)
    if (map.*which) tensors.push_back((map.*which)->*what);
  return tensors;
}

struct JoinedFunction : torch::autograd::Function<JoinedFunction> {
  // Takes the parameters' values, for their gradients, and joined copies, to compute with.
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, at::TensorList values,
                            at::TensorList biases, const at::Tensor& weight,
                            const std::optional<at::Tensor>& bias) {
    const at::Tensor input = x.to(weight.scalar_type());
    const bool is_trained = values.front().requires_grad();
    context->saved_data["type"] = x.scalar_type();
    context->saved_data["values"] = values.vec();
    context->saved_data["biases"] = biases.vec();
    // The input is only needed for the weights' gradients.
    context->save_for_backward({is_trained ? input : at::Tensor(), weight});
    return bias ? at::addmm(*bias, input, weight.t()) : at::mm(input, weight.t());
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &d_y = outputs[0];  // (N, I), (N, O)
    const std::vector<at::Tensor> values = context->saved_data["values"].toTensorVector(),
                                  biases = context->saved_data["biases"].toTensorVector();
    if (x.defined()) add_product(joined_gradient(values), d_y, x);
    if (!biases.empty() && biases.front().requires_grad())
      add_row_sums(joined_gradient(biases), d_y);
    at::Tensor d_x;
    if (context->needs_input_grad(0))
      d_x = at::mm(d_y, saved[1]).to(context->saved_data["type"].toScalarType());
    // Of x, of each value and bias, and of the two copies.
    variable_list gradients{d_x};
    gradients.resize(1 + values.size() + biases.size() + 2);
    return gradients;
  }
};

}  // namespace

bool can_be_joined(const std::vector<LinearMap>& maps) {
  const LinearMap& first = maps.front();
  for (const LinearMap& map : maps)
    if (map.weight->adapter || (map.bias == nullptr) != (first.bias == nullptr) ||
        map.weight->value.requires_grad() != first.weight->value.requires_grad() ||
        (map.bias && map.bias->value.requires_grad() != first.bias->value.requires_grad()))
      return false;
  for (const auto which : {&LinearMap::weight, &LinearMap::bias}) {
    const std::vector<at::Tensor> values = parts_of(maps, which, &Parameter::value);
    if (values.empty()) continue;
    if (!are_neighbours(parts_of(maps, which, &Parameter::compute))) return false;
    std::vector<at::Tensor> gradients;
    for (const at::Tensor& value : values)
      if (value.requires_grad()) gradients.push_back(value.grad());
    for (const at::Tensor& gradient : gradients)
      if (!gradient.defined()) return false;
    if (!are_neighbours(gradients)) return false;
  }
  return true;
}

at::Tensor joined_linear(const at::Tensor& x, const std::vector<LinearMap>& maps) {
  const bool is_wanted = !x.is_cpu() || fused_kernels_for(x);
  return is_wanted && can_be_joined(maps) ? joined_product(x, maps) : at::Tensor();
}

at::Tensor joined_product(const at::Tensor& x, const std::vector<LinearMap>& maps) {
  const auto values = parts_of(maps, &LinearMap::weight, &Parameter::value),
             biases = parts_of(maps, &LinearMap::bias, &Parameter::value);
  return JoinedFunction::apply(
      x, at::TensorList(values), at::TensorList(biases),
      joined(parts_of(maps, &LinearMap::weight, &Parameter::compute)),
      biases.empty()
          ? std::nullopt
          : std::optional(joined(parts_of(maps, &LinearMap::bias, &Parameter::compute))));
}

std::vector<at::Tensor> linears(const at::Tensor& x, const std::vector<LinearMap>& maps,
                                const Context& context) {
  if (const at::Tensor y = joined_linear(x, maps); y.defined()) {
    std::vector<std::int64_t> widths;
    for (const LinearMap& map : maps) widths.push_back(map.weight->value.size(0));
    return y.split_with_sizes(widths, 1);
  }
  std::vector<at::Tensor> results;
  for (const LinearMap& map : maps) results.push_back(linear(x, *map.weight, map.bias, context));
  return results;
}

}  // namespace trainyard
