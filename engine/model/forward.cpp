#include "engine/model/forward.h"

#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/layer_functions.h"
#include "engine/model/recompute.h"

namespace trainyard {

namespace {

// x.index_select(0, rows), `rows` of which no two are the same: the gradient of the others is zero.
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
  if (const at::Tensor& ids = batch.documents; ids.defined())
    context.same_document = ids.unsqueeze(2).eq(ids.unsqueeze(1)).unsqueeze(1);
  return context;
}

at::Tensor hidden_states(const Model& model, const Parameters& parameters, const Context& context) {
  const std::vector<LayerParameters>& layers = parameters.layers();
  at::Tensor x = model.embed(layers.front(), context);  // (B*T, C)
  for (std::size_t i = 1; i + 1 < layers.size(); ++i) {
    const auto run = [&model, &layer = layers[i], i, context](const at::Tensor& input) {
      return model.layer(static_cast<std::int64_t>(i) - 1, input, layer, context);
    };
    x = context.mode.recompute ? recomputed(x, run) : run(x);
  }
  const at::Tensor& positions = context.batch.target_positions;
  if (positions.defined()) x = ChosenRowsFunction::apply(x, positions);
  return model.finish(x, layers.back(), context);
}

}  // namespace

at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode) {
  return hidden_states(model, parameters, context_of(model, batch, mode));
}

at::Tensor logits(const Model& model, const Parameters& parameters, const Batch& batch,
                  const ForwardMode& mode) {
  const Context context = context_of(model, batch, mode);
  const at::Tensor hidden = hidden_states(model, parameters, context);  // (N, C)
  const Head head = model.head(parameters);
  return linear(hidden, head.weight, head.bias ? &*head.bias : nullptr, context).to(at::kFloat);
}

}  // namespace trainyard
