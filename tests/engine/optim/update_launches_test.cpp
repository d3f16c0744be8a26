// SPDX-License-Identifier: GPL-3.0-or-later
// How many kernels an update starts, on the meta device.
#include <cstdio>

#include <gtest/gtest.h>

#include "engine/model/meta_kernels.h"
#include "engine/model/model.h"
#include "engine/optim/optimizer.h"
#include "tests/engine/kernel_counts.h"

namespace trainyard {
namespace {

const Map gpt2_355m = {{"vocab_size", 50257},
                       {"n_positions", 1024},
                       {"n_embd", 1024},
                       {"n_layer", 24},
                       {"n_head", 16}};
const Map llama_8b = {{"vocab_size", 128256},           {"hidden_size", 4096},
                      {"intermediate_size", 14336},     {"num_hidden_layers", 32},
                      {"num_attention_heads", 32},      {"num_key_value_heads", 8},
                      {"max_position_embeddings", 8192}};

// Of a step that clips gradients, writes copies in bf16 and zeroes gradients; not the first, which
// also tells the device where everything is.
int launches_of(const char* kind, const Map& config, OptimizerKind rule) {
  const auto model = std::move(make_model(kind, config).value());
  Parameters parameters(model->table(), at::kMeta, at::kBFloat16);
  const auto optimizer = make_optimizer({.kind = rule}, parameters);
  optimizer->plan_for_gpu();
  const at::Tensor scale = at::empty({}, at::TensorOptions(at::kFloat).device(at::kMeta));
  optimizer->step(1e-3, scale);
  const KernelCounts watch;
  optimizer->step(1e-3, scale);
  std::printf("%s, %s: %d\n", kind, std::string(name_of(rule)).c_str(), watch.sum());
  return watch.sum();
}

TEST(UpdateLaunches, AreFewWithTheEnginesOwnKernels) {
  use_meta_kernels();
  const MetaFusedKernels own;
  EXPECT_EQ(launches_of("gpt2", gpt2_355m, OptimizerKind::adamw), 1);
  // One for what has its moments in fp32, and one for the rest.
  EXPECT_EQ(launches_of("llama", llama_8b, OptimizerKind::adamw_8bit), 2);
}

TEST(UpdateLaunches, AreBoundedWithoutThem) {
  use_meta_kernels();
  EXPECT_LE(launches_of("gpt2", gpt2_355m, OptimizerKind::adamw), 60);
  EXPECT_LE(launches_of("llama", llama_8b, OptimizerKind::adamw_8bit), 12'000);
}

}  // namespace
}  // namespace trainyard
