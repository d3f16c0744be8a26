// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/forward.h"

#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/activation_offload.h"
#include "engine/model/attention.h"
#include "engine/model/fused_kernels.h"
#include "engine/model/kernel_mask.h"
#include "engine/model/layer_functions.h"
#include "engine/model/lazy_zeros.h"
#include "engine/model/recompute.h"

namespace trainyard {

namespace {

// x.index_select(0, rows), where `rows` are distinct: the gradient of the others is zero.
struct ChosenRowsFunction : torch::autograd::Function<ChosenRowsFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& rows) {
    context->saved_data["rows"] = x.size(0);
    context->save_for_backward({rows});
    return x.index_select(0, rows);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& outputs) {
    const at::Tensor& d_y = outputs.front();  // (N, C)
    const at::Tensor d_x =
        at::zeros({context->saved_data["rows"].toInt(), d_y.size(1)}, d_y.options());
    return {d_x.index_copy_(0, context->get_saved_variables().front(), d_y), at::Tensor()};
  }
};

Context context_of(const Model& model, const Batch& batch, const ForwardMode& mode) {
  Context context{batch, mode, {}, model.shared(batch)};
  if (batch.documents.defined() && batch.document_ends.empty())
    context.same_document = same_document(batch.documents);
  if (mode.training && fused_kernels_for(batch.input_ids)) context.mask_keys = mask_keys(batch);
  return context;
}

// Before the backward pass of the layer whose output was `made`: makes its values readable and
// allocates its gradients.
void prepare_backward(const at::Tensor& made, const Parameters& parameters, std::size_t index) {
  const LayerParameters& layer = parameters.layers()[index];
  const bool frees = layer.owned_gradient.defined();
  if (!made.requires_grad() || (!made.is_cpu() && !frees)) return;
  made.register_hook([access = parameters.access(), index, gradient = layer.flat_gradient,
                      kept = kept_gradients(layer)](const at::Tensor&) {
    if (access) access->before_backward(index);
    make_present(gradient);
    for (const at::Tensor& tensor : kept) make_present(tensor);
  });
}

void prepare_forward(const Parameters& parameters, std::size_t index) {
  if (parameters.access()) parameters.access()->before_forward(index);
}

// embed() and the layers: (B*T, C). `see` receives the output of each.
template <typename See>
at::Tensor run_layers(const Model& model, const Parameters& parameters, const Context& context,
                      const See& see) {
  const std::vector<LayerParameters>& layers = parameters.layers();
  prepare_forward(parameters, 0);
  at::Tensor x = model.embed(layers.front(), context);
  prepare_backward(x, parameters, 0);
  see(x);
  for (std::size_t i = 1; i + 1 < layers.size(); ++i) {
    prepare_forward(parameters, i);
    const auto run = [&model, &layer = layers[i], i,
                      context](const std::vector<at::Tensor>& inputs) {
      return model.layer(static_cast<std::int64_t>(i) - 1, inputs.front(), layer, context);
    };
    x = context.mode.recompute == Recompute::full ? recomputed({x}, run) : run({x});
    prepare_backward(x, parameters, i);
    see(x);
  }
  prepare_forward(parameters, layers.size() - 1);
  return x;
}

at::Tensor hidden_states(const Model& model, const Parameters& parameters, const Context& context) {
  std::shared_ptr<ActivationOffload> offload;
  if (context.mode.offload_activations && at::GradMode::is_enabled())
    offload = std::make_shared<ActivationOffload>(parameters, context.batch.input_ids.device());
  const ActivationOffload::Scope scope(offload.get());
  at::Tensor x = run_layers(model, parameters, context, [](const at::Tensor&) {});
  const at::Tensor& positions = context.batch.target_positions;
  if (positions.defined()) x = ChosenRowsFunction::apply(x, positions);
  x = model.finish(x, parameters.layers().back(), context);
  prepare_backward(x, parameters, parameters.layers().size() - 1);
  return x;
}

at::Tensor apply_head(const Model& model, const Parameters& parameters, const at::Tensor& hidden,
                      const Context& context) {
  const Head head = model.head(parameters);
  return linear(hidden, head.weight, head.bias ? &*head.bias : nullptr, context).to(at::kFloat);
}

}  // namespace

at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode) {
  return hidden_states(model, parameters, context_of(model, batch, mode));
}

at::Tensor logits(const Model& model, const Parameters& parameters, const Batch& batch,
                  const ForwardMode& mode) {
  const Context context = context_of(model, batch, mode);
  return apply_head(model, parameters, hidden_states(model, parameters, context), context);
}

Inference::Inference(const Model& model, const Parameters& parameters, const Batch& batch,
                     const at::Tensor& kept_positions)
    : model_(model),
      parameters_(parameters),
      context_(context_of(model, batch, {.training = false})) {
  const at::NoGradGuard no_grad;
  x_ = run_layers(model, parameters, context_, [&](const at::Tensor& x) {
    if (kept_positions.defined()) kept_.push_back(x.index_select(0, kept_positions));
  });
  if (kept_positions.defined()) kept_.back() = last_hidden_state(kept_positions);
}

at::Tensor Inference::chosen(const at::Tensor& positions) const {
  return positions.defined() ? x_.index_select(0, positions) : x_;
}

at::Tensor Inference::last_hidden_state(const at::Tensor& positions) const {
  const at::NoGradGuard no_grad;
  return model_.last_hidden_state(chosen(positions), parameters_.layers().back(), context_);
}

at::Tensor Inference::finished(const at::Tensor& positions) const {
  const at::NoGradGuard no_grad;
  return model_.finish(chosen(positions), parameters_.layers().back(), context_);
}

at::Tensor Inference::logits(const at::Tensor& positions) const {
  const at::NoGradGuard no_grad;
  return apply_head(model_, parameters_, finished(positions), context_);
}

}  // namespace trainyard
