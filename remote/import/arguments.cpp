// SPDX-License-Identifier: GPL-3.0-or-later
// One file because all functions combine the same settings.
#include "remote/import/arguments.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "remote/import/fsdp.h"
#include "remote/import/model_names.h"
#include "remote/import/own_trainers.h"
#include "remote/import/setting_file.h"
#include "remote/import/trainer_schedule.h"

namespace trainyard {
namespace {

constexpr std::int64_t kKeepAll = 1'000'000;  // the maximum of checkpoint.keep_last

// Whether the example differs from Trainer in its defaults.
bool is_without_trainer(const Settings& settings, const std::string& program) {
  if (program.ends_with("_no_trainer.py")) return true;
  for (const char* key : {"max_train_steps", "num_warmup_steps", "checkpointing_steps"})
    if (find_setting(settings, key)) return true;
  return false;
}

// 5 (percent) -> 0.05
Value as_share(const Value& value) {
  const Value number = number_of(value);
  if (const auto* whole = number.get_if<std::int64_t>()) return static_cast<double>(*whole) / 100;
  const auto* real = number.get_if<double>();
  return real ? Value(*real / 100) : Value();
}

class ArgumentReader {
 public:
  ArgumentReader(const Settings& settings, const std::string& program, Draft& draft)
      : settings_(settings),
        program_(program),
        draft_(draft),
        is_without_trainer_(is_without_trainer(settings, program)) {}

  void read() {
    carry_over(argument_rows(), settings_, draft_);
    carry_model(settings_, draft_);
    task();
    data();
    groups();
    chat_template();
    sharding();
    drawn_samples();
    optimizer();
    carry_lora(settings_, draft_);
    carry_schedule(settings_, draft_);
    logging();
    const bool is_evaluated = evaluation();
    checkpoints(is_evaluated);
    if (is_without_trainer_)
      draft_.set_default("optimizer.max_gradient_norm", 0.0, "the program does not clip gradients");
    set_sft_defaults(settings_, draft_);
    set_trl_defaults(settings_, draft_);
  }

 private:
  const Setting* given(std::string_view key) const {
    const Setting* setting = find_setting(settings_, key);
    return setting && !asks_nothing(KeyRow{}, setting->value) ? setting : nullptr;
  }
  bool is_true(std::string_view key) const {
    const Setting* setting = given(key);
    return setting && truth_of(setting->value).value_or(false);
  }
  // A setting that was renamed.
  const Setting* either(std::string_view key, std::string_view former) {
    const Setting *now = given(key), *then = given(former);
    if (now && then && word_of(now->value) != word_of(then->value))
      draft_.refuse_conflict(then->origin, then->value, now->origin, now->value, key);
    return now ? now : then;
  }
  std::optional<std::int64_t> max_steps() const {
    const Value* value = draft_.value("training.max_steps");
    const auto* whole = value ? value->get_if<std::int64_t>() : nullptr;
    return whole ? std::optional(*whole) : std::nullopt;
  }

  // A number of steps; Trainer interprets values below 1 as a share of all steps.
  void set_steps(const char* path, const Setting& setting) {
    const Value number = number_of(setting.value);
    const auto* real = number.get_if<double>();
    if (!real || *real >= 1 || *real <= 0) return draft_.set(path, number, setting.origin);
    if (const auto steps = max_steps())
      return draft_.set(path, std::ceil(*real * static_cast<double>(*steps)), setting.origin);
    no_counterpart(setting);
  }
  void no_counterpart(const Setting& setting) {
    draft_.note("import.no_counterpart", setting.origin, {{"found", shortened(setting.value)}});
  }
  void bad_choice(const Setting& setting, const char* expected) {
    draft_.note("import.bad_value", setting.origin,
                {{"found", shortened(setting.value)}, {"expected", expected}});
  }
  // Given, but not used by the other trainer either.
  void unused(const char* key, std::string_view by_default) {
    const Setting* setting = given(key);
    if (setting && word_of(setting->value) != by_default)
      draft_.note("import.no_effect", setting->origin);
  }

  TaskKind task_of_program() {
    constexpr std::pair<const char*, TaskKind> programs[] = {
        {"run_clm", TaskKind::causal_language_modeling},
        {"run_mlm", TaskKind::masked_language_modeling},
        {"run_glue", TaskKind::sequence_classification},
        {"run_classification", TaskKind::sequence_classification},
        {"run_ner", TaskKind::token_classification},
        {"2_pretrain", TaskKind::masked_language_modeling},
        {"4_finetune", TaskKind::sequence_classification},
        {"tune_model", TaskKind::causal_language_modeling},
        {"fine_tune_classification", TaskKind::sequence_classification},
        {"sft", TaskKind::instruction_tuning}};
    // "my_run_mlm.py" also counts.
    for (const auto& [part, kind] : programs)
      if (program_.find(part) != std::string::npos) return kind;
    if (given("mlm_probability")) return TaskKind::masked_language_modeling;
    if (given("p_eval") || given("early_stop")) return TaskKind::sequence_classification;
    if (is_supervised_tuning(settings_)) return TaskKind::instruction_tuning;
    const Setting* name = given("task_name");
    const std::string word = name ? word_of(name->value) : std::string();
    if (given("label_column_name") || word == "ner" || word == "pos" || word == "chunk")
      return TaskKind::token_classification;
    if (name) return TaskKind::sequence_classification;
    // Only run_clm has these.
    if (given("block_size") || given("keep_linebreaks")) return TaskKind::causal_language_modeling;
    is_task_guessed_ = true;
    const Value* model = draft_.value("model.kind");
    return model && *model == Value("bert") ? TaskKind::masked_language_modeling
                                            : TaskKind::causal_language_modeling;
  }
  void task() {
    task_ = task_of_program();
    draft_.set_default("task.kind", std::string(name_of(task_)),
                       is_task_guessed_   ? "a guess: nothing says what is learned"
                       : program_.empty() ? "what the arguments are for"
                                          : "what " + program_ + " is for");
    const std::string what = program_.empty() ? "the training" : program_;
    if (is_task_guessed_)
      draft_.note("import.task_unknown",
                  {settings_.empty() ? std::string() : settings_.front().origin.file, 0, what},
                  {{"task", std::string(name_of(task_))}});
    if (const Setting* share = given("mlm_probability"))
      draft_.set("task.mlm_probability", share->value, share->origin);
    if (const Setting* name = given("task_name")) no_counterpart(*name);
    columns();
  }
  // For labelled texts; run_ner finds columns by itself.
  void columns() {
    const bool has_labels =
        task_ == TaskKind::sequence_classification || task_ == TaskKind::token_classification;
    for (const auto& [key, path] : {std::pair("text_column_name", "data.text_column"),
                                    std::pair("label_column_name", "data.label_column")})
      if (const Setting* column = given(key)) {
        if (has_labels || key == std::string_view("text_column_name"))
          draft_.set(path, column->value, column->origin);
        else if (word_of(column->value) != "text")
          no_counterpart(*column);
      }
    if (task_ != TaskKind::token_classification) return;
    const Setting* name = given("task_name");
    const std::string tags = (name ? word_of(name->value) : "ner") + "_tags";
    draft_.set_default("data.text_column", "tokens", "text_column_name by default");
    draft_.set_default("data.label_column", tags, "label_column_name by default");
  }

  // run_clm and run_mlm concatenate and cut 1000 texts at a time.
  void groups() {
    const bool is_example = program_.starts_with("run_clm") || program_.starts_with("run_mlm");
    const Setting* by_line = given("line_by_line");
    const bool is_by_line = by_line && truth_of(by_line->value).value_or(false);
    if (is_example && !is_by_line)
      draft_.set_default("data.texts_per_group", 1000, "what " + program_ + " does");
  }
  // A template that is written in the file itself, or the path of one.
  void chat_template() {
    const Setting* setting = given("chat_template");
    const auto* text = setting ? setting->value.get_if<std::string>() : nullptr;
    if (!text) return;
    const bool is_template = text->find("{%") != text->npos || text->find("{{") != text->npos;
    if (!is_template)
      draft_.set("instructions.chat_template", *text, setting->origin);
    else
      draft_.set_file("instructions.chat_template", "chat_template.jinja", *text, setting->origin);
  }
  // Examples are drawn with the seed.
  void drawn_samples() {
    const Setting *seed = given("seed"), *of_data = given("data_seed");
    if (of_data && number_of(of_data->value) != (seed ? number_of(seed->value) : Value(42)))
      no_counterpart(*of_data);
    const Setting* number = given("num_train_samples");
    if (!number) return;
    draft_.set("data.max_train_samples", number->value, number->origin);
    draft_.set("data.sample_seed", seed ? seed->value : Value(42), number->origin);
  }

  void sharding() {
    Settings of_fsdp;
    for (const Setting& setting : settings_) {
      const auto inner = setting.key == "fsdp_config" ? settings_in(setting) : std::nullopt;
      if (inner) of_fsdp.insert(of_fsdp.end(), inner->begin(), inner->end());
      if (is_fsdp_key(setting.key) || setting.key.starts_with("fsdp_config."))
        of_fsdp.push_back(setting);
    }
    const Setting* asked = given("fsdp");
    if (asked && !truth_of(asked->value).value_or(true)) asked = nullptr;
    carry_fsdp(of_fsdp, asked, 2, draft_);
  }

  void data() {
    for (const auto& [key, path] :
         {std::pair("train_file", "data.train"), std::pair("validation_file", "data.validation")})
      if (const Setting* files = given(key)) {
        draft_.set(path, files->value, files->origin);
        note_format(*files);
      }
    held_out(streaming());
    const bool is_short = task_ == TaskKind::sequence_classification;
    const bool is_causal =
        task_ == TaskKind::causal_language_modeling || task_ == TaskKind::instruction_tuning;
    std::int64_t length = is_short ? 128 : is_causal ? 1024 : 512;
    if (const Value* overrides = draft_.value("model.overrides"))
      for (const char* key : {"n_positions", "max_position_embeddings"})
        if (const auto positions = get<std::int64_t>(*overrides->get_if<Map>(), key, 0);
            positions >= 2)
          length = std::min(length, positions);
    draft_.set_default("data.sequence_length", length,
                       std::string(is_causal ? "block_size" : "max_seq_length") +
                           " by default, at most what the model can take");
  }
  // The setting that asks for texts to be streamed, in the order of their files.
  const Setting* streaming() {
    const Setting* setting = given("streaming");
    const auto truth = setting ? truth_of(setting->value) : std::nullopt;
    if (setting && !truth) bad_choice(*setting, "true, false");
    if (!truth.value_or(false)) return nullptr;
    if (traits_of(task_).records != TaskRecords::texts) {
      no_counterpart(*setting);
      return nullptr;
    }
    draft_.set("data.streaming", true, setting->origin);
    draft_.set("data.shuffle_buffer", 0, setting->origin);
    return setting;
  }
  void held_out(const Setting* streaming) {
    const Setting* percentage = given("validation_split_percentage");
    if (streaming && !draft_.has("data.validation")) {
      draft_.set("data.validation_split_ratio", 0.0, streaming->origin);
      draft_.note("import.streamed_split", (percentage ? percentage : streaming)->origin);
    } else if (percentage) {
      const Value share = as_share(percentage->value);
      if (share.is_null()) return no_counterpart(*percentage);
      draft_.set("data.validation_split_ratio", share, percentage->origin);
    }
  }
  void note_format(const Setting& files) {
    const auto* list = files.value.get_if<List>();
    for (const Value& file : list ? *list : List{files.value}) {
      const std::string word = word_of(file);
      for (const char* ending : {".arrow", ".npy", ".npz", ".bin", ".idx", ".zip", ".tar", ".tgz",
                                 ".tar.gz", ".db", ".pkl", ".pt", ".hdf5", ".h5"})
        if (word.ends_with(ending))
          draft_.note("import.data_format", files.origin, {{"path", shortened(file)}});
    }
  }

  void optimizer() {
    const Setting* setting = given("optim");
    if (is_true("adafactor")) setting = given("adafactor");
    if (!setting) return;
    const std::string word = setting->key == "adafactor" ? "adafactor" : word_of(setting->value);
    const auto traits = std::ranges::find_if(kOptimizerTraits, [&](const OptimizerTraits& one) {
      return is_one_of(word, one.hugging_face);
    });
    if (traits == std::end(kOptimizerTraits)) return no_counterpart(*setting);
    const std::string kind(name_of(traits->kind));
    const Origin* other = draft_.origin("optimizer.kind");
    if (other && *draft_.value("optimizer.kind") != Value(kind))
      return draft_.note("import.overruled", setting->origin, {{"other", place_of(*other)}});
    if (!other) draft_.set("optimizer.kind", kind, setting->origin);
  }

  void logging() {
    const Setting *strategy = given("logging_strategy"), *steps = given("logging_steps");
    const std::string word = strategy ? word_of(strategy->value) : "steps";
    if (word == "no") {
      draft_.set("logging.every_steps", Value(), strategy->origin);
      return unused("logging_steps", "500");
    }
    if (word != "steps") {
      if (word == "epoch")
        no_counterpart(*strategy);
      else
        bad_choice(*strategy, "no, steps, epoch");
    } else if (steps) {
      return set_steps("logging.every_steps", *steps);
    }
    if (!is_without_trainer_)
      draft_.set_default("logging.every_steps", 500, "logging_steps by default");
  }

  // Whether the model is evaluated during training.
  bool evaluation() {
    if (const Setting* share = part_of_epoch()) return evaluation_in_epochs(*share);
    const Setting* strategy = either("eval_strategy", "evaluation_strategy");
    const std::string word = strategy              ? word_of(strategy->value)
                             : is_without_trainer_ ? "epoch"
                                                   : "no";
    const Origin program{program_, 0, "evaluation"};
    bool is_evaluated = true;
    if (word == "steps") {
      if (const Setting* steps = given("eval_steps") ? given("eval_steps") : given("logging_steps"))
        set_steps("evaluation.every_steps", *steps);
      else
        draft_.set("evaluation.every_steps", 500, strategy->origin);
    } else if (word == "epoch") {
      set_epochs("evaluation.every_steps", "evaluation.every_epochs", 1, strategy);
      unused("eval_steps", "");
    } else if (word == "no") {
      is_evaluated = evaluation_at_end(strategy);
      unused("eval_steps", "");
    } else {
      bad_choice(*strategy, "no, steps, epoch");
    }
    if (const Setting* batch = given("per_device_eval_batch_size"))
      draft_.set("evaluation.batch_size", batch->value, batch->origin);
    else if (is_evaluated && draft_.has("batch.per_device") &&
             *draft_.value("batch.per_device") != Value(8))
      draft_.set_default("evaluation.batch_size", 8, "per_device_eval_batch_size by default");
    return is_evaluated;
  }
  // NYUTron's p_eval: the part of an epoch after which it evaluates and saves, whatever the numbers
  // of steps are.
  const Setting* part_of_epoch() const {
    const Setting* share = given("p_eval");
    return share && !asks_nothing(KeyRow{.same = "0"}, share->value) ? share : nullptr;
  }
  bool evaluation_in_epochs(const Setting& share) {
    for (const char* section : {"evaluation", "checkpoint"}) {
      draft_.set(section + std::string(".every_steps"), Value(), share.origin);
      draft_.set(section + std::string(".every_epochs"), share.value, share.origin);
    }
    for (const char* key : {"eval_steps", "save_steps"})
      if (const Setting* steps = given(key))
        draft_.note("import.overruled", steps->origin, {{"other", place_of(share.origin)}});
    if (const Setting* batch = given("per_device_eval_batch_size"))
      draft_.set("evaluation.batch_size", batch->value, batch->origin);
    return true;
  }
  // Disables the setting in steps and sets the one in epochs.
  void set_epochs(const char* steps, const char* epochs, std::int64_t number,
                  const Setting* strategy) {
    if (strategy) {
      draft_.set(steps, Value(), strategy->origin);
      draft_.set(epochs, number, strategy->origin);
    } else {
      draft_.set_default(steps, Value(), "what " + program_ + " does");
      draft_.set_default(epochs, number, "what " + program_ + " does");
    }
  }
  // With only do_eval, the examples evaluate once, after training.
  bool evaluation_at_end(const Setting* strategy) {
    const Setting* asked = is_true("do_eval") ? given("do_eval") : nullptr;
    const Value* epochs = draft_.value("training.num_epochs");
    const auto* real = epochs ? epochs->get_if<double>() : nullptr;
    const double number = real ? *real : TrainingSection().num_epochs;
    if (asked && max_steps()) {
      draft_.set("evaluation.every_steps", *max_steps(), asked->origin);
      return true;
    }
    if (asked && number == std::floor(number)) {
      set_epochs("evaluation.every_steps", "evaluation.every_epochs",
                 static_cast<std::int64_t>(number), asked);
      return true;
    }
    if (asked) no_counterpart(*asked);
    if (strategy)
      draft_.set("evaluation.every_steps", Value(), strategy->origin);
    else
      draft_.set_default("evaluation.every_steps", Value(), "eval_strategy is no by default");
    return false;
  }

  void checkpoints(bool is_evaluated) {
    const std::string word = is_without_trainer_ ? without_trainer_save() : save();
    if (const Setting* limit = given("save_total_limit")) {
      const Value number = number_of(limit->value);
      const auto* whole = number.get_if<std::int64_t>();
      draft_.set("checkpoint.keep_last", whole && *whole <= 0 ? Value(kKeepAll) : number,
                 limit->origin);
    } else if (word != "no") {
      draft_.set_default("checkpoint.keep_last", kKeepAll, "all checkpoints are kept by default");
    }
    best(word == "best", is_evaluated);
  }
  std::string save() {
    const Setting* strategy = given("save_strategy");
    const std::string word = strategy ? word_of(strategy->value) : "steps";
    if (part_of_epoch()) return word;
    if (word == "steps") {
      if (const Setting* steps = given("save_steps")) set_steps("checkpoint.every_steps", *steps);
      return word;
    }
    unused("save_steps", "500");
    if (word == "epoch")
      set_epochs("checkpoint.every_steps", "checkpoint.every_epochs", 1, strategy);
    else if (word == "no" || word == "best")
      draft_.set("checkpoint.every_steps", Value(), strategy->origin);
    else
      bad_choice(*strategy, "no, steps, epoch, best");
    return word;
  }
  std::string without_trainer_save() {
    const Setting* steps = given("checkpointing_steps");
    if (!steps) {
      draft_.set_default("checkpoint.every_steps", Value(), "checkpointing_steps by default: none");
      return "no";
    }
    if (word_of(steps->value) == "epoch")
      set_epochs("checkpoint.every_steps", "checkpoint.every_epochs", 1, steps);
    else
      draft_.set("checkpoint.every_steps", steps->value, steps->origin);
    return "steps";
  }

  void best(bool is_saved_when_best, bool is_evaluated) {
    const Setting *load = given("load_best_model_at_end"), *metric = given("metric_for_best_model");
    if (is_saved_when_best)
      draft_.set("checkpoint.save_best", true, given("save_strategy")->origin);
    else if (load)
      draft_.set("checkpoint.save_best", load->value, load->origin);
    else
      draft_.set_default("checkpoint.save_best", false, "load_best_model_at_end by default");
    if (load && is_evaluated && truth_of(load->value).value_or(false))
      draft_.set("checkpoint.best_as_result", true, load->origin);
    if (metric && is_evaluated) {
      std::string name = metric->value.get_if<std::string>() ? *metric->value.get_if<std::string>()
                                                             : std::string();
      if (name.starts_with("eval_")) name.erase(0, 5);
      draft_.set("evaluation.metric", "eval/" + name, metric->origin);
    } else if (metric) {
      draft_.note("import.no_effect", metric->origin);
    }
    // In the engine, lower is better only for losses and perplexities.
    const Setting* greater = given("greater_is_better");
    const auto truth = greater ? truth_of(greater->value) : std::nullopt;
    if (!truth) return;
    const Value* ours = draft_.value("evaluation.metric");
    const std::string name = ours ? word_of(*ours) : EvaluationSection().metric;
    if (*truth == (name.ends_with("loss") || name.ends_with("perplexity")))
      no_counterpart(*greater);
  }

  const Settings& settings_;
  const std::string& program_;
  Draft& draft_;
  const bool is_without_trainer_;
  TaskKind task_ = TaskKind::causal_language_modeling;
  bool is_task_guessed_ = false;
};

}  // namespace

void carry_arguments(const Settings& settings, const std::string& program, Draft& draft) {
  ArgumentReader(settings, program, draft).read();
}

}  // namespace trainyard
