// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gathered_layers.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/forward.h"
#include "engine/model/lazy_zeros.h"
#include "engine/parallel/gradient_reduction.h"
#include "engine/parallel/lone_process.h"
#include "engine/task/task.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

// A group of one process that stands for rank 0 of several: what it would gather is there already.
// Notes which layers have memory whenever something is gathered.
class WatchedGroup final : public LoneProcess {
 public:
  void start_sum(const at::Tensor&) override { order += "s"; }
  void start_scatter_sum(const at::Tensor&, const at::Tensor&) override { order += "r"; }
  void start_gather(const at::Tensor&, const at::Tensor&) override {
    order += "g";
    std::int64_t present = 0;
    for (const LayerParameters& layer : parameters->layers())
      present += layer.layout.sharded_end > 0 && !is_absent(layer.gathered) ? 1 : 0;
    most = std::max(most, present);
  }

  const Parameters* parameters = nullptr;
  std::string order;
  std::int64_t most = 0;
};

struct Pass {
  std::string order;
  std::int64_t most;
};

// Of one forward and backward pass of a model with six layers, or of none on a rank without rows.
Pass pass_of(const char* kind, bool is_tied, bool has_rows, Recompute recompute) {
  const auto model = std::move(make_model(kind, {{"vocab_size", 61},
                                                 {"max_position_embeddings", 16},
                                                 {"hidden_size", 32},
                                                 {"intermediate_size", 64},
                                                 {"num_hidden_layers", 6},
                                                 {"num_attention_heads", 4},
                                                 {"tie_word_embeddings", is_tied}})
                                   .value());
  WatchedGroup group;
  Parameters parameters(model->table(), at::kCPU, at::kFloat, at::kFloat,
                        Sharding{.num_ranks = 1, .frees_gradients = true, .frees_values = true});
  group.parameters = &parameters;
  parameters.initialize(11);
  const auto layers = gathered_layers(*model, parameters, group);
  GradientReduction reduction(parameters, group);
  if (has_rows) {
    Experiment experiment;
    const auto task = std::move(make_task(experiment).value());
    task->train(*model, parameters, task->batch(rows_of(random_ids(61, {2, 12})), at::kCPU), 1.0,
                {.recompute = recompute});
  } else {
    walk_forward(parameters);
  }
  reduction.finish();
  gather_values(parameters, group);
  for (const LayerParameters& layer : parameters.layers())
    EXPECT_TRUE(layer.layout.sharded_end == 0 || is_absent(layer.gathered));
  return {group.order, group.most};
}

TEST(GatheredLayers, AreTwoAtATimeAndTheHead) {
  for (const Recompute recompute : {Recompute::none, Recompute::full})
    for (const bool is_tied : {true, false}) {
      const Pass pass = pass_of("llama", is_tied, true, recompute);
      EXPECT_LE(pass.most, is_tied ? 3 : 2);
      // Forward each once, backward all but what is still there.
      EXPECT_GE(std::ranges::count(pass.order, 'g'), 12);
    }
}

TEST(GatheredLayers, AreGatheredInTheSameOrderByARankWithoutRows) {
  for (const Recompute recompute : {Recompute::none, Recompute::full})
    for (const bool is_tied : {true, false})
      EXPECT_EQ(pass_of("llama", is_tied, true, recompute).order,
                pass_of("llama", is_tied, false, recompute).order)
          << is_tied;
}

}  // namespace
}  // namespace trainyard
