// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/model_setup.h"

#include <algorithm>

#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/trained_adapter.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "engine/train/model_labels.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

void set(Map& map, const std::string& key, Value value) {
  std::erase_if(map, [&](const auto& entry) { return entry.first == key; });
  map.emplace_back(key, std::move(value));
}

void set_if_absent(Map& map, const std::string& key, const Value& value) {
  if (!find(map, key)) map.emplace_back(key, value);
}

// In transformers' format; a regression has one output with a meaningless name.
void set_labels(Map& config, const Experiment& experiment, const PreparedData& data) {
  std::vector<std::string> labels = data.labels;
  if (data.rows == RowKind::regression) labels = {"LABEL_0"};
  Map names, numbers;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    names.emplace_back(std::to_string(i), labels[i]);
    numbers.emplace_back(labels[i], static_cast<std::int64_t>(i));
  }
  std::erase_if(config, [](const auto& entry) { return entry.first == "num_labels"; });
  set(config, "id2label", names);
  set(config, "label2id", numbers);
  if (traits_of(experiment.task.kind).output == TaskOutput::row)
    set(config, "problem_type", std::string(name_of(experiment.task.problem_type)));
  // Without it transformers cannot find the end of a row.
  const auto padding = data.tokens.padding ? data.tokens.padding : data.tokens.end_of_text;
  const Value* known = find(config, "pad_token_id");
  if (padding && (!known || known->is_null())) set(config, "pad_token_id", *padding);
}

// Whether the folder says that its head is tied, but contains a different one. Errors in its
// configuration or weights are reported by those who read them.
bool holds_own_head(const Experiment& experiment, const Map& config, const fs::path& folder) {
  const auto model = make_model(std::string(name_of(experiment.model.kind)), config,
                                head_of(experiment.task.kind));
  if (!model) return false;
  const auto found = has_other_head(folder, (*model)->weight_names());
  return found && *found;
}

}  // namespace

bool is_untied_by_its_weights(const Experiment& experiment, const Map& config, const Map& folder) {
  const auto says_own = [](const Map& map) { return !get<bool>(map, "tie_word_embeddings", true); };
  const Map& overrides = experiment.model.overrides;
  return says_own(config) && !says_own(find(overrides, "tie_word_embeddings") ? overrides : folder);
}

Map unused_overrides(const Experiment& experiment, const Map& config) {
  Map unused;
  const Value* labels = find(config, "id2label");
  for (const auto& [key, value] : experiment.model.overrides) {
    const Value* final_value = find(config, key);
    const bool is_decided_by_data = key == "num_labels" || key == "id2label" || key == "label2id" ||
                                    key == "problem_type" || key == "vocab_size" ||
                                    key == "eos_token_id";
    if (!is_decided_by_data) continue;
    if (key == "num_labels" && labels && labels->get_if<Map>()) {
      const auto count = static_cast<std::int64_t>(labels->get_if<Map>()->size());
      if (value != Value(count)) unused.emplace_back(key, count);
    } else if (final_value && *final_value != value) {
      unused.emplace_back(key, *final_value);
    }
  }
  return unused;
}

Result<Map> model_config(const Experiment& experiment, const ResolvePath& resolve) {
  Map base;
  if (experiment.model.pretrained) {
    TRY(base, read_model_config(resolve(*experiment.model.pretrained)));
  }
  TRY(Map config, apply_overrides(std::string(name_of(experiment.model.kind)), base,
                                  experiment.model.overrides));
  if (experiment.model.pretrained &&
      holds_own_head(experiment, config, resolve(*experiment.model.pretrained)))
    set(config, "tie_word_embeddings", false);
  return config;
}

Result<std::unique_ptr<Model>> make_checked_model(const Experiment& experiment, const Map& config) {
  auto model = make_model(std::string(name_of(experiment.model.kind)), config,
                          head_of(experiment.task.kind));
  if (!model || experiment.data.sequence_length <= (*model)->max_positions()) return model;
  Map arguments{{"sequence_length", experiment.data.sequence_length},
                {"positions", (*model)->max_positions()}};
  if (experiment.model.pretrained)
    return make_error("data.sequence_past_pretrained", std::move(arguments));
  arguments.emplace_back("key", traits_of(experiment.model.kind).positions_key);
  return make_error("data.sequence_too_long", std::move(arguments));
}

Map config_for_data(const Experiment& experiment, Map config, const PreparedData& data) {
  if (!is_language(data.rows)) set_labels(config, experiment, data);
  const SpecialTokens& tokens = data.tokens;
  if (ends_with_own_token(experiment) && tokens.end_of_text)
    set(config, "eos_token_id", *tokens.end_of_text);
  if (experiment.model.pretrained) {
    if (experiment.model.resize_vocabulary &&
        tokens.vocab_size > get<std::int64_t>(config, "vocab_size", INT64_MAX))
      set(config, "vocab_size", tokens.vocab_size);
    return config;
  }
  set_if_absent(config, "vocab_size", tokens.vocab_size);
  if (const auto& begin = tokens.begin_of_text ? tokens.begin_of_text : tokens.end_of_text)
    set_if_absent(config, "bos_token_id", *begin);
  if (tokens.end_of_text) set_if_absent(config, "eos_token_id", *tokens.end_of_text);
  if (tokens.padding) set_if_absent(config, "pad_token_id", *tokens.padding);
  return config;
}

bool ends_with_own_token(const Experiment& experiment) {
  return traits_of(experiment.task.kind).records == TaskRecords::instructions &&
         experiment.instructions.eos_token;
}

TaskData task_data(const PreparedData& data, const Map& config) {
  const Value* padding = find(config, "pad_token_id");
  const std::int64_t* id = padding ? padding->get_if<std::int64_t>() : nullptr;
  return {data.tokens, data.labels, id ? std::optional(*id) : std::nullopt};
}

Result<void> check_vocabulary(const Experiment& experiment, const PreparedData& data,
                              const Model& model) {
  if (data.tokens.vocab_size > model.vocab_size())
    return make_error("data.vocabulary",
                      {{"tokenizer", data.tokens.vocab_size}, {"model", model.vocab_size()}});
  // Prepared data may be from anywhere; users do not know the folder in the cache.
  const auto& tokenizer =
      experiment.data.tokenizer ? experiment.data.tokenizer : experiment.model.pretrained;
  const bool is_named = experiment.data.kind != DataKind::prepared && tokenizer;
  if (needs_mask(experiment) && !data.tokens.mask)
    return make_error("data.no_mask",
                      {{"tokenizer", is_named ? *tokenizer : data.folder.string()}});
  return {};
}

Result<void> check_adapter(const Experiment& experiment, const ResolvePath& resolve) {
  const LoraSection& lora = experiment.lora;
  if (!lora.rank || !lora.pretrained) return {};
  const fs::path folder = resolve(*lora.pretrained);
  TRY(const TrainedAdapter given, TrainedAdapter::read(folder));
  if (given.alpha == lora.alpha && given.use_rslora == lora.use_rslora) return {};
  return make_error("adapter.other_scale", {{"folder", folder.string()},
                                            {"alpha", given.alpha},
                                            {"rslora", given.use_rslora ? "true" : "false"}});
}

Result<void> check_metric(const Experiment& experiment) {
  const std::string& wanted = experiment.evaluation.metric;
  TRY(const std::unique_ptr<Task> task, make_task(experiment));
  const std::vector<std::string> known = task->metric_names();
  if (std::ranges::find(known, wanted) != known.end()) return {};
  return make_error("evaluation.metric", {{"metric", wanted}, {"known", comma_list(known)}});
}

DataRequest data_request(const Experiment& experiment, const Model& model,
                         const ResolvePath& resolve, int num_threads) {
  DataRequest request{.experiment = experiment, .resolve = resolve};
  request.num_threads = num_threads;
  request.vocab_size = model.vocab_size();
  if (experiment.task.labels.empty() && experiment.model.pretrained)
    if (const auto config = read_model_config(resolve(*experiment.model.pretrained)))
      request.model_labels = given_label_names(*config);
  return request;
}

}  // namespace trainyard
