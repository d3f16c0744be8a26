#include "engine/model/forward.h"

#include "engine/model/recompute.h"

namespace trainyard {

at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode) {
  Context context{batch, mode, {}, model.shared(batch)};
  if (const at::Tensor& ids = batch.documents; ids.defined())
    context.same_document = ids.unsqueeze(2).eq(ids.unsqueeze(1)).unsqueeze(1);
  const std::vector<LayerParameters>& layers = parameters.layers();
  at::Tensor x = model.embed(layers.front(), context);  // (B*T, C)
  for (std::size_t i = 1; i + 1 < layers.size(); ++i) {
    const auto run = [&model, &layer = layers[i], i, context](const at::Tensor& input) {
      return model.layer(static_cast<std::int64_t>(i) - 1, input, layer, context);
    };
    x = mode.recompute ? recomputed(x, run) : run(x);
  }
  return model.finish(x, layers.back(), context).view({context.rows(), context.length(), -1});
}

}  // namespace trainyard
