// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/accelerate.h"

#include "remote/import/key_table.h"

namespace trainyard {
namespace {

Value as_precision(const Value& value) {
  const std::string word = word_of(value);
  return word == "bf16" || word == "fp16" ? Value(word) : Value();
}

// FSDP's strategies shard the same as these ZeRO stages.
Value as_stage(const Value& value) {
  const std::string word = word_of(value);
  if (word == "full_shard" || word == "1" || word == "hybrid_shard" || word == "4") return 3;
  if (word == "shard_grad_op" || word == "2") return 2;
  return Value();
}

Value as_recompute(const Value& value) { return truth_of(value) ? Value("full") : Value(); }

Value as_offloaded(const Value& value) {
  const auto truth = truth_of(value);
  return truth ? Value(*truth) : Value();
}

constexpr KeyRow kAccelerateRows[] = {
    {"mixed_precision", Use::field, "no|false", "precision.kind", as_precision},
    {"num_processes", Use::combined},
    {"num_machines", Use::combined},
    {"use_cpu", Use::combined},
    {"cpu", Use::combined},
    {"distributed_type", Use::combined},
    {"config_file", Use::combined},
    {"deepspeed_config_file", Use::combined},
    {"zero3_init_flag", Use::no_effect, "true|false"},
    {"zero3_save_16bit_model", Use::no_effect, "true|false"},
    {"deepspeed_hostfile", Use::no_effect},
    {"deepspeed_multinode_launcher", Use::no_effect, "standard"},
    {"deepspeed_exclusion_filter", Use::no_effect},
    {"deepspeed_inclusion_filter", Use::no_effect},
    {"deepspeed_moe_layer_cls_names", Use::no_effect},
    {"fsdp_config.fsdp_sharding_strategy", Use::field, "no_shard|3", "parallel.zero_stage",
     as_stage},
    {"fsdp_config.fsdp_reshard_after_forward", Use::combined},
    {"fsdp_config.fsdp_version", Use::combined},
    {"fsdp_config.fsdp_offload_params", Use::field, "false", "parallel.offload_parameters",
     as_offloaded},
    {"fsdp_config.fsdp_activation_checkpointing", Use::field, "false", "parallel.recompute",
     as_recompute},
    {"fsdp_config.*", Use::no_effect},
    {"megatron_lm_config.*", Use::no_counterpart},
    {"fp8_config.*", Use::no_counterpart},
    {"parallelism_config.*", Use::no_counterpart},
    {"downcast_bf16", Use::no_counterpart, "no|false"},
    {"dynamo_config.*", Use::no_effect},
    {"dynamo_backend", Use::no_effect, "no|false"},
    {"compute_environment", Use::no_effect, "local_machine"},
    {"debug", Use::no_effect, "false"},
    {"gpu_ids", Use::no_effect, "all"},
    {"machine_rank", Use::no_effect, "0"},
    {"main_process_ip", Use::no_effect},
    {"main_process_port", Use::no_effect},
    {"main_training_function", Use::no_effect, "main"},
    {"rdzv_backend", Use::no_effect, "static"},
    {"rdzv_conf", Use::no_effect},
    {"same_network", Use::no_effect, "true|false"},
    {"enable_cpu_affinity", Use::no_effect, "false"},
    {"ipex_config.*", Use::no_effect},
    {"mpirun_config.*", Use::no_effect},
    {"commands", Use::no_effect},
    {"command_file", Use::no_effect},
    {"tpu_env", Use::no_effect},
    {"tpu_name", Use::no_effect},
    {"tpu_zone", Use::no_effect},
    {"tpu_use_cluster", Use::no_effect, "false"},
    {"tpu_use_sudo", Use::no_effect, "false"},
    {"use_deepspeed", Use::no_effect, "true|false"},
    {"use_fsdp", Use::combined},
    {"multi_gpu", Use::no_effect, "true|false"},
    {"module", Use::no_effect, "true|false"},
    {"num_cpu_threads_per_process", Use::no_effect},
    {"max_restarts", Use::no_effect, "0"},
    {"monitor_interval", Use::no_effect},
    {"log_dir", Use::no_effect},
    {"tee", Use::no_effect},
    {"role", Use::no_effect},
    {"quiet", Use::no_effect},
};

// accelerate's names for DeepSpeed's settings.
constexpr std::pair<std::string_view, const char*> kDeepSpeedWords[] = {
    {"zero_stage", "zero_optimization.stage"},
    {"offload_optimizer_device", "zero_optimization.offload_optimizer.device"},
    {"offload_param_device", "zero_optimization.offload_param.device"},
    {"gradient_accumulation_steps", "gradient_accumulation_steps"},
    {"gradient_clipping", "gradient_clipping"},
};

const char* deepspeed_word(std::string_view key) {
  for (const auto& [word, theirs] : kDeepSpeedWords)
    if (word == key) return theirs;
  return nullptr;
}

// FSDP uses full sharding by default; version 2 has a boolean for whether parameters are resharded
// after the forward pass.
void carry_sharding(const Settings& settings, Draft& draft) {
  const Setting* kind = find_setting(settings, "distributed_type");
  const Setting* asked = find_setting(settings, "use_fsdp");
  const bool is_kind = kind && word_of(kind->value) == "fsdp";
  const bool is_asked = asked && truth_of(asked->value).value_or(false);
  if (!is_kind && !is_asked) return;
  if (find_setting(settings, "fsdp_config.fsdp_sharding_strategy")) return;
  const Origin origin = is_kind ? kind->origin : asked->origin;
  const Setting* again = find_setting(settings, "fsdp_config.fsdp_reshard_after_forward");
  if (!again) return draft.set("parallel.zero_stage", 3, origin);
  const auto truth = truth_of(again->value);
  const Value stage = truth ? Value(*truth ? 3 : 2) : as_stage(again->value);
  if (!stage.is_null()) return draft.set("parallel.zero_stage", stage, again->origin);
  if (word_of(again->value) != "no_shard")
    draft.note("import.no_counterpart", again->origin, {{"found", shortened(again->value)}});
}

}  // namespace

bool is_accelerate(const Settings& settings) {
  for (const char* key : {"compute_environment", "distributed_type", "num_machines",
                          "main_training_function", "mixed_precision"})
    if (find_setting(settings, key)) return true;
  return false;
}

std::string_view accelerate_key(std::string_view key) {
  constexpr std::string_view prefix = "deepspeed_config.";
  if (key.starts_with(prefix)) key.remove_prefix(prefix.size());
  return key;
}

namespace {
// --fsdp_offload_params on the command line is fsdp_config.fsdp_offload_params in the file.
std::string long_key(std::string_view key) {
  key = accelerate_key(key);
  return (key.starts_with("fsdp_") && !key.starts_with("fsdp_config") ? "fsdp_config." : "") +
         std::string(key);
}
}  // namespace

void carry_accelerate(const Settings& settings, Settings& deepspeed, ProcessCounts& counts,
                      Draft& draft) {
  Settings others;
  for (const Setting& setting : settings) {
    const std::string key = long_key(setting.key);
    if (const char* theirs = deepspeed_word(key))
      deepspeed.push_back({theirs, setting.value, setting.origin});
    else
      others.push_back({key, setting.value, setting.origin});
  }
  carry_over(kAccelerateRows, others, draft);
  carry_sharding(others, draft);
  for (const Setting& setting : others) {
    if (setting.key == "num_processes") take_count(counts.processes, setting, draft);
    if (setting.key == "num_machines") take_count(counts.nodes, setting, draft);
    const bool is_processor = setting.key == "use_cpu" || setting.key == "cpu";
    if ((is_processor && truth_of(setting.value).value_or(false)) ||
        (setting.key == "distributed_type" && word_of(setting.value) == "multi_cpu"))
      counts.processor = setting.origin;
  }
}

}  // namespace trainyard
