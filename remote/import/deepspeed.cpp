// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/deepspeed.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

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

// DeepSpeed takes "stage3_max_live_parameters" and "max_live_parameters" for the same.
Settings with_short_names(const Settings& settings) {
  constexpr std::string_view section = "zero_optimization.", prefix = "stage3_";
  Settings out = settings;
  for (Setting& setting : out)
    if (setting.key.starts_with(section) &&
        std::string_view(setting.key).substr(section.size()).starts_with(prefix))
      setting.key.erase(section.size(), prefix.size());
  return out;
}

// Whether a block above the key is disabled or moves nothing, other than by this key.
bool is_switched_off(const Settings& settings, std::string_view key) {
  for (auto dot = key.find('.'); dot != key.npos; dot = key.find('.', dot + 1)) {
    const std::string block(key.substr(0, dot));
    for (const auto& [name, off] : {std::pair("enabled", "false"), std::pair("device", "none")}) {
      const std::string name_of_switch = block + "." + name;
      const Setting* found = find_setting(settings, name_of_switch);
      if (found && key != name_of_switch && word_of(found->value) == off) return true;
    }
  }
  return false;
}

// Parameters are offloaded at stage 3 only; where no stage is given, that is another file's.
bool shards_parameters(const Settings& settings) {
  const Setting* stage = concrete(settings, "zero_optimization.stage");
  return !stage || number_of(stage->value) == Value(3);
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

// A fixed scale in place of a dynamic one; null: the scale is dynamic, or there is none.
const Setting* fixed_scale(const Settings& settings) {
  const Setting* scale = concrete(settings, "fp16.loss_scale");
  const bool is_used = scale && !is_switched_off(settings, scale->key) &&
                       !asks_nothing(KeyRow{.same = "0"}, scale->value);
  return is_used ? scale : nullptr;
}

// What only a dynamic scale uses.
bool is_of_dynamic_scale(std::string_view key) {
  return key.starts_with("fp16.") &&
         (key.ends_with("scale_power") || key.ends_with("_window") || key.ends_with("hysteresis") ||
          key.ends_with("min_loss_scale"));
}

// The engine's scale starts at a power of two.
void carry_fixed_scale(const Setting& scale, Draft& draft) {
  const Value number = number_of(scale.value);
  const auto* whole = number.get_if<std::int64_t>();
  const auto* real = number.get_if<double>();
  int power = 0;
  const double part = std::frexp(whole ? static_cast<double>(*whole) : real ? *real : 0.0, &power);
  if (part != 0.5 || power < 1) return no_counterpart(scale, draft);
  draft.set("precision.initial_scale_power", power - 1, scale.origin);
  draft.set("precision.loss_scale_window", 1'000'000'000, scale.origin);
  draft.note("import.fixed_scale", scale.origin, {{"found", shortened(scale.value)}});
}

// torch.autocast in place of DeepSpeed's own casts.
void carry_autocast(const Settings& settings, Draft& draft) {
  const Setting* enabled = concrete(settings, "torch_autocast.enabled");
  if (!enabled || !truth_of(enabled->value).value_or(false)) return;
  const Setting* type = concrete(settings, "torch_autocast.dtype");
  const std::string word = type ? word_of(type->value) : std::string();
  if (word == "bfloat16" || word == "torch.bfloat16")
    draft.set("precision.kind", "bf16", type->origin);
  else if (word == "float16" || word == "torch.float16")
    draft.set("precision.kind", "fp16", type->origin);
  else
    no_counterpart(type ? *type : *enabled, draft);
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

void carry_deepspeed(const Settings& given, Draft& draft) {
  const Settings settings = with_short_names(given);
  carry_optimizer(settings, draft);
  carry_scheduler(settings, draft);
  const Setting* scale = fixed_scale(settings);
  if (scale) carry_fixed_scale(*scale, draft);
  carry_autocast(settings, draft);
  const Setting* peak = concrete(settings, "scheduler.params.warmup_max_lr");
  Settings others;
  for (const Setting& setting : settings) {
    const KeyRow* row = find_row(deepspeed_rows(), setting.key);
    const bool is_unused =
        is_switched_off(settings, setting.key) || (scale && is_of_dynamic_scale(setting.key));
    if (is_unused) {
      if (row && !asks_nothing(*row, setting.value)) draft.note("import.no_effect", setting.origin);
      if (row) continue;
    }
    if (is_auto(setting) && !(row && is_idle(row->use))) {
      if (!filled_in(setting.key))
        draft.note(row ? "import.auto" : "import.unknown_key", setting.origin);
      continue;
    }
    // The scheduler sets the rate in every step, so the optimizer's own is never used.
    if (peak && setting.key == "optimizer.params.lr" &&
        number_of(setting.value) != number_of(peak->value)) {
      draft.note("import.overruled", setting.origin, {{"other", place_of(peak->origin)}});
      continue;
    }
    if (row && row->field == "parallel.offload_parameters" && !shards_parameters(settings) &&
        !asks_nothing(*row, setting.value)) {
      draft.note("import.parameters_stay", setting.origin);
      continue;
    }
    others.push_back(setting);
  }
  carry_over(deepspeed_rows(), others, draft);
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
