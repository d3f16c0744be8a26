// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/own_trainers.h"

#include <algorithm>
#include <span>

#include "engine/contract/experiment/scalar.h"
#include "remote/import/key_table.h"

namespace trainyard {
namespace {

struct Renamed {
  std::string_view theirs, ours;
};

std::string_view renamed_key(std::span<const Renamed> names, std::string_view key) {
  const auto found =
      std::ranges::find_if(names, [&](const Renamed& one) { return one.theirs == key; });
  return found == names.end() ? std::string_view() : found->ours;
}

// config_overrides of run_clm, assembled from several settings.
class Overrides {
 public:
  void add(std::string_view key, const Setting& setting) {
    if (text_.empty()) origin_ = setting.origin;
    text_ += (text_.empty() ? "" : ",") + std::string(key) + "=" + spell(number_of(setting.value));
  }
  void put_into(Settings& settings) const {
    if (!text_.empty()) settings.push_back({"config_overrides", text_, origin_});
  }

 private:
  std::string text_;
  Origin origin_;
};

void put_fixed(Settings& settings, std::string_view program,
               std::span<const std::pair<std::string_view, Value>> values) {
  for (const auto& [key, value] : values)
    if (!find_setting(settings, key))
      settings.push_back({std::string(key), value, {std::string(program), 0, std::string(key)}});
}

constexpr Renamed kNyutronNames[] = {
    {"training.n_epochs", "num_train_epochs"}, {"data.max_seq_len", "max_seq_length"},
    {"data.mlm_prob", "mlm_probability"},      {"data.tokenizer_dir", "tokenizer_name"},
    {"resume", "resume_from_checkpoint"},
};
constexpr Renamed kNyutronModel[] = {
    {"data.vocab_size", "vocab_size"},
    {"data.max_seq_len", "max_position_embeddings"},
    {"data.type_vocab_size", "type_vocab_size"},
    {"model.n_attention_heads", "num_attention_heads"},
    {"model.n_hidden_layers", "num_hidden_layers"},
    {"model.hidden_size", "hidden_size"},
};

constexpr Renamed kTuneNames[] = {
    {"lr_min", "learning_rate"},
    {"gr_acc_min", "gradient_accumulation_steps"},
    {"model_name", "model_type"},
};

// fine_tune_classification.py: what is a field here, and what is one of a Trainer's arguments.
constexpr Renamed classification_fields[] = {
    {"outcome", "timelines.outcome"},
    {"unif_rand_trunc", "timelines.random_truncation"},
    {"training_fraction", "timelines.training_fraction"},
};
constexpr Renamed classification_names[] = {
    {"model_loc", "model_name_or_path"},
    {"n_epochs", "num_train_epochs"},
    {"out_dir", "output_dir"},
};

std::string text_of(const Settings& settings, std::string_view key, std::string by_default) {
  const Setting* setting = find_setting(settings, key);
  const auto* text = setting ? setting->value.get_if<std::string>() : nullptr;
  return text ? *text : by_default;
}

// <data_dir>/<data_version>-tokenized/{train,val}
void carry_timelines(const Settings& settings, std::string_view program, const std::string& file,
                     std::string version, Draft& draft) {
  const Setting* folder = find_setting(settings, "data_dir");
  const Origin origin = folder ? folder->origin : Origin{std::string(program), 0, "data_dir"};
  const std::string place = text_of(settings, "data_dir", "data") + "/" +
                            text_of(settings, "data_version", std::move(version)) + "-tokenized/";
  draft.set("data.kind", "timelines", origin);
  draft.set("data.train", place + "train/" + file, origin);
  draft.set("data.validation", place + "val/" + file, origin);
  draft.set("timelines.vocabulary", place + "train/vocab.gzip", origin);
}

// What is searched, and how often: trials run one after another in the same job, as in the
// original.
struct SearchedRanges {
  Value lowest_rate, highest_rate;
  Value lowest_accumulation, highest_accumulation;  // of gradient accumulation
  Value trials;
};

void carry_search(const SearchedRanges& ranges, const Origin& origin, Draft& draft) {
  Map space;
  space.emplace_back(
      "optimizer.learning_rate",
      Map{{"low", ranges.lowest_rate}, {"high", ranges.highest_rate}, {"log", true}});
  if (ranges.lowest_accumulation != ranges.highest_accumulation)
    space.emplace_back(
        "batch.gradient_accumulation_steps",
        Map{{"low", ranges.lowest_accumulation}, {"high", ranges.highest_accumulation}});
  draft.set("search.space", space, origin);
  draft.set("search.trials", ranges.trials, origin);
}

// tune_model.py searches in any case; versions that pack by name also search the accumulation.
void carry_tuning(const Settings& settings, Draft& draft) {
  const auto number = [&](const char* key, Value by_default) {
    const Setting* setting = find_setting(settings, key);
    return setting ? number_of(setting->value) : std::move(by_default);
  };
  const bool is_packed =
      find_setting(settings, "collation") || find_setting(settings, "iterable_dataset");
  Origin origin{"tune_model.py", 0, "n_trials"};
  for (const char* key : {"n_trials", "lr_max", "lr_min"})
    if (const Setting* setting = find_setting(settings, key)) origin = setting->origin;
  carry_search({number("lr_min", 5e-5), number("lr_max", 5e-4), number("gr_acc_min", 1),
                number("gr_acc_max", is_packed ? 3 : 1), number("n_trials", 5)},
               origin, draft);
}

// Those that the draft already has, and those that a Trainer has, too.
constexpr std::string_view kTuneOfDraft[] = {"data_dir", "data_version", "collation", "n_epochs",
                                             "n_trials", "lr_max",       "gr_acc_max"};
constexpr std::string_view kTuneArguments[] = {"model_version",
                                               "model_dir",
                                               "jid",
                                               "wandb_project",
                                               "iterable_dataset",
                                               "max_seq_length",
                                               "per_device_train_batch_size",
                                               "max_grad_norm"};

void put_tune_defaults(Settings& out) {
  const std::pair<std::string_view, Value> fixed[] = {{"model_type", "meta-llama/Llama-3.2-1B"},
                                                      {"max_seq_length", 1024},
                                                      {"per_device_train_batch_size", 4},
                                                      {"per_device_eval_batch_size", 4},
                                                      {"num_train_epochs", 1},
                                                      {"learning_rate", 5e-5},
                                                      {"save_total_limit", 1},
                                                      {"eval_strategy", "steps"},
                                                      {"eval_steps", 500},
                                                      {"save_strategy", "best"},
                                                      {"load_best_model_at_end", true},
                                                      {"metric_for_best_model", "eval_loss"},
                                                      {"early_stopping_patience", 3}};
  put_fixed(out, "tune_model.py", fixed);
}

void put_classification_defaults(Settings& out, std::string_view program) {
  const std::pair<std::string_view, Value> fixed[] = {
      {"max_seq_length", 1024},  // the width of the column padded, unless it was made otherwise
      {"per_device_train_batch_size", 4},
      {"per_device_eval_batch_size", 4},
      {"gradient_accumulation_steps", 2},
      {"learning_rate", 2e-5},
      {"num_train_epochs", 5},
      {"save_total_limit", 2},
      {"eval_strategy", "epoch"},
      {"save_strategy", "best"},
      {"load_best_model_at_end", true},
      {"metric_for_best_model", "eval_roc_auc"},
      {"early_stopping_patience", 3}};
  put_fixed(out, program, fixed);
}

}  // namespace

bool is_nyutron_pretraining(const Settings& settings) {
  return find_setting(settings, "model.n_hidden_layers") &&
         find_setting(settings, "training.n_epochs");
}

Settings nyutron_arguments(const Settings& settings) {
  Settings out;
  Overrides overrides;
  for (const Setting& setting : settings) {
    const std::string_view of_model = renamed_key(kNyutronModel, setting.key);
    if (!of_model.empty()) overrides.add(of_model, setting);
    std::string_view key = renamed_key(kNyutronNames, setting.key);
    if (key.empty() && !of_model.empty()) continue;
    if (key.empty() && setting.key.starts_with("training.")) key = setting.key;
    if (key.starts_with("training.")) key.remove_prefix(9);
    Setting argument = setting;
    if (!key.empty()) argument.key = key;
    // Python's None as a YAML null.
    if (word_of(argument.value) == "none") argument.value = Value();
    out.push_back(std::move(argument));
  }
  overrides.put_into(out);
  const std::pair<std::string_view, Value> fixed[] = {{"model_type", "bert"},
                                                      {"learning_rate", 1e-5},
                                                      {"warmup_ratio", 0.01},
                                                      {"max_grad_norm", 0.5}};
  put_fixed(out, "2_pretrain.py", fixed);
  return out;
}

Settings tune_model_arguments(const Settings& settings, Draft& draft) {
  Settings out;
  Overrides overrides;
  carry_timelines(settings, "tune_model.py", "tokens_timelines.parquet", "day_stays", draft);
  const Setting* collation = find_setting(settings, "collation");
  if (collation && word_of(collation->value) == "padded")
    draft.set("timelines.column", "padded", collation->origin);
  if (const Setting* epochs = find_setting(settings, "n_epochs"))
    draft.set("timelines.repeats", number_of(epochs->value), epochs->origin);
  else
    draft.set_default("timelines.repeats", 5, "n_epochs by default");
  carry_tuning(settings, draft);
  for (const Setting& setting : settings) {
    const std::string_view ours = renamed_key(kTuneNames, setting.key);
    if (!ours.empty())
      out.push_back({std::string(ours), setting.value, setting.origin});
    else if (std::ranges::find(kTuneArguments, setting.key) != std::end(kTuneArguments))
      out.push_back(setting);
    else if (std::ranges::find(kTuneOfDraft, setting.key) == std::end(kTuneOfDraft))
      overrides.add(setting.key, setting);
  }
  overrides.put_into(out);
  put_tune_defaults(out);
  return out;
}

Settings classification_arguments(const Settings& settings, Draft& draft) {
  const std::string program = "fine_tune_classification.py";
  carry_timelines(settings, program, "tokens_timelines_outcomes.parquet", "day_stays_first_24h",
                  draft);
  draft.set("timelines.column", "padded", {program, 0, "padded"});
  Settings out;
  for (const Setting& setting : settings) {
    if (setting.key == "data_dir" || setting.key == "data_version") continue;
    if (const std::string_view field = renamed_key(classification_fields, setting.key);
        !field.empty()) {
      draft.set(field, setting.value, setting.origin);
    } else if (setting.key == "tune") {
      if (truth_of(setting.value).value_or(false)) {
        carry_search({5e-6, 5e-5, 1, 3, 5}, setting.origin, draft);
        draft.set("search.objective", "eval/roc_auc", setting.origin);
        draft.set("search.direction", "maximize", setting.origin);
      }
    } else {
      Setting argument = setting;
      if (const auto ours = renamed_key(classification_names, setting.key); !ours.empty())
        argument.key = ours;
      if (word_of(argument.value) == "eval_auc") argument.value = "eval_roc_auc";
      out.push_back(std::move(argument));
    }
  }
  if (!draft.has("timelines.outcome"))
    draft.set("timelines.outcome", "same_admission_death", {program, 0, "outcome"});
  put_classification_defaults(out, program);
  return out;
}

void set_sft_defaults(const Settings& settings, Draft& draft) {
  if (!find_setting(settings, "instruction_format") &&
      !find_setting(settings, "dataset_mix_config"))
    return;
  const std::pair<const char*, Value> values[] = {{"batch.per_device", 4},
                                                  {"batch.gradient_accumulation_steps", 8},
                                                  {"training.num_epochs", 2.0},
                                                  {"optimizer.learning_rate", 2e-5},
                                                  {"optimizer.weight_decay", 0.1},
                                                  {"optimizer.epsilon", 1e-5},
                                                  {"schedule.warmup_ratio", 0.03},
                                                  {"data.sequence_length", 8192},
                                                  {"data.validation_split_ratio", 0.0},
                                                  {"instructions.eos_token", "<|im_end|>"},
                                                  {"checkpoint.every_steps", 100},
                                                  {"logging.every_steps", 10}};
  for (const auto& [path, value] : values)
    if (!draft.has(path)) draft.set_default(path, value, "sft_train.py by default");
}

bool is_supervised_tuning(const Settings& settings) {
  for (const char* key :
       {"completion_only_loss", "assistant_only_loss", "instruction_format", "dataset_mix_config",
        "packing", "packing_strategy", "padding_free", "eos_token", "chat_template",
        "chat_template_path", "dataset_text_field", "eval_packing", "model_init_kwargs",
        "dataset_kwargs", "dataset_num_proc"})
    if (find_setting(settings, key)) return true;
  return false;
}

void set_trl_defaults(const Settings& settings, Draft& draft) {
  if (!is_supervised_tuning(settings) || find_setting(settings, "instruction_format") ||
      find_setting(settings, "dataset_mix_config"))
    return;
  draft.set_default("optimizer.learning_rate", 2e-5, "trl's SFTConfig by default");
  draft.set_default("logging.every_steps", 10, "trl's SFTConfig by default");
}

void carry_lora(const Settings& settings, Draft& draft) {
  const Setting* asked = find_setting(settings, "use_peft");
  const bool is_asked = asked && truth_of(asked->value).value_or(false);
  for (const auto& [key, path] :
       {std::pair("lora_r", "lora.rank"), std::pair("lora_alpha", "lora.alpha"),
        std::pair("lora_dropout", "lora.dropout"), std::pair("use_rslora", "lora.use_rslora"),
        std::pair("lora_target_modules", "lora.target_modules")}) {
    const Setting* setting = find_setting(settings, key);
    if (!setting || asks_nothing(KeyRow{}, setting->value)) continue;
    if (is_asked)
      draft.set(path, setting->value, setting->origin);
    else
      draft.note("import.no_effect", setting->origin);
  }
  if (!is_asked) return;
  // trl's defaults: 16, 32 and 0.05.
  const bool is_sft_train =
      find_setting(settings, "instruction_format") || find_setting(settings, "dataset_mix_config");
  draft.set_filled_in("lora.rank", is_sft_train ? 32 : 16, asked->origin);
  draft.set_filled_in("lora.alpha", is_sft_train ? 16.0 : 32.0, asked->origin);
  draft.set_filled_in("lora.dropout", 0.05, asked->origin);
  if (!is_sft_train || draft.has("lora.target_modules")) return;
  draft.set("lora.target_modules",
            List{"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"},
            asked->origin);
}

}  // namespace trainyard
