// SPDX-License-Identifier: GPL-3.0-or-later
// One file because every program asks here, and so in one way, for what a document names.
#include "engine/train/sources.h"

#include <algorithm>
#include <cstdlib>

#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/messages.h"
#include "engine/data/first_columns.h"
#include "engine/data/random/numpy_generator.h"
#include "engine/data/steps/excerpt_steps.h"
#include "engine/text/sentences/punkt_parameters.h"
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

bool needs_mask(const Experiment& experiment) {
  return experiment.task.kind == TaskKind::masked_language_modeling;
}

// As transformers writes them; a number has one output with a name of no meaning.
void set_labels(Map& config, const Experiment& experiment, const PreparedData& data) {
  std::vector<std::string> labels = data.labels;
  if (data.rows == RowKind::regression) labels = {"LABEL_0"};
  Map names, numbers;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    names.emplace_back(std::to_string(i), labels[i]);
    numbers.emplace_back(labels[i], static_cast<std::int64_t>(i));
  }
  set(config, "id2label", names);
  set(config, "label2id", numbers);
  if (experiment.task.kind == TaskKind::sequence_classification)
    set(config, "problem_type", std::string(name_of(experiment.task.problem_type)));
  // Without one transformers cannot tell where a row ends.
  const auto padding = data.tokens.padding ? data.tokens.padding : data.tokens.end_of_text;
  const Value* known = find(config, "pad_token_id");
  if (padding && (!known || known->is_null())) set(config, "pad_token_id", *padding);
}

// Whether the folder says that its head is tied, and holds another one. What is wrong with its
// configuration or weights is found by those who read them.
bool holds_own_head(const Experiment& experiment, const Map& config, const fs::path& folder) {
  const auto model = make_model(std::string(name_of(experiment.model.kind)), config,
                                head_of(experiment.task.kind));
  if (!model) return false;
  const auto found = has_other_head(folder, (*model)->weight_names());
  return found && *found;
}

TextSources files_of(const DataRequest& request) {
  const DataSection& data = request.experiment.data;
  TextSources files;
  for (const auto& [paths, resolved] :
       {std::pair(&data.train, &files.train), std::pair(&data.validation, &files.validation),
        std::pair(&data.test, &files.test), std::pair(&data.temporal_test, &files.temporal_test)})
    for (const std::string& path : *paths) resolved->push_back(request.resolve(path));
  files.validation_split_ratio = data.validation_split_ratio;
  files.most_records = request.most_records;
  return files;
}

std::optional<fs::path> tokenizer_of(const DataRequest& request) {
  const DataSection& data = request.experiment.data;
  const auto& tokenizer = data.tokenizer ? data.tokenizer : request.experiment.model.pretrained;
  return tokenizer ? std::optional(request.resolve(*tokenizer)) : std::nullopt;
}

// The section with the paths of this machine.
DataSection data_of(const DataRequest& request) {
  return with_paths("data", request.experiment.data, request.resolve);
}

TextDataSettings text_settings(const DataRequest& request) {
  TextDataSettings settings;
  settings.sources = files_of(request);
  settings.data = data_of(request);
  settings.tokenizer = tokenizer_of(request);
  settings.trained = request.experiment.tokenizer;
  settings.vocab_size = request.model.vocab_size();
  settings.needs_mask = needs_mask(request.experiment);
  settings.num_threads = request.num_threads;
  return settings;
}

LabelledTextSettings labelled_settings(const DataRequest& request) {
  LabelledTextSettings settings;
  settings.sources = files_of(request);
  settings.data = data_of(request);
  settings.task = request.experiment.task;
  settings.rows = rows_of(request.experiment, request.labels);
  settings.tokenizer = tokenizer_of(request);
  if (settings.task.labels.empty() && request.experiment.model.pretrained)
    if (const auto config =
            read_model_config(request.resolve(*request.experiment.model.pretrained)))
      settings.model_labels = given_label_names(*config);
  settings.num_threads = request.num_threads;
  return settings;
}

InstructionDataSettings instruction_settings(const DataRequest& request) {
  InstructionDataSettings settings;
  settings.sources = files_of(request);
  settings.data = data_of(request);
  settings.instructions =
      with_paths("instructions", request.experiment.instructions, request.resolve);
  settings.tokenizer = tokenizer_of(request);
  settings.num_threads = request.num_threads;
  return settings;
}

TimelineDataSettings timeline_settings(const DataRequest& request) {
  const Experiment& experiment = request.experiment;
  TimelineDataSettings settings;
  settings.sources = files_of(request);
  settings.data = data_of(request);
  settings.timelines = with_paths("timelines", experiment.timelines, request.resolve);
  settings.classifies = experiment.task.kind == TaskKind::sequence_classification;
  settings.is_training = request.labels == LabelsAre::given;
  settings.seed = static_cast<std::uint64_t>(experiment.seed);
  return settings;
}

// Whether there are steps before tokens: only where texts are language, or have a label each.
bool asks_for_steps(const DataRequest& request) {
  return request.experiment.data.kind == DataKind::text && has_steps(request.experiment.data);
}

// Of files that are read by steps first.
std::vector<Error> check_step_sources(const DataRequest& request) {
  std::vector<Error> errors;
  const DataSection data = data_of(request);
  const bool reads_rows = has_row_steps(data);
  const auto check_rest = [&](auto settings, auto check) {
    const ColumnRules columns = column_rules(settings);
    if (reads_rows)
      for (const fs::path& file : settings.sources.all_files())
        if (auto checked = check_columns(file, columns); !checked)
          errors.push_back(checked.error());
    if (data.sentence_parameters)
      if (auto read = PunktParameters::read(*data.sentence_parameters); !read)
        errors.push_back(read.error());
    if (reads_rows) settings.sources = {};
    const std::vector<Error> others = check(settings);
    errors.insert(errors.end(), others.begin(), others.end());
  };
  if (is_language(rows_of(request.experiment, request.labels)))
    check_rest(text_settings(request), check_text_sources);
  else
    check_rest(labelled_settings(request), check_labelled_sources);
  return errors;
}

// Calls `with` for the kind of data that is asked for, with its settings and what checks and
// prepares it.
template <class With>
auto by_kind(const DataRequest& request, const With& with) {
  if (request.experiment.data.kind == DataKind::timelines)
    return with(timeline_settings(request), check_timeline_sources, prepare_timelines,
                prepare_timelines_cached);
  if (request.experiment.task.kind == TaskKind::instruction_tuning)
    return with(instruction_settings(request), check_instruction_sources, prepare_instructions,
                prepare_instructions_cached);
  if (is_language(rows_of(request.experiment, request.labels)))
    return with(text_settings(request), check_text_sources, prepare_text, prepare_text_cached);
  return with(labelled_settings(request), check_labelled_sources, prepare_labelled,
              prepare_labelled_cached);
}

}  // namespace

RowKind rows_of(const Experiment& experiment, LabelsAre labels) {
  const HeadKind head = head_of(experiment.task.kind);
  if (head == HeadKind::language_modeling) return RowKind::blocks;
  const bool has_labels = labels == LabelsAre::given;
  if (head == HeadKind::token_classification)
    return has_labels ? RowKind::token_labels : RowKind::unlabelled_words;
  if (!has_labels) return RowKind::unlabelled;
  switch (experiment.task.problem_type) {
    case ProblemType::multi_label_classification:
      return RowKind::multi_label;
    case ProblemType::regression:
      return RowKind::regression;
    case ProblemType::single_label_classification:
      break;
  }
  return RowKind::single_label;
}

fs::path resolve_path(const fs::path& experiment_file, const std::string& path) {
  const char* home = std::getenv("HOME");
  if (path.starts_with("~/") && home) return fs::path(home) / path.substr(2);
  if (path.starts_with("/")) return path;
  return experiment_file.parent_path() / path;
}

bool is_untied_by_its_weights(const Experiment& experiment, const Map& config, const Map& folder) {
  const auto says_own = [](const Map& map) { return !get<bool>(map, "tie_word_embeddings", true); };
  return says_own(config) && !says_own(folder) && !says_own(experiment.model.overrides);
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
  arguments.emplace_back(
      "key", experiment.model.kind == ModelKind::gpt2 ? "n_positions" : "max_position_embeddings");
  return make_error("data.sequence_too_long", std::move(arguments));
}

Map config_for_data(const Experiment& experiment, Map config, const PreparedData& data) {
  if (!is_language(data.rows)) set_labels(config, experiment, data);
  const SpecialTokens& tokens = data.tokens;
  if (experiment.task.kind == TaskKind::instruction_tuning && experiment.instructions.eos_token &&
      tokens.end_of_text)
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
  // Prepared data may be from anywhere; of the cache's folder nobody knows.
  const auto& tokenizer =
      experiment.data.tokenizer ? experiment.data.tokenizer : experiment.model.pretrained;
  const bool is_named = experiment.data.kind != DataKind::prepared && tokenizer;
  if (needs_mask(experiment) && !data.tokens.mask)
    return make_error("data.no_mask",
                      {{"tokenizer", is_named ? *tokenizer : data.folder.string()}});
  return {};
}

Result<std::unique_ptr<Dataset>> open_dataset(const Experiment& experiment,
                                              const PreparedData& data, const PreparedSplit& split,
                                              LabelsAre labels) {
  const std::int64_t length = experiment.data.sequence_length;
  const RowKind wanted = rows_of(experiment, labels);
  if (data.rows != wanted && !(is_language(wanted) && is_language(data.rows)))
    return make_error("data.other_rows", {{"folder", data.folder.string()},
                                          {"found", std::string(name_of(data.rows))},
                                          {"wanted", std::string(name_of(wanted))}});
  if (data.rows == RowKind::blocks) {
    TRY(auto blocks, data.open_split(split, length));
    return std::unique_ptr<Dataset>(std::make_unique<BlockDataset>(std::move(blocks)));
  }
  TRY(auto rows, data.open_rows(split));
  if (rows.longest_row() > length)
    return make_error("data.row_too_long", {{"folder", data.folder.string()},
                                            {"tokens", rows.longest_row()},
                                            {"sequence_length", length}});
  return std::unique_ptr<Dataset>(std::make_unique<RowDataset>(std::move(rows)));
}

std::unique_ptr<Dataset> some_examples(std::unique_ptr<Dataset> all,
                                       const std::optional<std::int64_t>& most,
                                       const std::optional<std::int64_t>& seed) {
  if (!most) return all;
  if (!seed || *most >= all->num_examples())
    return std::make_unique<FirstExamples>(std::move(all), *most);
  auto chosen =
      NumpyGenerator(static_cast<std::uint64_t>(*seed)).choice(all->num_examples(), *most);
  return std::make_unique<ChosenExamples>(std::move(all), std::move(chosen));
}

Result<std::optional<Steps>> steps_of(const DataRequest& request, const PrepareProgress& progress) {
  if (!asks_for_steps(request) || request.most_records) return std::optional<Steps>();
  if (is_language(rows_of(request.experiment, request.labels))) {
    TRY(auto steps, text_steps(text_settings(request), progress));
    return std::optional(std::move(steps));
  }
  TRY(auto steps, labelled_steps(labelled_settings(request), progress));
  return std::optional(std::move(steps));
}

bool is_padding_free(const Experiment& experiment) {
  return experiment.task.kind == TaskKind::instruction_tuning &&
         experiment.instructions.padding_free;
}

bool is_streamed(const Experiment& experiment) {
  return experiment.data.kind == DataKind::timelines && experiment.timelines.streaming &&
         experiment.task.kind != TaskKind::sequence_classification;
}

Result<std::unique_ptr<TimelineStream>> open_stream(const DataRequest& request,
                                                    const PreparedData& data,
                                                    const StreamSettings& stream) {
  return stream_timelines(timeline_settings(request), data.tokens, stream);
}

std::vector<Error> notes_on_sources(const DataRequest& request) {
  const Experiment& experiment = request.experiment;
  if (experiment.data.kind != DataKind::text || has_row_steps(experiment.data) ||
      experiment.task.kind == TaskKind::instruction_tuning ||
      !is_language(rows_of(experiment, request.labels)))
    return {};
  return first_columns_taken(files_of(request), experiment.data.text_column);
}

std::vector<Error> check_sources(const DataRequest& request) {
  if (asks_for_steps(request)) return check_step_sources(request);
  return by_kind(request,
                 [](const auto& settings, auto check, auto, auto) { return check(settings); });
}

Result<PreparedData> prepare_into(const DataRequest& request, const fs::path& folder,
                                  const PrepareProgress& progress) {
  TRY(const auto steps, steps_of(request, progress));
  if (steps) return steps->run_into(folder, progress);
  if (request.most_records && asks_for_steps(request)) {
    if (is_language(rows_of(request.experiment, request.labels)))
      return prepare_text_excerpt(text_settings(request), folder, progress);
    return prepare_labelled_excerpt(labelled_settings(request), folder, progress);
  }
  Experiment experiment = request.experiment;
  experiment.timelines.streaming = false;
  const DataRequest whole{experiment,      request.model,  request.num_threads,
                          request.resolve, request.labels, request.most_records};
  return by_kind(whole, [&](const auto& settings, auto, auto prepare, auto) {
    return prepare(settings, folder, progress);
  });
}

Result<PreparedData> prepare_cached(const DataRequest& request, const PrepareProgress& progress) {
  TRY(const auto steps, steps_of(request, progress));
  if (steps) return steps->run_all(progress);
  return by_kind(request, [&](const auto& settings, auto, auto, auto cached) {
    return cached(settings, progress);
  });
}

}  // namespace trainyard
