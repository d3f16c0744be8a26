#include "engine/train/optimizer_step.h"

#include <map>

#include <ATen/record_function.h>
#include <gtest/gtest.h>

#include "engine/model/adapters.h"
#include "engine/model/meta_kernels.h"
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

std::vector<MicroBatch> two_micro_batches(const Task& task, std::int64_t& num_targets) {
  std::vector<MicroBatch> batches{rows_of(random_ids(kVocabulary, {kRows, kLength})),
                                  rows_of(random_ids(kVocabulary, {1, kLength}), 7)};
  num_targets = 0;
  for (MicroBatch& batch : batches)
    batch.row_labels.resize(static_cast<std::size_t>(batch.num_rows * task.labels_per_row()));
  for (const MicroBatch& batch : batches) num_targets += task.num_targets(batch);
  return batches;
}

StepValues step(Work& work, bool recompute = false) {
  std::int64_t num_targets = 0;
  const auto batches = two_micro_batches(*work.task, num_targets);
  return *optimizer_step(work.parts(), batches, num_targets, {{.recompute = recompute}, 1e-3, 1.0},
                         [] { return true; });
}

// On the meta device there are no values: whatever read one would throw.
TEST(OptimizerStep, RunsWithoutAValue) {
  use_meta_kernels();
  const auto run = [](const Experiment& experiment) {
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16})
      for (const bool recompute : {false, true}) {
        Work work = work_on(at::kMeta, experiment, type);
        const StepValues values = step(work, recompute);
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

TEST(OptimizerStep, AScaledLossGivesTheSameWeights) {
  Work plain = work_on(at::kCPU), scaled = work_on(at::kCPU);
  std::int64_t num_targets = 0;
  const auto batches = two_micro_batches(*plain.task, num_targets);
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
  const auto batches = two_micro_batches(*work.task, num_targets);
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
    step(again, true);
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
  const auto batches = two_micro_batches(*work.task, num_targets);
  EXPECT_FALSE(
      optimizer_step(work.parts(), batches, num_targets, {{}, 1e-3, 1.0}, [] { return false; }));
  EXPECT_TRUE(work.parameters->layers()[1].flat.equal(before));
  for (const at::Tensor& gradient : flat_gradients(*work.parameters))
    EXPECT_EQ(gradient.abs().sum().item<float>(), 0.0F);
}

TEST(OptimizerStep, TheLossIsTheMeanOverTheTargetsOfAllMicroBatches) {
  Work work = work_on(at::kCPU);
  std::int64_t num_targets = 0;
  const auto batches = two_micro_batches(*work.task, num_targets);
  double sum = 0.0;
  for (const MicroBatch& batch : batches)
    sum +=
        work.task->train(*work.model, *work.parameters, work.task->batch(batch, at::kCPU), 1.0, {})
            .item<double>();
  work.parameters->zero_gradients();
  const StepValues values = step(work);
  EXPECT_NEAR(values.loss.item<double>(), sum / static_cast<double>(num_targets), 1e-6);
  EXPECT_GT(values.gradient_norm.item<float>(), 0.0F);
  for (const at::Tensor& gradient : flat_gradients(*work.parameters))
    EXPECT_EQ(gradient.abs().sum().item<float>(), 0.0F);
}

}  // namespace
}  // namespace trainyard
