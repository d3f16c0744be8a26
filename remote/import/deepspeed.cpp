// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/deepspeed.h"

#include <algorithm>

#include "remote/import/key_table.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

Value as_fp16_kind(const Value& value) { return truth_of(value) ? Value("fp16") : Value(); }
Value as_bf16_kind(const Value& value) { return truth_of(value) ? Value("bf16") : Value(); }

// Here, offloading means to main memory; disks (nvme) are not supported.
Value as_offload(const Value& value) { return word_of(value) == "cpu" ? Value(true) : Value(); }

constexpr KeyRow kDeepSpeedRows[] = {
    {"train_micro_batch_size_per_gpu", Use::field, "", "batch.per_device"},
    {"gradient_accumulation_steps", Use::field, "", "batch.gradient_accumulation_steps"},
    {"train_batch_size", Use::combined},
    {"gradient_clipping", Use::field, "", "optimizer.max_gradient_norm"},
    {"optimizer.type", Use::combined},
    {"optimizer.params.lr", Use::field, "", "optimizer.learning_rate"},
    {"optimizer.params.betas", Use::combined},
    {"optimizer.params.eps", Use::field, "", "optimizer.epsilon"},
    {"optimizer.params.weight_decay", Use::field, "", "optimizer.weight_decay"},
    {"optimizer.params.momentum", Use::field, "", "optimizer.momentum"},
    {"optimizer.params.adam_w_mode", Use::no_counterpart, "true"},
    {"optimizer.params.bias_correction", Use::no_counterpart, "true"},
    {"optimizer.params.amsgrad", Use::no_counterpart, "false"},
    {"optimizer.params.torch_adam", Use::no_effect, "false"},
    {"scheduler.type", Use::combined},
    {"scheduler.params.warmup_min_lr", Use::field, "", "schedule.minimum_learning_rate"},
    {"scheduler.params.warmup_max_lr", Use::field, "", "optimizer.learning_rate"},
    {"scheduler.params.warmup_num_steps", Use::field, "", "schedule.warmup_steps"},
    {"scheduler.params.warmup_type", Use::field, "", "schedule.warmup_type"},
    {"scheduler.params.total_num_steps", Use::combined},
    {"fp16.enabled", Use::field, "false", "precision.kind", as_fp16_kind},
    {"bf16.enabled", Use::field, "false", "precision.kind", as_bf16_kind},
    {"bfloat16.enabled", Use::field, "false", "precision.kind", as_bf16_kind},
    {"fp16.auto_cast", Use::no_effect, "true|false"},
    {"fp16.loss_scale", Use::no_counterpart, "0"},
    {"fp16.initial_scale_power", Use::field, "", "precision.initial_scale_power"},
    {"fp16.loss_scale_window", Use::field, "", "precision.loss_scale_window"},
    {"fp16.hysteresis", Use::field, "", "precision.hysteresis"},
    {"fp16.consecutive_hysteresis", Use::no_counterpart, "false"},
    {"fp16.min_loss_scale", Use::field, "", "precision.min_loss_scale"},
    {"amp.enabled", Use::no_counterpart, "false"},
    {"zero_optimization.stage", Use::field, "", "parallel.zero_stage"},
    {"zero_optimization.offload_optimizer.device", Use::field, "none|false",
     "parallel.offload_optimizer", as_offload},
    {"zero_optimization.offload_param.device", Use::field, "none|false",
     "parallel.offload_parameters", as_offload},
    {"zero_optimization.cpu_offload", Use::field, "false", "parallel.offload_optimizer"},
    {"zero_optimization.cpu_offload_params", Use::field, "false", "parallel.offload_parameters"},
    {"zero_optimization.*", Use::no_effect},
    {"steps_per_print", Use::no_effect},
    {"wall_clock_breakdown", Use::no_effect, "false"},
    {"memory_breakdown", Use::no_effect, "false"},
    {"dump_state", Use::no_effect, "false"},
    {"tensorboard.*", Use::no_effect},
    {"wandb.*", Use::no_effect},
    {"comet.*", Use::no_effect},
    {"csv_monitor.*", Use::no_effect},
    {"flops_profiler.*", Use::no_effect},
    {"comms_logger.*", Use::no_effect},
    {"autotuning.*", Use::no_effect},
    {"activation_checkpointing.*", Use::no_effect},
    {"aio.*", Use::no_effect},
    {"checkpoint.*", Use::no_effect},
    {"zero_allow_untested_optimizer", Use::no_effect, "true|false"},
    {"zero_force_ds_cpu_optimizer", Use::no_effect, "true|false"},
    {"disable_allgather", Use::no_effect, "false"},
    {"data_types.*", Use::no_counterpart},
    {"communication_data_type", Use::no_counterpart},
    {"prescale_gradients", Use::no_counterpart, "false"},
    {"gradient_predivide_factor", Use::no_counterpart, "1"},
    {"sparse_gradients", Use::no_counterpart, "false"},
    {"elasticity.*", Use::no_counterpart, "false"},
    {"data_efficiency.*", Use::no_counterpart, "false"},
    {"curriculum_learning.*", Use::no_counterpart, "false"},
    {"compression_training.*", Use::no_counterpart},
};

// What transformers fills in for "auto": the argument of this field, by default the value.
struct FilledIn {
  std::string_view key;
  std::string_view field;  // empty: none of our fields depends on it, or it is computed
  double value = 0;
  bool is_whole = false;
};
constexpr FilledIn kFilledIn[] = {
    {"train_micro_batch_size_per_gpu", "batch.per_device", 8, true},
    {"gradient_accumulation_steps", "batch.gradient_accumulation_steps", 1, true},
    {"train_batch_size", ""},
    {"gradient_clipping", "optimizer.max_gradient_norm", 1},
    {"optimizer.params.lr", "optimizer.learning_rate", 5e-5},
    {"optimizer.params.betas", "optimizer.beta1", 0.9},
    {"optimizer.params.betas", "optimizer.beta2", 0.999},
    {"optimizer.params.eps", "optimizer.epsilon", 1e-8},
    {"optimizer.params.weight_decay", "optimizer.weight_decay", 0},
    {"scheduler.params.warmup_min_lr", "schedule.minimum_learning_rate", 0},
    {"scheduler.params.warmup_max_lr", "optimizer.learning_rate", 5e-5},
    {"scheduler.params.warmup_num_steps", ""},  // from steps or a share, which are both arguments
    {"scheduler.params.total_num_steps", ""},
    {"fp16.enabled", ""},
    {"bf16.enabled", ""},
};

const FilledIn* filled_in(std::string_view key) {
  const auto found = std::find_if(std::begin(kFilledIn), std::end(kFilledIn),
                                  [&](const FilledIn& one) { return one.key == key; });
  return found == std::end(kFilledIn) ? nullptr : found;
}

bool is_auto(const Setting& setting) { return word_of(setting.value) == "auto"; }

const Setting* concrete(const Settings& settings, std::string_view key) {
  const Setting* setting = find_setting(settings, key);
  return setting && !is_auto(*setting) && !asks_nothing(KeyRow{}, setting->value) ? setting
                                                                                  : nullptr;
}

void no_counterpart(const Setting& setting, Draft& draft) {
  draft.note("import.no_counterpart", setting.origin, {{"found", shortened(setting.value)}});
}

void carry_optimizer(const Settings& settings, Draft& draft) {
  if (const Setting* type = concrete(settings, "optimizer.type")) {
    const std::string word = word_of(type->value);
    // DeepSpeed's Adam decouples weight decay unless adam_w_mode is false.
    if (word == "adamw" || word == "adam")
      draft.set("optimizer.kind", "adamw", type->origin);
    else if (word == "sgd")
      draft.set("optimizer.kind", "sgd", type->origin);
    else
      no_counterpart(*type, draft);
  }
  const Setting* betas = concrete(settings, "optimizer.params.betas");
  if (!betas) return;
  const auto* list = betas->value.get_if<List>();
  if (!list || list->size() != 2)
    return draft.note("import.bad_value", betas->origin,
                      {{"found", shortened(betas->value)}, {"expected", "[beta1, beta2]"}});
  draft.set("optimizer.beta1", (*list)[0], betas->origin);
  draft.set("optimizer.beta2", (*list)[1], betas->origin);
}

void carry_scheduler(const Settings& settings, Draft& draft) {
  const Setting* type = concrete(settings, "scheduler.type");
  if (!type) return;
  const std::string word = word_of(type->value);
  if (word != "warmuplr" && word != "warmupdecaylr") return no_counterpart(*type, draft);
  draft.set("schedule.kind", word == "warmuplr" ? "warmup_lr" : "warmup_decay_lr", type->origin);
}

// DeepSpeed's own defaults for settings without a value.
void set_defaults(const Settings& settings, Draft& draft) {
  const Value* precision = draft.value("precision.kind");
  if (precision && *precision == Value("fp16")) {
    draft.set_default("precision.loss_scale_window", 1000, "loss_scale_window by default");
    draft.set_default("precision.hysteresis", 2, "hysteresis by default");
  }
  if (draft.has("schedule.kind") && concrete(settings, "scheduler.type")) {
    if (!find_setting(settings, "scheduler.params.warmup_num_steps"))
      draft.set_default("schedule.warmup_steps", 1000, "warmup_num_steps by default");
    if (!find_setting(settings, "scheduler.params.warmup_max_lr"))
      draft.set_default("optimizer.learning_rate", 1e-3, "warmup_max_lr by default");
  }
  if (concrete(settings, "optimizer.type") && !find_setting(settings, "optimizer.params.lr"))
    draft.set_default("optimizer.learning_rate", 1e-3, "lr of DeepSpeed's optimizers by default");
}

std::optional<std::int64_t> whole_in(const Draft& draft, std::string_view path) {
  const Value* value = draft.has(path) ? draft.value(path) : nullptr;
  const auto* whole = value ? value->get_if<std::int64_t>() : nullptr;
  return whole ? std::optional(*whole) : std::nullopt;
}

// train_batch_size is micro batch x accumulation x ranks; what is not given is derived.
void carry_batch(const Settings& settings, std::optional<std::int64_t> ranks, Draft& draft) {
  const Setting* batch = concrete(settings, "train_batch_size");
  if (!batch) return;
  const auto micro = whole_in(draft, "batch.per_device"),
             accumulation = whole_in(draft, "batch.gradient_accumulation_steps");
  if (!micro || !accumulation) return draft.set("batch.global", batch->value, batch->origin);
  const Value number = number_of(batch->value);
  const auto* whole = number.get_if<std::int64_t>();
  const std::int64_t together = *micro * *accumulation;  // each is at most 65536
  if (!whole || *whole <= 0) return draft.set("batch.global", batch->value, batch->origin);
  if (*whole % together != 0 || (ranks && *whole / together != *ranks))
    draft.refuse(make_error("import.batch_sizes", {{"place", place_of(batch->origin)},
                                                   {"batch", *whole},
                                                   {"per_device", *micro},
                                                   {"accumulation", *accumulation},
                                                   {"ranks", ranks ? Value(*ranks) : Value("N")}}));
  else if (!ranks)
    draft.note("import.processes_of_batch", batch->origin, {{"processes", *whole / together}});
}

}  // namespace

bool is_deepspeed(const Settings& settings) {
  for (const Setting& setting : settings)
    for (const char* begin :
         {"train_micro_batch_size_per_gpu", "train_batch_size", "gradient_clipping",
          "zero_optimization", "optimizer.type", "scheduler.type", "fp16.enabled", "bf16.enabled"})
      if (setting.key.starts_with(begin)) return true;
  return false;
}

void carry_deepspeed(const Settings& settings, Draft& draft) {
  carry_optimizer(settings, draft);
  carry_scheduler(settings, draft);
  const Setting* peak = concrete(settings, "scheduler.params.warmup_max_lr");
  Settings others;
  for (const Setting& setting : settings) {
    if (is_auto(setting)) {
      const KeyRow* row = find_row(kDeepSpeedRows, setting.key);
      if (row && row->use == Use::no_effect)
        draft.note("import.no_effect", setting.origin);
      else if (!filled_in(setting.key))
        draft.note(row ? "import.auto" : "import.unknown_key", setting.origin);
      continue;
    }
    // The scheduler sets the rate in every step, so the optimizer's own is never used.
    if (peak && setting.key == "optimizer.params.lr" &&
        number_of(setting.value) != number_of(peak->value)) {
      draft.note("import.overruled", setting.origin, {{"other", place_of(peak->origin)}});
      continue;
    }
    others.push_back(setting);
  }
  carry_over(kDeepSpeedRows, others, draft);
}

void fill_in_deepspeed(const Settings& settings, bool has_own_file,
                       std::optional<std::int64_t> ranks, Draft& draft) {
  carry_batch(settings, ranks, draft);
  for (const Setting& setting : settings) {
    if (!is_auto(setting)) continue;
    for (const FilledIn& known : kFilledIn)
      if (known.key == setting.key && !known.field.empty())
        draft.set_filled_in(
            known.field,
            known.is_whole ? Value(static_cast<std::int64_t>(known.value)) : Value(known.value),
            setting.origin);
    if (setting.key == "scheduler.params.warmup_num_steps" && !draft.has("schedule.warmup_ratio"))
      draft.set_filled_in("schedule.warmup_steps", 0, setting.origin);
  }
  set_defaults(settings, draft);
  if (const Setting* total = concrete(settings, "scheduler.params.total_num_steps")) {
    const auto steps = whole_in(draft, "training.max_steps");
    if (!steps || number_of(total->value) != Value(*steps)) no_counterpart(*total, draft);
  }
  // With DeepSpeed, Trainer itself does not clip.
  if (!has_own_file || find_setting(settings, "gradient_clipping")) return;
  if (const Origin* origin = draft.origin("optimizer.max_gradient_norm"))
    draft.note("import.not_clipped", *origin);
  else
    draft.set_default("optimizer.max_gradient_norm", 0.0,
                      "without gradient_clipping DeepSpeed does not clip");
}

}  // namespace trainyard
