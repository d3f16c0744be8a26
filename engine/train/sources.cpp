#include "engine/train/sources.h"

#include <algorithm>
#include <cstdlib>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

void set_if_absent(Map& map, const std::string& key, const Value& value) {
  if (!find(map, key)) map.emplace_back(key, value);
}

bool needs_mask(const Experiment& experiment) {
  return experiment.task.kind == TaskKind::masked_language_modeling;
}

}  // namespace

fs::path resolve_path(const fs::path& experiment_file, const std::string& path) {
  const char* home = std::getenv("HOME");
  if (path.starts_with("~/") && home) return fs::path(home) / path.substr(2);
  if (path.starts_with("/")) return path;
  return experiment_file.parent_path() / path;
}

Result<Map> model_config(const Experiment& experiment, const ResolvePath& resolve) {
  Map base;
  if (experiment.model.pretrained) {
    TRY(base, read_model_config(resolve(*experiment.model.pretrained)));
  }
  return apply_overrides(std::string(name_of(experiment.model.kind)), base,
                         experiment.model.overrides);
}

Result<std::unique_ptr<Model>> make_checked_model(const Experiment& experiment, const Map& config) {
  auto model = make_model(std::string(name_of(experiment.model.kind)), config);
  if (model && experiment.data.sequence_length > (*model)->max_positions())
    return make_error("data.sequence_too_long",
                      {{"sequence_length", experiment.data.sequence_length},
                       {"positions", (*model)->max_positions()}});
  return model;
}

Map config_for_data(const Experiment& experiment, Map config, const PreparedData& data) {
  if (experiment.model.pretrained) return config;
  const SpecialTokens& tokens = data.tokens;
  set_if_absent(config, "vocab_size", tokens.vocab_size);
  if (tokens.end_of_text) {
    set_if_absent(config, "bos_token_id", *tokens.end_of_text);
    set_if_absent(config, "eos_token_id", *tokens.end_of_text);
  }
  if (tokens.padding) set_if_absent(config, "pad_token_id", *tokens.padding);
  return config;
}

Result<void> check_vocabulary(const Experiment& experiment, const PreparedData& data,
                              const Model& model) {
  if (data.tokens.vocab_size > model.vocab_size())
    return make_error("data.vocabulary",
                      {{"tokenizer", data.tokens.vocab_size}, {"model", model.vocab_size()}});
  if (needs_mask(experiment) && !data.tokens.mask)
    return make_error("data.no_mask", {{"tokenizer", data.folder.string()}});
  return {};
}

TextDataSettings text_settings(const Experiment& experiment, const Model& model, int num_threads,
                               const ResolvePath& resolve) {
  TextDataSettings settings;
  for (const std::string& path : experiment.data.train) settings.train.push_back(resolve(path));
  for (const std::string& path : experiment.data.validation)
    settings.validation.push_back(resolve(path));
  settings.validation_split_ratio = experiment.data.validation_split_ratio;
  const auto& tokenizer =
      experiment.data.tokenizer ? experiment.data.tokenizer : experiment.model.pretrained;
  if (tokenizer) settings.tokenizer = resolve(*tokenizer);
  settings.vocab_size = model.vocab_size();
  settings.num_threads = num_threads;
  settings.needs_mask = needs_mask(experiment);
  return settings;
}

}  // namespace trainyard
