// SPDX-License-Identifier: GPL-3.0-or-later
// Updates on a GPU, by the engine's own kernels and by operators, beside the processor's.
#include <gtest/gtest.h>

#include "engine/optim/optimizer.h"
#include "engine/parallel/gpu_module.h"

namespace trainyard {
namespace {

struct UpdatedModel {
  std::vector<at::Tensor> values;
  bool has_copies = true, has_zeros = true;
};

// After five steps with clipped gradients, of matrices and small parameters with and without decay.
UpdatedModel updated_on(at::Device device, OptimizerKind rule) {
  const ParameterTable table = {
      {"embedding", {{"words", {300, 65}, Initialization::normal, 1.0, true}}},
      {"layer",
       {{"matrix", {129, 1000}, Initialization::normal, 1.0, true},
        {"bias", {1000}, Initialization::normal, 1.0, false},
        {"other", {4099}, Initialization::normal, 1.0, false}}}};
  Parameters parameters(table, device, at::kBFloat16);
  const auto optimizer = make_optimizer({.kind = rule, .weight_decay = 0.1}, parameters);
  parameters.initialize(1);
  for (std::uint64_t step = 1; step <= 5; ++step) {
    for (const TrainedPiece& piece : trained_pieces(parameters))
      piece.gradient.copy_(
          at::randn(piece.gradient.sizes(),
                    at::make_generator<at::CPUGeneratorImpl>(step + piece.spec.name[0])));
    optimizer->step(1e-2, at::full({}, 0.3, at::TensorOptions(at::kFloat).device(device)));
  }
  UpdatedModel model;
  for (const LayerParameters& layer : parameters.layers()) {
    model.values.push_back(layer.flat.cpu());
    model.has_copies &= layer.flat_compute.equal(layer.flat.to(at::kBFloat16));
    model.has_zeros &= layer.flat_gradient.eq(0).all().item<bool>();
  }
  return model;
}

TEST(GpuUpdate, IsTheProcessors) {
  const Result<at::Device> device = use_gpu({}, false);
  if (!device) GTEST_SKIP() << device.error().message;
  for (const OptimizerKind rule : {OptimizerKind::adamw, OptimizerKind::adamw_8bit}) {
    const UpdatedModel wanted = updated_on(at::kCPU, rule);
    for (const bool has_kernels : {false, true}) {
      const Result<void> opened = use_fused_kernels(*device, has_kernels);
      if (!opened) GTEST_SKIP() << opened.error().message;
      const UpdatedModel found = updated_on(*device, rule);
      EXPECT_TRUE(found.has_copies && found.has_zeros);
      for (std::size_t i = 0; i < wanted.values.size(); ++i) {
        const at::Tensor far = (found.values[i] - wanted.values[i]).abs().gt(1e-5);
        // A code on the limit between two may be rounded either way.
        EXPECT_LE(far.sum().item<std::int64_t>(),
                  rule == OptimizerKind::adamw ? 0 : far.numel() / 200);
      }
    }
    EXPECT_TRUE(use_fused_kernels(*device, false));
  }
}

}  // namespace
}  // namespace trainyard
