// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/accelerate.h"

#include "remote/import/fsdp.h"
#include "remote/import/key_table.h"

namespace trainyard {
namespace {

Value as_precision(const Value& value) {
  const std::string word = word_of(value);
  return word == "bf16" || word == "fp16" ? Value(word) : Value();
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
    {"zero3_init_flag", Use::engine_decides},
    {"zero3_save_16bit_model", Use::always},
    {"deepspeed_hostfile", Use::no_effect},
    {"deepspeed_multinode_launcher", Use::no_effect, "standard"},
    {"deepspeed_exclusion_filter", Use::no_effect},
    {"deepspeed_inclusion_filter", Use::no_effect},
    {"deepspeed_moe_layer_cls_names", Use::engine_decides},
    {"fsdp_config", Use::combined},
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
    {"offload_optimizer_nvme_path", "zero_optimization.offload_optimizer.nvme_path"},
    {"offload_param_device", "zero_optimization.offload_param.device"},
    {"offload_param_nvme_path", "zero_optimization.offload_param.nvme_path"},
    {"gradient_accumulation_steps", "gradient_accumulation_steps"},
    {"gradient_clipping", "gradient_clipping"},
};

const char* deepspeed_word(std::string_view key) {
  for (const auto& [word, theirs] : kDeepSpeedWords)
    if (word == key) return theirs;
  return nullptr;
}

// What turns FSDP on; null: nothing does.
const Setting* asks_for_fsdp(const Settings& settings) {
  const Setting* kind = find_setting(settings, "distributed_type");
  if (kind && word_of(kind->value) == "fsdp") return kind;
  const Setting* asked = find_setting(settings, "use_fsdp");
  return asked && truth_of(asked->value).value_or(false) ? asked : nullptr;
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
    else if (!key.starts_with("fsdp_config."))
      others.push_back({key, setting.value, setting.origin});
  }
  carry_over(kAccelerateRows, others, draft);
  for (const Setting& setting : others) {
    if (setting.key == "num_processes") take_count(counts.processes, setting, draft);
    if (setting.key == "num_machines") take_count(counts.nodes, setting, draft);
    const bool is_processor = setting.key == "use_cpu" || setting.key == "cpu";
    if ((is_processor && truth_of(setting.value).value_or(false)) ||
        (setting.key == "distributed_type" && word_of(setting.value) == "multi_cpu"))
      counts.processor = setting.origin;
  }
}

void carry_accelerate_fsdp(const Settings& settings, Draft& draft) {
  Settings fsdp;
  for (const Setting& setting : settings)
    if (const std::string key = long_key(setting.key); key.starts_with("fsdp_config."))
      fsdp.push_back({key, setting.value, setting.origin});
  carry_fsdp(fsdp, asks_for_fsdp(settings), 1, draft);
}

}  // namespace trainyard
