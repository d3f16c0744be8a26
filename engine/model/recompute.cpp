// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/recompute.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

struct HeldFunction final : torch::CustomClassHolder {
  explicit HeldFunction(TensorFunction function) : run(std::move(function)) {}
  TensorFunction run;
};

struct RecomputedFunction : Function<RecomputedFunction> {
  static at::Tensor forward(AutogradContext* context, at::TensorList inputs,
                            const c10::intrusive_ptr<torch::CustomClassHolder>& function) {
    context->save_for_backward(inputs.vec());
    context->saved_data["function"] = c10::IValue::make_capsule(function);
    return static_cast<HeldFunction&>(*function).run(inputs.vec());
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const at::AutoGradMode with_gradients(true);
    const auto function = context->saved_data["function"].toCapsule();
    variable_list inputs = context->get_saved_variables();
    for (at::Tensor& input : inputs) input = input.detach().requires_grad_(true);
    const at::Tensor y = static_cast<HeldFunction&>(*function).run(inputs);
    torch::autograd::backward({y}, {outputs.front()});
    variable_list gradients;
    for (const at::Tensor& input : inputs) gradients.push_back(input.grad());
    gradients.emplace_back();
    return gradients;
  }
};

}  // namespace

at::Tensor recomputed(std::vector<at::Tensor> inputs, TensorFunction function) {
  if (!at::GradMode::is_enabled()) return function(inputs);
  // If no input requires a gradient (frozen embeddings), the function would not be part of the
  // backward pass.
  if (std::ranges::none_of(inputs, &at::Tensor::requires_grad))
    inputs.front() = inputs.front().detach().requires_grad_(true);
  return RecomputedFunction::apply(at::TensorList(inputs),
                                   c10::make_intrusive<HeldFunction>(std::move(function)));
}

}  // namespace trainyard
