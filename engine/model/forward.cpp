#include "engine/model/forward.h"

#include "engine/model/autocast.h"
#include "engine/model/recompute.h"

namespace trainyard {

at::Tensor forward(const Model& model, const Parameters& parameters, const Batch& batch,
                   const ForwardMode& mode) {
  const at::DeviceType device = batch.input_ids.device().type();
  const AutocastGuard autocast(mode.precision, device);
  const Context context{batch, mode};
  const std::vector<LayerParameters>& layers = parameters.layers();
  at::Tensor x = model.embed(layers.front(), context);  // (B*T, C)
  for (std::size_t i = 1; i + 1 < layers.size(); ++i) {
    const auto run = [&model, &layer = layers[i], i, context](const at::Tensor& input) {
      return model.layer(static_cast<std::int64_t>(i) - 1, input, layer, context);
    };
    if (!mode.recompute) {
      x = run(x);
      continue;
    }
    x = recomputed(x, [run, precision = mode.precision, device](const at::Tensor& input) {
      const AutocastGuard again(precision, device);
      return run(input);
    });
  }
  return model.finish(x, layers.back(), context).view({context.rows(), context.length(), -1});
}

}  // namespace trainyard
