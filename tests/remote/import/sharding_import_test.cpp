// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's ZeRO and PyTorch's FSDP: what becomes of each of their settings.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

// A key of zero_optimization with a value, and what the import says of it or sets.
struct ZeroKey {
  const char* key;
  const char* value;   // as JSON
  const char* answer;  // a message's code, or a field and its value
};

constexpr ZeroKey zero_keys[] = {
    {"stage", "3", "parallel.zero_stage: 3"},
    {"offload_optimizer.device", "\"cpu\"", "parallel.offload_optimizer: true"},
    {"offload_optimizer.device", "\"nvme\"", "import.offload_to"},
    {"offload_optimizer.nvme_path", "\"/local_nvme\"", "import.no_effect"},
    {"offload_optimizer.buffer_count", "4", "import.engine_decides"},
    {"offload_optimizer.pin_memory", "true", "import.always"},
    {"offload_optimizer.pipeline_read", "true", "import.engine_decides"},
    {"offload_optimizer.pipeline_write", "true", "import.engine_decides"},
    {"offload_optimizer.fast_init", "true", "import.engine_decides"},
    {"offload_optimizer.ratio", "0.3", "import.offload_share"},
    {"offload_optimizer.super_offload", "true", "import.engine_decides"},
    {"offload_optimizer.convert_grad_on_cpu", "false", "import.engine_decides"},
    {"offload_optimizer.cpuadam_cores_perc", "0.8", "import.engine_decides"},
    {"offload_param.device", "\"cpu\"", "parallel.offload_parameters: true"},
    {"offload_param.device", "\"nvme\"", "import.offload_to"},
    {"offload_param.nvme_path", "\"/local_nvme\"", "import.no_effect"},
    {"offload_param.buffer_count", "5", "import.engine_decides"},
    {"offload_param.buffer_size", "1e8", "import.engine_decides"},
    {"offload_param.max_in_cpu", "1e9", "import.engine_decides"},
    {"offload_param.pin_memory", "false", "import.always"},
    {"cpu_offload", "true", "parallel.offload_optimizer: true"},
    {"cpu_offload_param", "true", "parallel.offload_parameters: true"},
    {"cpu_offload_params", "true", "parallel.offload_parameters: true"},
    {"cpu_offload_use_pin_memory", "true", "import.always"},
    {"allgather_partitions", "true", "import.engine_decides"},
    {"allgather_bucket_size", "5e8", "import.engine_decides"},
    {"overlap_comm", "false", "import.engine_decides"},
    {"reduce_scatter", "true", "import.engine_decides"},
    {"reduce_bucket_size", "\"auto\"", "import.engine_decides"},
    {"contiguous_gradients", "true", "import.engine_decides"},
    {"round_robin_gradients", "true", "import.engine_decides"},
    {"use_multi_rank_bucket_allreduce", "true", "import.engine_decides"},
    {"sub_group_size", "1e9", "import.engine_decides"},
    {"stage3_max_live_parameters", "1e9", "import.engine_decides"},
    {"stage3_max_reuse_distance", "1e9", "import.engine_decides"},
    {"stage3_prefetch_bucket_size", "\"auto\"", "import.engine_decides"},
    {"prefetch_bucket_size", "5e8", "import.engine_decides"},
    {"stage3_param_persistence_threshold", "\"auto\"", "import.engine_decides"},
    {"stage3_model_persistence_threshold", "1e6", "import.engine_decides"},
    {"stage3_module_granularity_threshold", "100", "import.engine_decides"},
    {"stage3_use_all_reduce_for_fetch_params", "true", "import.engine_decides"},
    {"stage3_allgather_sequential", "true", "import.engine_decides"},
    {"stage3_partition_stream_chunk_size", "1000000", "import.engine_decides"},
    {"stage3_gather_16bit_weights_on_model_save", "\"auto\"", "import.always"},
    {"stage3_gather_fp16_weights_on_model_save", "true", "import.always"},
    {"load_from_fp32_weights", "true", "import.always"},
    {"elastic_checkpoint", "true", "import.always"},
    {"ignore_unused_parameters", "true", "import.engine_decides"},
    {"legacy_stage1", "true", "import.engine_decides"},
    {"memory_efficient_linear", "false", "import.engine_decides"},
    {"pipeline_loading_checkpoint", "true", "import.engine_decides"},
    {"override_module_apply", "true", "import.engine_decides"},
    {"leaf_module.classes", "[\"MoE\"]", "import.engine_decides"},
    {"save_muon_momentum_buffer_in_memory", "true", "import.engine_decides"},
    {"log_trace_cache_warnings", "true", "import.no_effect"},
    {"enable_sanity_checks", "true", "import.no_effect"},
    {"zero_hpz_partition_size", "8", "import.shards_of_all"},
    {"mics_shard_size", "4", "parallel.shard_degree: 4"},
    {"mics_shard_size", "-1", "parallel.shard_degree: null"},
    {"mics_hierarchical_params_gather", "true", "import.engine_decides"},
    {"zero_quantized_weights", "true", "import.not_quantized"},
    {"zero_quantized_nontrainable_weights", "true", "import.not_quantized"},
    {"zero_quantized_gradients", "true", "import.not_quantized"},
    {"zeropp_loco_param.err_beta", "0.8", "import.not_quantized"},
    {"zenflow.topk_ratio", "0.05", "import.zenflow"},
    {"stage4_of_the_future", "true", "import.unknown_key"},
};

// {"zero_optimization": {"stage": 3, "offload_param": {"pin_memory": false}}}
std::string zero_file(const ZeroKey& one) {
  std::string key(one.key), open, close;
  if (const auto dot = key.find('.'); dot != key.npos) {
    open = "\"" + key.substr(0, dot) + "\": {";
    close = "}";
    key.erase(0, dot + 1);
  }
  const std::string stage = key == "stage" ? "" : "\"stage\": 3, ";
  return "{\"zero_optimization\": {" + stage + open + "\"" + key + "\": " + one.value + close +
         "}}";
}

TEST(ImportSharding, AnswersEveryKeyOfZero) {
  for (const ZeroKey& one : zero_keys) {
    const ImportOutcome out = import_text(zero_file(one));
    const std::string answer(one.answer);
    if (const auto colon = answer.find(": "); colon != answer.npos)
      EXPECT_EQ(out.value(answer.substr(0, colon)), answer.substr(colon + 2)) << one.key;
    else
      EXPECT_TRUE(out.is_noted(answer, std::string("zero_optimization.") + one.key))
          << one.key << " " << one.value;
  }
}

// Neither a promise that is not kept nor a number that changes is called idle.
TEST(ImportSharding, NamesWhatChangesNumbers) {
  const ImportOutcome out = import_all(fixtures({"deepspeed_zero1.json"}));
  EXPECT_EQ(out.value("parallel.zero_stage"), "1");
  EXPECT_EQ(out.value("precision.kind"), "fp16");
  EXPECT_EQ(out.value("precision.initial_scale_power"), "10");
  EXPECT_EQ(out.value("precision.loss_scale_window"), "1000000000");
  EXPECT_TRUE(out.is_noted("import.fixed_scale", "fp16.loss_scale"));
  EXPECT_TRUE(out.is_noted("import.no_effect", "fp16.initial_scale_power"));
  EXPECT_TRUE(out.is_noted("import.no_effect", "bf16.immediate_grad_update"));
  EXPECT_TRUE(out.is_noted("import.no_effect", "elasticity.max_train_batch_size"));
  EXPECT_TRUE(out.is_noted("import.engine_decides", "optimizer.params.torch_adam"));
  EXPECT_NE(out.text("import.fp32_sums").find("communication_data_type"), std::string::npos);
  EXPECT_EQ(out.text("import.fp32_sums").find("grad_accum_dtype"), std::string::npos);
  EXPECT_TRUE(out.is_noted("import.other_scaling", "prescale_gradients"));
  EXPECT_TRUE(out.is_noted("import.other_scaling", "gradient_predivide_factor"));
  EXPECT_TRUE(out.is_noted("import.dense_gradients", "sparse_gradients"));
  EXPECT_EQ(out.text("import.no_counterpart"), "");
  EXPECT_EQ(out.text("import.unknown_key"), "");
  const ImportOutcome odd = import_text("{\"fp16\": {\"enabled\": true, \"loss_scale\": 1000}}");
  EXPECT_TRUE(odd.is_noted("import.no_counterpart", "fp16.loss_scale"));
  EXPECT_EQ(odd.value("precision.initial_scale_power"), "16");
}

TEST(ImportSharding, OffloadsWhatTheStageShards) {
  const ImportOutcome second = import_all(fixtures({"deepspeed_zero2_offload.json"}));
  EXPECT_EQ(second.value("parallel.zero_stage"), "2");
  EXPECT_EQ(second.value("parallel.offload_optimizer"), "true");
  EXPECT_EQ(second.value("parallel.offload_parameters"), "false");
  EXPECT_TRUE(second.is_noted("import.parameters_stay", "zero_optimization.offload_param.device"));
  EXPECT_TRUE(second.is_noted("import.engine_decides", "zero_force_ds_cpu_optimizer"));
  const ImportOutcome third = import_all(fixtures({"deepspeed_zero3.json", "run_clm.json"}));
  EXPECT_EQ(third.value("parallel.zero_stage"), "3");
  EXPECT_EQ(third.value("parallel.offload_optimizer"), "false");
  EXPECT_EQ(third.value("parallel.offload_parameters"), "true");
  EXPECT_EQ(third.value("precision.kind"), "bf16");
  EXPECT_EQ(third.value("batch.per_device"), "4");
  EXPECT_EQ(third.text("import.offload_to"),
            "zero_optimization.offload_optimizer.device is not carried over: the engine offloads "
            "to host memory, not to nvme; if that is large enough, set "
            "parallel.offload_optimizer\n");
  const ImportOutcome old = import_text("{\"zero_optimization\": true}");
  EXPECT_EQ(old.value("parallel.zero_stage"), "1");
}

// A row of notes for what asks nothing of the user, however many keys there are.
TEST(ImportSharding, JoinsKeysWithOneAnswer) {
  const ImportOutcome out = import_all(fixtures({"deepspeed_zero3.json"}));
  for (const char* code : {"import.engine_decides", "import.always", "import.no_effect"})
    EXPECT_EQ(std::count_if(out.imported.notes.begin(), out.imported.notes.end(),
                            [&](const Diagnostic& note) {
                              return note.code == code && note.severity == Severity::info;
                            }),
              1)
        << code;
  EXPECT_EQ(out.imported.notes.front().severity, Severity::warning);
}

TEST(ImportSharding, ReadsFsdpOfAccelerate) {
  const ImportOutcome hybrid = import_all(fixtures({"accelerate_fsdp.yaml"}));
  EXPECT_EQ(hybrid.value("parallel.zero_stage"), "3");
  EXPECT_EQ(hybrid.value("parallel.recompute"), "full");
  EXPECT_EQ(hybrid.value("parallel.offload_parameters"), "false");
  EXPECT_EQ(hybrid.value("precision.kind"), "bf16");
  EXPECT_EQ(hybrid.value("parallel.shard_degree"), "8");  // the processes of a node
  EXPECT_EQ(hybrid.text("import.shards_of_all"), "");
  for (const char* key : {"auto_wrap_policy", "backward_prefetch", "cpu_ram_efficient_loading",
                          "forward_prefetch", "state_dict_type", "sync_module_states",
                          "transformer_layer_cls_to_wrap", "use_orig_params"})
    EXPECT_TRUE(hybrid.is_noted("import.engine_decides", std::string("fsdp_config.fsdp_") + key))
        << key;
  const ImportOutcome second = import_all(fixtures({"accelerate_fsdp2.yaml"}));
  EXPECT_EQ(second.value("parallel.zero_stage"), "3");
  EXPECT_EQ(second.value("parallel.recompute"), "full");
  EXPECT_EQ(second.value("parallel.offload_activations"), "true");
  EXPECT_EQ(second.value("parallel.offload_optimizer"), "true");
  EXPECT_EQ(second.value("parallel.offload_parameters"), "true");
}

TEST(ImportSharding, ReadsStrategiesOfBothVersions) {
  struct Strategy {
    const char* settings;
    const char* stage;
    const char* degree;  // the processes of a node; "some": a note says that there is none
  };
  constexpr Strategy strategies[] = {
      {"fsdp_sharding_strategy: 2", "2", "null"},
      {"fsdp_sharding_strategy: HYBRID_SHARD_ZERO2", "2", "4"},
      {"fsdp_sharding_strategy: 5", "2", "4"},
      {"fsdp_reshard_after_forward: SHARD_GRAD_OP", "2", "null"},
      {"fsdp_reshard_after_forward: false", "2", "null"},
      {"fsdp_reshard_after_forward: full", "3", "null"},
      {"fsdp_version: 2, fsdp_reshard_after_forward: 8", "3", "some"},
      {"fsdp_version: 2, fsdp_reshard_after_forward: false, fsdp_sharding_strategy: FULL_SHARD",
       "2", "null"},
      {"fsdp_version: 1, fsdp_reshard_after_forward: SHARD_GRAD_OP, fsdp_sharding_strategy: "
       "FULL_SHARD",
       "3", "null"}};
  for (const Strategy& one : strategies) {
    const ImportOutcome out =
        import_text("distributed_type: FSDP\nnum_processes: 8\nnum_machines: 2\nfsdp_config: {" +
                    std::string(one.settings) + "}\n");
    EXPECT_EQ(out.value("parallel.zero_stage"), one.stage) << one.settings;
    const bool is_noted = one.degree == std::string("some");
    EXPECT_EQ(out.value("parallel.shard_degree"), is_noted ? "null" : one.degree) << one.settings;
    EXPECT_EQ(!out.text("import.shards_of_all").empty(), is_noted) << one.settings;
  }
  const ImportOutcome alone = import_text(
      "distributed_type: FSDP\nnum_processes: 8\nfsdp_config: {fsdp_sharding_strategy: "
      "HYBRID_SHARD}\n");
  EXPECT_EQ(alone.value("parallel.shard_degree"), "null");  // one node is the only group
  EXPECT_EQ(alone.text("import.shards_of_all"), "");
  const ImportOutcome both = import_text(
      "distributed_type: FSDP\nfsdp_config: {fsdp_version: 2, fsdp_reshard_after_forward: false, "
      "fsdp_sharding_strategy: FULL_SHARD}\n");
  EXPECT_TRUE(both.is_noted("import.overruled", "fsdp_config.fsdp_sharding_strategy"));
  const ImportOutcome odd = import_text(
      "distributed_type: FSDP\nfsdp_config: {fsdp_sharding_strategy: SOME, fsdp_new: 1}\n");
  EXPECT_EQ(odd.value("parallel.zero_stage"), "0");
  EXPECT_TRUE(odd.is_noted("import.no_counterpart", "fsdp_config.fsdp_sharding_strategy"));
  EXPECT_TRUE(odd.is_noted("import.unknown_key", "fsdp_config.fsdp_new"));
}

TEST(ImportSharding, ReadsFsdpOfTrainer) {
  const ImportOutcome out = import_all(fixtures({"trainer_fsdp.json"}));
  EXPECT_EQ(out.value("parallel.zero_stage"), "2");
  EXPECT_EQ(out.value("parallel.offload_optimizer"), "true");
  EXPECT_EQ(out.value("parallel.offload_parameters"), "false");
  EXPECT_TRUE(out.is_noted("import.optimizer_alone", "fsdp"));
  EXPECT_TRUE(out.is_noted("import.engine_decides", "fsdp_config.limit_all_gathers"));
  EXPECT_TRUE(out.is_noted("import.tpu_only", "fsdp_config.xla_fsdp_v2"));
  EXPECT_TRUE(out.is_noted("import.tpu_only", "fsdp_config.xla_fsdp_settings.compute_dtype"));
  const std::string program = "python run_clm.py --seed 1 ";
  EXPECT_EQ(import_text(program + "--fsdp --fsdp_config '{\"reshard_after_forward\": false}'")
                .value("parallel.zero_stage"),
            "2");
  EXPECT_EQ(import_text(program + "--fsdp hybrid_shard_zero2").value("parallel.zero_stage"), "2");
  const ImportOutcome named =
      import_all({{"run.sh", program + "--fsdp true --fsdp_config fsdp.json"},
                  {"fsdp.json", "{\"version\": 2, \"cpu_offload\": true}"}});
  EXPECT_EQ(named.value("parallel.offload_parameters"), "true");
  EXPECT_EQ(named.text("import.needs_file"), "");
  EXPECT_EQ(import_all({{"fsdp.json", "{\"reshard_after_forward\": false, \"version\": 2}"}})
                .value("parallel.zero_stage"),
            "2");
  EXPECT_TRUE(import_text(program + "--fsdp true --fsdp_config fsdp.json")
                  .is_noted("import.needs_file", "--fsdp_config"));
  // The Trainer looks at fsdp_config only where fsdp is given.
  const ImportOutcome off = import_text(
      "seed: 1\noutput_dir: o\nfsdp: []\nfsdp_config: {activation_checkpointing: true, xla: "
      "false}\n");
  EXPECT_EQ(off.value("parallel.recompute"), "none");
  EXPECT_EQ(off.value("parallel.zero_stage"), "0");
  EXPECT_TRUE(off.is_noted("import.no_effect", "fsdp_config.activation_checkpointing"));
}

TEST(ImportSharding, ReadsDeepSpeedInAnArgument) {
  const ImportOutcome out = import_text(
      "python run_clm.py --seed 1 --deepspeed '{\"zero_optimization\": {\"stage\": 2}}'");
  EXPECT_EQ(out.value("parallel.zero_stage"), "2");
  EXPECT_EQ(out.text("import.needs_file"), "");
}

}  // namespace
}  // namespace trainyard
