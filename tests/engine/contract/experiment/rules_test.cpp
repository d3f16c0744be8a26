// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/rules.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/contract/experiment/reader.h"

namespace trainyard {
namespace {

struct Case {
  std::vector<std::string> overrides;
  std::string code;
  std::string path;
  Severity severity;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.code; }

std::vector<Diagnostic> findings(const std::vector<std::string>& overrides) {
  return read_experiment("name: a\ndata: {train: [x]}\n", "e.yaml", overrides).diagnostics;
}

class Rule : public testing::TestWithParam<Case> {};

TEST_P(Rule, IsBroken) {
  const auto found = findings(GetParam().overrides);
  const auto one = std::find_if(found.begin(), found.end(),
                                [](const Diagnostic& d) { return d.code == GetParam().code; });
  ASSERT_NE(one, found.end()) << (found.empty() ? "nothing found" : to_line(found.front()));
  EXPECT_EQ(one->path, GetParam().path);
  EXPECT_EQ(one->severity, GetParam().severity);
  // The text of a pattern has braces.
  const bool has_own_braces = one->code == "rule.metrics_pattern";
  EXPECT_TRUE(has_own_braces || one->text.find('{') == std::string::npos) << one->text;
}

INSTANTIATE_TEST_SUITE_P(
    All, Rule,
    testing::Values(
        Case{{"data.sequence_length=1025"},
             "rule.sequence_length",
             "data.sequence_length",
             Severity::error},
        Case{{"data.sequence_length=65", "model.overrides.n_positions=64"},
             "rule.sequence_length",
             "data.sequence_length",
             Severity::error},
        Case{{"model.kind=llama", "data.sequence_length=65",
              "model.overrides.max_position_embeddings=64"},
             "rule.sequence_length",
             "data.sequence_length",
             Severity::error},
        Case{{"model.kind=mamba", "task.kind=instruction_tuning", "instructions.packing=ffd"},
             "rule.state_passes",
             "instructions.packing",
             Severity::error},
        Case{{"model.kind=mamba", "task.kind=instruction_tuning", "instructions.padding_free=true"},
             "rule.state_passes",
             "instructions.padding_free",
             Severity::error},
        Case{{"model.overrides.n_layer=0"},
             "rule.override_number",
             "model.overrides",
             Severity::error},
        Case{{"model.overrides.n_layer=four"},
             "rule.override_number",
             "model.overrides",
             Severity::error},
        Case{{"lora.rank=8"}, "rule.lora_pretrained", "lora.rank", Severity::error},
        Case{{"model.resize_vocabulary=true"},
             "rule.resize_pretrained",
             "model.resize_vocabulary",
             Severity::warning},
        Case{{"model.resize_vocabulary=true", "model.pretrained=folder", "model.overrides={}",
              "lora.rank=8"},
             "rule.lora_resized",
             "model.resize_vocabulary",
             Severity::error},
        Case{{"model.overrides.n_head=5"}, "rule.heads", "model.overrides", Severity::error},
        Case{{"batch.per_device=65536", "batch.gradient_accumulation_steps=65536"},
             "rule.global_batch",
             "batch.per_device",
             Severity::error},
        Case{{"batch.global=12", "resources.processes_per_node=8"},
             "rule.global_not_divided",
             "batch.global",
             Severity::error},
        Case{{"batch.global=16", "batch.gradient_accumulation_steps=2"},
             "rule.accumulation_unused",
             "batch.gradient_accumulation_steps",
             Severity::warning},
        Case{{"resources.gpus_per_node=2", "resources.processes_per_node=3"},
             "rule.processes_gpus",
             "resources.processes_per_node",
             Severity::error},
        Case{{"resources.gpus_per_node=4", "resources.processes_per_node=1"},
             "rule.idle_gpus",
             "resources.processes_per_node",
             Severity::warning},
        Case{{"schedule.warmup_steps=11", "training.max_steps=10"},
             "rule.warmup",
             "schedule.warmup_steps",
             Severity::warning},
        Case{{"schedule.warmup_steps=1", "schedule.warmup_ratio=0.1"},
             "rule.warmup_twice",
             "schedule.warmup_ratio",
             Severity::error},
        Case{{"schedule.kind=constant", "schedule.warmup_ratio=0.1"},
             "rule.warmup_unused",
             "schedule.kind",
             Severity::warning},
        Case{{"schedule.minimum_learning_rate=1e-3", "optimizer.learning_rate=1e-4"},
             "rule.minimum_learning_rate",
             "schedule.minimum_learning_rate",
             Severity::error},
        Case{{"schedule.kind=warmup_stable_decay", "schedule.warmup_steps=6",
              "schedule.decay_steps=5", "training.max_steps=10"},
             "rule.decay_steps",
             "schedule.decay_steps",
             Severity::warning},
        Case{{"evaluation.every_steps=null", "evaluation.early_stopping_patience=2"},
             "rule.early_stopping",
             "evaluation.early_stopping_patience",
             Severity::error},
        Case{{"evaluation.every_steps=null"},
             "rule.save_best",
             "checkpoint.save_best",
             Severity::info},
        Case{{"data.validation_split_ratio=0"},
             "rule.no_validation",
             "evaluation.every_steps",
             Severity::error},
        Case{{"data.train=[]"}, "rule.data_train", "data.train", Severity::error},
        Case{{"data.kind=prepared"}, "rule.data_path", "data.path", Severity::error},
        Case{{"data.kind=prepared", "data.path=p"},
             "rule.data_unused",
             "data.train",
             Severity::warning},
        Case{{"task.kind=instruction_tuning", "instructions.mixture=m.yaml", "data.test=[t.jsonl]"},
             "rule.mixture_tests",
             "data.test",
             Severity::error},
        Case{{"task.kind=instruction_tuning", "instructions.mixture=m.yaml", "data.train=a.jsonl"},
             "rule.mixture_files",
             "data.train",
             Severity::warning},
        Case{{"task.kind=instruction_tuning", "instructions.mixture=m.yaml", "data.train=[]",
              "data.validation=a.jsonl"},
             "rule.mixture_files",
             "data.validation",
             Severity::warning},
        Case{{"task.kind=instruction_tuning", "instructions.mixture=m.yaml",
              "data.temporal_test=[t.jsonl]"},
             "rule.mixture_tests",
             "data.temporal_test",
             Severity::error},
        Case{{"data.path=p"}, "rule.data_unused", "data.path", Severity::warning},
        Case{{"command.arguments=[a]"}, "rule.command_unused", "workload", Severity::warning},
        Case{{"parallel.offload_optimizer=true"},
             "rule.offload_stage",
             "parallel.offload_optimizer",
             Severity::error},
        Case{{"parallel.offload_parameters=true", "parallel.zero_stage=2"},
             "rule.offload_stage",
             "parallel.offload_parameters",
             Severity::error},
        Case{{"parallel.zero_stage=3", "parallel.shard_degree=4", "resources.processes_per_node=6"},
             "rule.shard_degree",
             "parallel.shard_degree",
             Severity::error},
        Case{{"parallel.shard_degree=2", "resources.processes_per_node=4"},
             "rule.shard_degree_unused",
             "parallel.shard_degree",
             Severity::warning},
        Case{
            {"data.streaming=true"}, "rule.streaming_steps", "training.max_steps", Severity::error},
        Case{
            {"data.streaming=true"}, "rule.streaming_tokenizer", "data.tokenizer", Severity::error},
        Case{{"data.streaming=true"},
             "rule.streaming_split",
             "data.validation_split_ratio",
             Severity::error},
        Case{{"data.streaming=true", "data.sentences=punkt"},
             "rule.streaming_whole",
             "data.sentences",
             Severity::error},
        Case{{"data.streaming=true", "batch.group_by_length=true"},
             "rule.streaming_whole",
             "batch.group_by_length",
             Severity::error},
        Case{{"parallel.zero_stage=1"},
             "rule.zero_single",
             "parallel.zero_stage",
             Severity::warning},
        Case{{"precision.kind=pure_bf16", "optimizer.kind=adafactor"},
             "rule.pure_bf16_optimizer",
             "optimizer.kind",
             Severity::error},
        Case{{"precision.kind=fp16"}, "rule.fp16_processor", "precision.kind", Severity::error},
        Case{{"resources.gpu_type=a100"}, "rule.gpu_type", "resources.gpu_type", Severity::warning},
        Case{{"resources.time_limit=0"},
             "rule.time_limit_zero",
             "resources.time_limit",
             Severity::error},
        Case{{"restart.on_time_limit=true"},
             "rule.restart_time_limit",
             "restart.on_time_limit",
             Severity::warning},
        Case{{"resources.time_limit=10", "restart.signal_before_end_seconds=300"},
             "rule.signal_too_early",
             "restart.signal_before_end_seconds",
             Severity::warning},
        Case{{"resources.array=5-2"}, "rule.array", "resources.array", Severity::error},
        Case{{"resources.array=0-9%0"}, "rule.array", "resources.array", Severity::error},
        Case{{"resources.array=0-9999999"}, "rule.array_size", "resources.array", Severity::error},
        Case{{"resources.extra_directives=[--time=1]"},
             "rule.directive_owned",
             "resources.extra_directives",
             Severity::error},
        Case{{"workload=command", "command.metrics_pattern=step {step}"},
             "rule.metrics_pattern",
             "command.metrics_pattern",
             Severity::error},
        Case{{"workload=script", "script.metrics_pattern='{a}{b}'"},
             "rule.metrics_pattern",
             "script.metrics_pattern",
             Severity::error},
        Case{{"logging.rules=[stop when loss > 3, notify when loss]"},
             "metric_rule.no_comparison",
             "logging.rules",
             Severity::error},
        Case{{"workload=script", "logging.rules=[loss > 3 for 0 points]"},
             "metric_rule.points",
             "logging.rules",
             Severity::error},
        Case{{"environment.conda=a", "environment.venv=b"},
             "rule.environment_both",
             "environment.venv",
             Severity::error},
        Case{{"environment.variables.RANK=1"},
             "rule.variable_reserved",
             "environment.variables",
             Severity::error}));

TEST(Rules, AreSilentWhenKept) {
  const std::vector<std::vector<std::string>> cases{
      {},
      {"data.sequence_length=1024"},
      {"data.sequence_length=4096", "model.overrides.n_positions=4096"},
      {"data.sequence_length=4096", "model.pretrained=folder"},
      {"schedule.warmup_steps=10", "training.max_steps=10"},
      {"schedule.warmup_steps=0", "schedule.warmup_ratio=0.1", "schedule.kind=warmup_lr"},
      {"schedule.kind=warmup_stable_decay", "schedule.warmup_steps=5", "schedule.decay_steps=5",
       "training.max_steps=10"},
      {"resources.gpus_per_node=2", "precision.kind=fp16", "resources.gpu_type=a100"},
      {"resources.time_limit=1-0", "restart.on_time_limit=true"},
      {"resources.array=0-9:2%3"},
      {"resources.extra_directives=[--constraint=a100, --exclusive]"},
      {"workload=command", "data.train=[]", "precision.kind=fp16", "evaluation.every_steps=null",
       "data.sequence_length=9999"},
      {"workload=command", "data.train=[]", "command.launcher=none", "resources.nodes=2"},
      {"resources.time_limit=1"},
      {"logging.rules=[stop when eval/loss > 3 for 20 points, loss is not finite]"},
      {"data.kind=prepared", "data.path=p", "data.train=[]"}};
  for (const auto& overrides : cases) {
    const auto found = findings(overrides);
    EXPECT_TRUE(found.empty()) << to_line(found.front());
  }
}

TEST(Counts, ProcessesAndGlobalBatch) {
  Experiment experiment;
  EXPECT_EQ(processes_per_node(experiment), 1);
  EXPECT_EQ(global_batch(experiment), 8);
  experiment.resources.gpus_per_node = 4;
  experiment.resources.nodes = 2;
  experiment.batch.gradient_accumulation_steps = 3;
  EXPECT_EQ(processes_per_node(experiment), 4);
  EXPECT_EQ(global_batch(experiment), 8 * 3 * 4 * 2);
  experiment.resources.processes_per_node.number = 2;
  EXPECT_EQ(processes_per_node(experiment), 2);
}

TEST(Counts, AGlobalBatchIsSharedByAnyNumberOfProcesses) {
  Experiment experiment;
  experiment.batch.per_device = 4;
  experiment.batch.global = 16;
  struct Share {
    std::int64_t ranks, per_device, accumulation;
  };
  for (const Share& share : {Share{1, 4, 4}, Share{2, 4, 2}, Share{4, 4, 1}, Share{8, 2, 1}}) {
    const auto shape = batch_shape(experiment, share.ranks);
    ASSERT_TRUE(shape) << share.ranks;
    EXPECT_EQ(shape->per_device, share.per_device) << share.ranks;
    EXPECT_EQ(shape->accumulation, share.accumulation) << share.ranks;
  }
  EXPECT_EQ(global_batch(experiment), 16);
  experiment.batch.global.reset();
  EXPECT_EQ(batch_shape(experiment, 3)->accumulation, 1);
}

TEST(Counts, AShareIsTakenInEqualPiecesOfAtMostABatch) {
  struct Pieces {
    std::int64_t global, per_device, ranks, size, count;
  };
  for (const Pieces& wish : {Pieces{6, 4, 1, 3, 2}, Pieces{18, 8, 1, 6, 3}, Pieces{14, 4, 2, 1, 7},
                             Pieces{20, 4, 2, 2, 5}, Pieces{7, 8, 1, 7, 1}}) {
    Experiment experiment;
    experiment.batch.per_device = wish.per_device;
    experiment.batch.global = wish.global;
    const auto shape = batch_shape(experiment, wish.ranks);
    ASSERT_TRUE(shape) << wish.global;
    EXPECT_EQ(shape->per_device, wish.size) << wish.global;
    EXPECT_EQ(shape->accumulation, wish.count) << wish.global;
  }
}

TEST(Counts, AGlobalBatchThatCannotBeSharedNamesTheNearestThatCan) {
  struct Wish {
    std::int64_t global, ranks, nearest;
  };
  for (const Wish& wish :
       {Wish{10, 4, 8}, Wish{15, 4, 16}, Wish{2, 4, 4}, Wish{33, 4, 32}, Wish{41, 4, 40}}) {
    Experiment experiment;
    experiment.batch.per_device = 4;
    experiment.batch.global = wish.global;
    const auto shape = batch_shape(experiment, wish.ranks);
    ASSERT_FALSE(shape) << wish.global;
    EXPECT_EQ(shape.error().code, "rule.global_not_divided");
    EXPECT_EQ(get<std::int64_t>(shape.error().arguments, "nearest"), wish.nearest) << wish.global;
    experiment.batch.global = wish.nearest;
    EXPECT_TRUE(batch_shape(experiment, wish.ranks)) << wish.nearest;
  }
}

TEST(Counts, TheWarningFitsTheTimeLimit) {
  EXPECT_EQ(warning_seconds(120, std::nullopt), 120);
  EXPECT_EQ(warning_seconds(120, "1"), 15) << "120 s would end it at its start";
  EXPECT_EQ(warning_seconds(20, "1"), 20);
  EXPECT_EQ(warning_seconds(120, "1:00:00"), 120);
}

TEST(Executable, BertLearnsHiddenTokensAndDecodersTheNext) {
  Experiment experiment;
  experiment.task.kind = TaskKind::masked_language_modeling;
  ASSERT_EQ(check_executable(experiment).size(), 1u);
  EXPECT_NE(check_executable(experiment)[0].text.find("causal_language_modeling"),
            std::string::npos);
  experiment.model.kind = ModelKind::bert;
  EXPECT_TRUE(check_executable(experiment).empty());
  experiment.task.kind = TaskKind::causal_language_modeling;
  EXPECT_EQ(check_executable(experiment).size(), 1u);
}

TEST(Executable, NamesWhatThisVersionDoesNotRun) {
  Experiment experiment;
  EXPECT_TRUE(check_executable(experiment).empty());
  experiment.model.kind = ModelKind::bert;
  experiment.task.kind = TaskKind::instruction_tuning;
  experiment.parallel = {.zero_stage = 3, .offload_optimizer = true, .offload_parameters = true};
  const auto found = check_executable(experiment);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].path, "task.kind");
  EXPECT_NE(found[0].text.find("masked_language_modeling"), std::string::npos) << found[0].text;
  EXPECT_TRUE(has_errors(found));
  experiment.workload = Workload::command;
  EXPECT_TRUE(check_executable(experiment).empty());
}

}  // namespace
}  // namespace trainyard
