#include "engine/model/recompute.h"

#include <ATen/core/grad_mode.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

struct HeldLayer final : torch::CustomClassHolder {
  explicit HeldLayer(LayerFunction layer) : run(std::move(layer)) {}
  LayerFunction run;
};

struct RecomputedFunction : Function<RecomputedFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                            const c10::intrusive_ptr<torch::CustomClassHolder>& layer) {
    context->save_for_backward({x});
    context->saved_data["layer"] = c10::IValue::make_capsule(layer);
    return static_cast<HeldLayer&>(*layer).run(x);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const at::AutoGradMode with_gradients(true);
    const auto layer = context->saved_data["layer"].toCapsule();
    const at::Tensor x = context->get_saved_variables().front().detach().requires_grad_(true);
    const at::Tensor y = static_cast<HeldLayer&>(*layer).run(x);
    torch::autograd::backward({y}, {outputs.front()});
    return {x.grad(), at::Tensor()};
  }
};

}  // namespace

at::Tensor recomputed(const at::Tensor& x, LayerFunction layer) {
  if (!at::GradMode::is_enabled()) return layer(x);
  // An input without a gradient (frozen embeddings) would leave the layer out of the backward pass.
  const at::Tensor input = x.requires_grad() ? x : x.detach().requires_grad_(true);
  return RecomputedFunction::apply(input, c10::make_intrusive<HeldLayer>(std::move(layer)));
}

}  // namespace trainyard
