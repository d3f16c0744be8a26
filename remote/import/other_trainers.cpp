// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/other_trainers.h"

#include <algorithm>

#include "remote/import/draft.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

struct OtherTrainer {
  std::string_view name;
  // One of these is enough: no other program has it.
  std::initializer_list<std::string_view> keys;
  // Two of these are needed: each of them may also be another program's.
  std::initializer_list<std::string_view> hints;
};

const OtherTrainer kOtherTrainers[] = {
    {"LLaMA-Factory",
     {"finetuning_type", "lora_target", "stage", "freeze_trainable_layers", "pref_beta",
      "dataset_dir", "quantization_bit", "adapter_name_or_path", "mix_strategy"},
     {"cutoff_len", "template", "dataset", "val_size", "lora_rank", "plot_loss"}},
    {"axolotl",
     {"base_model", "micro_batch_size", "adapter", "dataset_prepared_path", "val_set_size",
      "sample_packing", "lora_target_linear", "base_model_config"},
     {"sequence_len", "datasets", "lora_r", "flash_attention", "special_tokens"}},
    {"TRL's preference and reinforcement learning",
     {"max_prompt_length", "num_generations", "reward_funcs", "reward_model_path",
      "ref_model_name_or_path", "sft_model_path", "max_completion_length", "desirable_weight"},
     {}},
    {"torchtune",
     {"model._component_", "tokenizer._component_", "optimizer._component_",
      "checkpointer._component_", "loss._component_"},
     {}},
    {"LitGPT", {"checkpoint_dir", "train.micro_batch_size", "train.global_batch_size"}, {}},
    {"NeMo", {"trainer.num_nodes", "exp_manager.name", "exp_manager.exp_dir"}, {}},
    {"Lightning", {"trainer.accelerator", "trainer.max_epochs"}, {}},
    {"LLM Foundry",
     {"train_loader", "global_train_batch_size", "device_train_microbatch_size"},
     {}},
};

bool has_key(const Settings& settings, std::string_view key) {
  return std::any_of(settings.begin(), settings.end(), [&](const Setting& one) {
    return one.key == key ||
           (one.key.starts_with(key) && one.key.size() > key.size() && one.key[key.size()] == '.');
  });
}

}  // namespace

Result<void> refuse_other_trainers(const Settings& settings, const std::string& file) {
  for (const OtherTrainer& trainer : kOtherTrainers) {
    const auto is_there = [&](std::string_view key) { return has_key(settings, key); };
    const auto sure = std::count_if(trainer.keys.begin(), trainer.keys.end(), is_there);
    const auto hints = std::count_if(trainer.hints.begin(), trainer.hints.end(), is_there);
    if (sure >= 1 || hints >= 3)
      return make_error("import.other_trainer",
                        {{"path", file_name_of(file)}, {"trainer", std::string(trainer.name)}});
  }
  return {};
}

}  // namespace trainyard
