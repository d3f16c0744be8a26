// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/optimizer_step.h"

#include <map>

#include <ATen/record_function.h>
#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/adapters.h"
#include "engine/model/meta_kernels.h"
#include "engine/parallel/lone_process.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::int64_t kVocabulary = 61, kRows = 3, kLength = 40;

struct Work {
  at::Device device;
  std::unique_ptr<Model> model;
  std::unique_ptr<Parameters> parameters;
  std::unique_ptr<Task> task;
  std::unique_ptr<Optimizer> optimizer;
  std::unique_ptr<ProcessGroup> group;

  StepParts parts() const { return {device, *model, *parameters, *task, *optimizer, *group}; }
};

Work work_on(at::Device device, const Experiment& experiment = {},
             at::ScalarType type = at::kFloat) {
  const Map gpt2 = {{"n_positions", kLength}, {"n_embd", 32}, {"n_layer", 2}, {"n_head", 4}};
  const Map others = {{"max_position_embeddings", kLength},
                      {"hidden_size", 32},
                      {"intermediate_size", 48},
                      {"num_hidden_layers", 2},
                      {"num_attention_heads", 4}};
  const ModelKind kind = experiment.model.kind;
  Map config = kind == ModelKind::gpt2 ? gpt2 : others;
  config.emplace_back("vocab_size", kVocabulary);
  if (experiment.task.problem_type == ProblemType::regression)
    config.emplace_back("num_labels", std::int64_t{1});
  if (kind != ModelKind::gpt2 && kind != ModelKind::bert)
    for (const auto& [key, value] :
         Map{{"num_key_value_heads", 2}, {"head_dim", 8}, {"attention_dropout", 0.1}})
      config.emplace_back(key, value);
  Work work{
      device,
      std::move(
          make_model(std::string(name_of(kind)), config, head_of(experiment.task.kind)).value()),
      nullptr,
      nullptr,
      nullptr,
      nullptr};
  work.parameters = std::make_unique<Parameters>(
      trained_table(*work.model, experiment.lora).value(), device, type);
  work.parameters->initialize(11);
  work.task = std::move(
      make_task(experiment, {{.vocab_size = kVocabulary, .mask = 1}, {"a", "b"}}).value());
  work.optimizer = make_optimizer(experiment.optimizer, *work.parameters);
  work.group = std::move(make_process_group({}, at::kCPU, std::chrono::seconds(1)).value());
  return work;
}

std::vector<Batch> two_batches(const Work& work, std::int64_t& num_targets) {
  std::vector<Batch> batches;
  num_targets = 0;
  for (MicroBatch rows : {rows_of(random_ids(kVocabulary, {kRows, kLength})),
                          rows_of(random_ids(kVocabulary, {1, kLength}), 7)}) {
    rows.row_labels.resize(static_cast<std::size_t>(rows.num_rows * work.task->labels_per_row()));
    batches.push_back(work.task->batch(rows, work.device));
    num_targets += batches.back().num_targets;
  }
  return batches;
}

StepValues step(Work& work, const ForwardMode& mode = {}) {
  std::int64_t num_targets = 0;
  const auto batches = two_batches(work, num_targets);
  return *optimizer_step(work.parts(), batches, num_targets, {mode, 1e-3, 1.0},
                         [] { return true; });
}

// On the meta device there are no values: whatever read one would throw.
TEST(OptimizerStep, RunsWithoutAValue) {
  use_meta_kernels();
  const auto run = [](const Experiment& experiment) {
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16})
      for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
        Work work = work_on(at::kMeta, experiment, type);
        const StepValues values =
            step(work, {.recompute = recompute, .fused_attention_dropout = type != at::kFloat});
        EXPECT_TRUE(values.loss.is_meta());
        EXPECT_EQ(values.loss.scalar_type(), at::kDouble);
        EXPECT_EQ(values.gradient_norm.dim(), 0);
        EXPECT_THROW(static_cast<void>(values.loss.item<double>()), c10::Error);
      }
  };
  Experiment experiment;
  for (const auto& [kind, name] : Names<OptimizerKind>::all) {
    experiment.optimizer.kind = kind;
    run(experiment);
  }
  for (const auto& [kind, name] : Names<ModelKind>::all) {
    experiment.model.kind = kind;
    if (kind == ModelKind::bert) experiment.task.kind = TaskKind::masked_language_modeling;
    run(experiment);
    experiment.lora = {.rank = 2, .dropout = 0.1, .target_modules = {"all-linear"}};
    run(experiment);
    if (kind == ModelKind::mamba) {  // it has no heads
      experiment.lora = {};
      continue;
    }
    experiment.task.kind = TaskKind::sequence_classification;
    run(experiment);
    experiment.lora = {};
    for (const auto& [problem, word] : Names<ProblemType>::all) {
      experiment.task.problem_type = problem;
      run(experiment);
    }
    experiment.task.problem_type = {};
    experiment.task.kind = TaskKind::token_classification;
    if (kind != ModelKind::gemma3) run(experiment);
    experiment.task.kind = TaskKind::causal_language_modeling;
  }
}

// Calls of each operator while it lives, on this thread.
class OperatorCounts {
 public:
  OperatorCounts() {
    counts() = {};
    handle_ = at::addThreadLocalCallback(
        at::RecordFunctionCallback([](const at::RecordFunction& call)
                                       -> std::unique_ptr<at::ObserverContext> {
          ++counts()[call.name()];
          return nullptr;
        }).scopes({at::RecordScope::FUNCTION}));
  }
  ~OperatorCounts() { at::removeCallback(handle_); }
  OperatorCounts(const OperatorCounts&) = delete;
  OperatorCounts& operator=(const OperatorCounts&) = delete;

  static std::map<std::string, int>& counts() {
    static thread_local std::map<std::string, int> all;
    return all;
  }

 private:
  at::CallbackHandle handle_;
};

// With SGD: AdamW's kernel for processors reads its own count of steps.
TEST(OptimizerStep, NothingIsReadByTheHost) {
  Experiment experiment;
  experiment.optimizer.kind = OptimizerKind::sgd;
  Work work = work_on(at::kCPU, experiment);
  step(work);
  const OperatorCounts watch;
  const StepValues values = step(work);
  std::map<std::string, int> counts = OperatorCounts::counts();
  EXPECT_GT(counts["aten::addmm"], 0) << "nothing was seen: the observer does not work";
  EXPECT_EQ(counts["aten::_local_scalar_dense"], 0);
  EXPECT_EQ(counts["aten::item"], 0);
  EXPECT_EQ(counts["aten::nonzero"], 0);
  static_cast<void>(values.loss.item<double>());
  EXPECT_EQ(OperatorCounts::counts()["aten::_local_scalar_dense"], 1);
}

// Decay and momentum would move them.
TEST(OptimizerStep, WithoutTargetsNothingIsUpdated) {
  Work work = work_on(at::kCPU, Experiment{});
  step(work);  // moments that go on
  std::vector<at::Tensor> before;
  for (const LayerSpec& layer : work.parameters->table())
    for (const ParameterSpec& spec : layer.parameters)
      before.push_back(work.parameters->find(spec.name).detach().clone());
  std::int64_t num_targets = 0;
  const auto batches = two_batches(work, num_targets);
  const StepValues values =
      *optimizer_step(work.parts(), batches, 0, {{}, 1e-1, 1.0}, [] { return true; });
  EXPECT_FALSE(values.has_targets);
  EXPECT_EQ(values.loss.item<double>(), 0.0);
  std::size_t place = 0;
  for (const LayerSpec& layer : work.parameters->table())
    for (const ParameterSpec& spec : layer.parameters)
      EXPECT_TRUE(work.parameters->find(spec.name).equal(before[place++])) << spec.name;
  EXPECT_TRUE(step(work).has_targets);
}

// Notes the gradients that it is to sum, as one of two ranks of which the other has none.
class NotingGroup final : public LoneProcess {
 public:
  explicit NotingGroup(const Parameters& parameters)
      : LoneProcess({.rank = 0, .world_size = 2}), parameters_(parameters) {}
  void start_sum(const at::Tensor& tensor) override {
    if (tensor.dim() == 0) return;  // the loss
    if (started.empty())
      was_first_layer_empty =
          parameters_.layers().front().flat_gradient.count_nonzero().item<std::int64_t>() == 0;
    started.emplace_back(tensor, tensor.clone());
  }
  void start_scatter_sum(const at::Tensor&, const at::Tensor&) override { FAIL(); }
  void start_gather(const at::Tensor&, const at::Tensor&) override { FAIL(); }
  void finish_started() override {
    for (const auto& [tensor, then] : started) is_unchanged &= tensor.equal(then);
  }

  std::vector<std::pair<at::Tensor, at::Tensor>> started;  // and what was in it
  bool was_first_layer_empty = false, is_unchanged = true;

 private:
  const Parameters& parameters_;
};

TEST(OptimizerStep, LayersAreSummedWhileTheBackwardPassGoesOn) {
  const auto run = [](const Experiment& experiment, Recompute recompute, bool has_last_rows) {
    Work work = work_on(at::kCPU, experiment);
    NotingGroup group(*work.parameters);
    const StepParts parts{work.device, *work.model,     *work.parameters,
                          *work.task,  *work.optimizer, group};
    std::int64_t num_targets = 0;
    auto batches = two_batches(work, num_targets);
    if (!has_last_rows) batches.back() = {};
    optimizer_step(parts, batches, num_targets, {{.recompute = recompute}, 1e-3, 1.0},
                   [] { return true; });
    std::vector<const void*> expected, found;
    const auto& layers = work.parameters->layers();
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
      const auto* first = static_cast<const float*>(layer->flat_gradient.data_ptr());
      const LayerLayout& layout = layer->layout;
      if (layout.sharded_end > 0) expected.push_back(first);
      if (layout.sharded_end < layout.end) expected.push_back(first + layout.sharded_end);
    }
    for (const auto& [tensor, then] : group.started) found.push_back(tensor.data_ptr());
    EXPECT_EQ(found, expected) << "both halves of every layer once, the last first";
    EXPECT_TRUE(group.is_unchanged) << "something was added to a sum that was under way";
  };
  Experiment experiment;
  for (const auto& [kind, name] : Names<ModelKind>::all)
    for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
      SCOPED_TRACE(name);
      experiment.model.kind = kind;
      experiment.task.kind = kind == ModelKind::bert ? TaskKind::masked_language_modeling
                                                     : TaskKind::causal_language_modeling;
      run(experiment, recompute, true);
      run(experiment, recompute, false);
      if (kind == ModelKind::mamba) continue;  // it has no heads
      experiment.task.kind = TaskKind::sequence_classification;
      run(experiment, recompute, true);
      experiment.lora = {.rank = 2, .target_modules = {"all-linear"}};
      run(experiment, recompute, true);
      experiment.lora = {};
    }
  // The head of a classification is not tied to the embedding, and one micro-batch has come before.
  experiment.model.kind = ModelKind::gpt2;
  experiment.task.kind = TaskKind::sequence_classification;
  std::int64_t num_targets = 0;
  Work work = work_on(at::kCPU, experiment);
  NotingGroup group(*work.parameters);
  const auto batches = two_batches(work, num_targets);
  optimizer_step({work.device, *work.model, *work.parameters, *work.task, *work.optimizer, group},
                 {batches.front()}, num_targets, {{}, 1e-3, 1.0}, [] { return true; });
  EXPECT_TRUE(group.was_first_layer_empty) << "the sums begin before the pass has ended";
}

TEST(OptimizerStep, AScaledLossGivesTheSameWeights) {
  Work plain = work_on(at::kCPU), scaled = work_on(at::kCPU);
  std::int64_t num_targets = 0;
  const auto batches = two_batches(plain, num_targets);
  const auto run = [&](Work& work, std::optional<double> loss_scale) {
    return *optimizer_step(work.parts(), batches, num_targets, {{}, 1e-3, 0.5, loss_scale},
                           [] { return true; });
  };
  const StepValues one = run(plain, std::nullopt), other = run(scaled, 1024.0);
  EXPECT_FALSE(other.overflowed);
  EXPECT_NEAR(one.loss.item<double>(), other.loss.item<double>(), 1e-9);
  EXPECT_NEAR(one.gradient_norm.item<double>(), other.gradient_norm.item<double>(), 1e-5);
  for (std::size_t i = 0; i < plain.parameters->layers().size(); ++i)
    EXPECT_TRUE(plain.parameters->layers()[i].flat.allclose(scaled.parameters->layers()[i].flat,
                                                            1e-4, 1e-6));
}

TEST(OptimizerStep, AnOverflowChangesNothing) {
  Work work = work_on(at::kCPU);
  std::vector<at::Tensor> before;
  for (const at::Tensor& flat : flat_values(*work.parameters)) before.push_back(flat.clone());
  std::int64_t num_targets = 0;
  const auto batches = two_batches(work, num_targets);
  const StepValues values = *optimizer_step(work.parts(), batches, num_targets,
                                            {{}, 1e-3, 1.0, 1e40}, [] { return true; });
  EXPECT_TRUE(values.overflowed);
  EXPECT_TRUE(std::isfinite(values.loss.item<double>()));
  EXPECT_EQ(values.gradient_norm.item<double>(), 0.0);
  const std::vector<at::Tensor> after = flat_values(*work.parameters);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_TRUE(before[i].equal(after[i]));
  for (const at::Tensor& gradient : flat_gradients(*work.parameters))
    EXPECT_EQ(gradient.abs().max().item<float>(), 0.0F);
}

TEST(OptimizerStep, AdaptersLearnTheSameFromLayersThatAreComputedAgain) {
  Experiment experiment;
  experiment.lora = {.rank = 2, .dropout = 0.2, .target_modules = {"all-linear"}};
  Work kept = work_on(at::kCPU, experiment), again = work_on(at::kCPU, experiment);
  const at::Tensor first = kept.parameters->layers()[1].flat.clone(),
                   base = kept.parameters->find("transformer.wte.weight").clone();
  for (int i = 0; i < 2; ++i) {
    step(kept);
    step(again, {.recompute = Recompute::full});
  }
  for (std::size_t l = 0; l < kept.parameters->layers().size(); ++l)
    EXPECT_TRUE(kept.parameters->layers()[l].flat.equal(again.parameters->layers()[l].flat));
  EXPECT_FALSE(kept.parameters->layers()[1].flat.equal(first));
  EXPECT_TRUE(kept.parameters->find("transformer.wte.weight").equal(base));
}

TEST(OptimizerStep, AStopBetweenMicroBatchesChangesNothing) {
  Work work = work_on(at::kCPU);
  const at::Tensor before = work.parameters->layers()[1].flat.clone();
  std::int64_t num_targets = 0;
  const auto batches = two_batches(work, num_targets);
  EXPECT_FALSE(
      optimizer_step(work.parts(), batches, num_targets, {{}, 1e-3, 1.0}, [] { return false; }));
  EXPECT_TRUE(work.parameters->layers()[1].flat.equal(before));
  for (const at::Tensor& gradient : flat_gradients(*work.parameters))
    EXPECT_EQ(gradient.abs().sum().item<float>(), 0.0F);
}

TEST(OptimizerStep, TheLossIsTheMeanOverTheTargetsOfAllMicroBatches) {
  Work work = work_on(at::kCPU);
  std::int64_t num_targets = 0;
  const auto batches = two_batches(work, num_targets);
  double sum = 0.0;
  for (const Batch& batch : batches)
    sum += work.task->train(*work.model, *work.parameters, batch, 1.0, {}).item<double>();
  work.parameters->zero_gradients();
  const StepValues values = step(work);
  EXPECT_NEAR(values.loss.item<double>(), sum / static_cast<double>(num_targets), 1e-6);
  EXPECT_GT(values.gradient_norm.item<float>(), 0.0F);
  for (const at::Tensor& gradient : flat_gradients(*work.parameters))
    EXPECT_EQ(gradient.abs().sum().item<float>(), 0.0F);
}

}  // namespace
}  // namespace trainyard
