// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/steps.h"

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/data/labelled/record_parser.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/source_digests.h"
#include "engine/data/steps/group_step.h"
#include "engine/data/steps/sentence_step.h"
#include "engine/data/steps/split_step.h"
#include "engine/text/sentences/punkt_parameters.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

std::string digest_of(const Map& key) { return digest_text(to_json(Value(key))); }

List list_of(const std::vector<std::string>& texts) { return List(texts.begin(), texts.end()); }

// Fields that are only used by later steps, per step: a field that is not listed is in the keys of
// all of them.
FieldNames unused_by_sentences(FieldNames unused) {
  unused.insert(unused.end(),
                {"data.sequence_length", "data.texts_per_group", "data.keep_short_groups"});
  return unused;
}
FieldNames unused_by_vocabulary(FieldNames unused) {
  unused = unused_by_sentences(std::move(unused));
  unused.insert(unused.end(), {"data.sentences", "data.sentence_parameters"});
  return unused;
}
FieldNames unused_by_split(FieldNames unused) {
  unused = unused_by_vocabulary(std::move(unused));
  unused.emplace_back("data.keep_linebreaks");
  return unused;
}
FieldNames unused_by_columns(FieldNames unused) {
  unused = unused_by_split(std::move(unused));
  unused.insert(unused.end(),
                {"data.split_seed", "data.validation_split_ratio", "data.test_split_ratio"});
  return unused;
}

// Builds the list of steps, and tracks which files the next step reads.
class StepBuilder {
 public:
  // `unused`: fields that this kind of data does not use.
  static Result<StepBuilder> create(const TextSources& raw, const DataSection& data,
                                    FieldNames unused, const PrepareProgress& progress) {
    StepBuilder builder(raw, data, std::move(unused));
    TextSources::Origin origin;
    TRY(origin.files, source_digests(raw, progress));
    TRY(Map key, source_key(raw, std::nullopt, progress));
    key.emplace_back("endings", endings_of(raw));
    origin.key = digest_of(key);
    builder.sources_.origin = std::move(origin);
    return builder;
  }

  const TextSources& sources() const { return sources_; }
  const std::vector<std::size_t>& needs() const { return needs_; }

  // Adds the steps for columns and split, if they are needed.
  Result<void> add_first(const ColumnRules& columns) {
    if (!has_row_steps(data_)) return {};
    TRY(add_columns(columns));
    return data_.split_seed ? add_split() : Result<void>();
  }

  Result<void> add_sentences(int num_threads) {
    if (data_.sentence_parameters) {
      TRY(PunktParameters::read(*data_.sentence_parameters));
    }
    TRY(Map key, described_key("data", data_, unused_by_sentences(unused_)));
    key.emplace_back("ratio", sources_.validation_split_ratio);
    std::vector<Split> splits = splits_with_files();
    if (sources_.validation.empty() && sources_.validation_split_ratio > 0)
      splits.push_back(Split::validation);
    TRY(add(
        "sentences", std::move(key),
        [from = sources_, data = data_, num_threads](const fs::path& folder,
                                                     const PrepareProgress& progress) {
          return write_sentences(from, data, num_threads, folder, progress);
        },
        splits));
    sources_.validation_split_ratio = 0;
    return {};
  }

  // Returns the tokenizer's folder.
  Result<fs::path> add_vocabulary(TextDataSettings settings) {
    settings.sources = sources_;
    TRY(Map key, described_key("data", data_, unused_by_vocabulary(unused_)));
    key.emplace_back("ratio", sources_.validation.empty() ? sources_.validation_split_ratio : 0.0);
    TRY(add_vocabulary_key(settings, key));
    TRY(const fs::path folder,
        add_aside("vocabulary", std::move(key),
                  [settings](const fs::path& place, const PrepareProgress& progress) {
                    return train_vocabulary(settings, place, progress);
                  }));
    sources_.origin->tokenizer = last_key_;
    return folder;
  }

  Result<void> add_prepared(
      const std::string& name, std::vector<std::size_t> needs, const Map& key,
      std::function<Result<PreparedData>(const fs::path&, const PrepareProgress&)> make) {
    TRY(const fs::path folder, prepared_place(key));
    steps_.push_back({name, folder, std::move(needs),
                      [key, make](const PrepareProgress& progress) -> Result<void> {
                        TRY(prepared_from_cache(
                            key, [&](const fs::path& place) { return make(place, progress); }));
                        return {};
                      },
                      make});
    return {};
  }

  std::size_t last() const { return steps_.size() - 1; }
  const std::vector<Step>& steps() const { return steps_; }

 private:
  StepBuilder(TextSources raw, const DataSection& data, FieldNames unused)
      : sources_(std::move(raw)), data_(data), unused_(std::move(unused)) {}

  std::vector<Split> splits_with_files() const {
    std::vector<Split> splits;
    for (const Split split : all_splits)
      if (!sources_.files(split).empty()) splits.push_back(split);
    return splits;
  }

  // Adds a step whose output files are read by the following ones; `splits` are those that it
  // writes.
  Result<void> add(const std::string& name, Map key, const FillAny& fill,
                   const std::vector<Split>& splits) {
    TRY(const fs::path folder, add_aside(name, std::move(key), fill));
    for (const Split split : splits)
      member_of(sources_, split) = {folder / (std::string(name_of(split)) + ".csv")};
    needs_ = {steps_.size() - 1};
    sources_.origin->key = last_key_;
    return {};
  }

  // Adds a step whose output is not text for the following ones.
  Result<fs::path> add_aside(const std::string& name, Map key, const FillAny& fill) {
    key.emplace_back("of", sources_.origin->key);
    TRY(const fs::path folder, step_place(name, key));
    steps_.push_back({name,
                      folder,
                      needs_,
                      [folder, fill](const PrepareProgress& progress) {
                        return make_step(folder, progress, fill);
                      },
                      {}});
    last_key_ = digest_of(key);
    return folder;
  }

  Result<void> add_columns(const ColumnRules& columns) {
    TRY(Map key, described_key("data", data_, unused_by_columns(unused_)));
    key.emplace_back("columns", list_of(columns.columns));
    key.emplace_back("labels", list_of(columns.labels));
    key.emplace_back("rows", std::string(name_of(columns.rows)));
    if (columns.label_column) key.emplace_back("label", *columns.label_column);
    return add(
        "columns", std::move(key),
        [raw = sources_, columns](const fs::path& folder, const PrepareProgress& progress) {
          return write_columns(raw, columns, folder, progress);
        },
        splits_with_files());
  }

  Result<void> add_split() {
    TRY(Map key, described_key("data", data_, unused_by_split(unused_)));
    std::vector<Split> splits = {Split::train};
    if (data_.validation_split_ratio > 0) splits.push_back(Split::validation);
    if (data_.test_split_ratio > 0) splits.push_back(Split::test);
    TRY(add(
        "split", std::move(key),
        [columns = steps_.back().folder, data = data_](const fs::path& folder,
                                                       const PrepareProgress& progress) {
          return write_split_rows(columns, data, folder, progress);
        },
        splits));
    needs_ = {steps_.size() - 2, steps_.size() - 1};
    sources_.validation_split_ratio = 0;
    return {};
  }

  TextSources sources_;
  const DataSection data_;
  const FieldNames unused_;
  std::vector<Step> steps_;
  std::vector<std::size_t> needs_;  // steps that wrote the sources
  std::string last_key_;
};

// The vocabulary comes before sentences: it is learned from whole texts.
Result<void> add_text_steps(StepBuilder& builder, TextDataSettings& settings) {
  std::vector<std::size_t> also;
  if (!settings.tokenizer) {
    TRY(settings.tokenizer, builder.add_vocabulary(settings));
    also = {builder.last()};
  }
  if (has_sentences(settings.data)) {
    TRY(builder.add_sentences(settings.num_threads));
    settings.longest_text = settings.data.sequence_length;
  }
  settings.sources = builder.sources();
  also.insert(also.end(), builder.needs().begin(), builder.needs().end());
  const GroupRules groups{settings.data.texts_per_group.value_or(0), settings.data.sequence_length,
                          settings.data.keep_short_groups};
  const bool are_grouped = has_sentences(settings.data) && settings.data.texts_per_group;
  TRY(Map group_key, described_key("data", settings.data, fields_outside_keys(settings.sources)));
  if (are_grouped) {
    settings.data.texts_per_group.reset();
    settings.keep_texts_apart = true;
  }
  const auto keep_on = [](std::string_view, double, double) { return true; };
  TRY(Map key, text_key(settings, keep_on));
  TRY(builder.add_prepared("tokens", also, key,
                           [settings](const fs::path& place, const PrepareProgress& progress) {
                             return prepare_text(settings, place, progress);
                           }));
  if (!are_grouped) return {};
  const fs::path tokens = builder.steps().back().folder;
  group_key.emplace_back("tokens", digest_of(key));
  return builder.add_prepared(
      "groups", {builder.last()}, group_key,
      [tokens, groups](const fs::path& place,
                       const PrepareProgress& progress) -> Result<PreparedData> {
        TRY(const auto texts, read_prepared(tokens));
        return make_prepared(place, progress,
                             [&](const fs::path& folder, const PrepareProgress& on_progress) {
                               return write_groups(texts, groups, folder, on_progress);
                             });
      });
}

}  // namespace

bool Steps::is_done(const Step& step) const {
  return step.make_at ? read_prepared(step.folder).ok() : check_step(step.folder).ok();
}

Result<void> Steps::run(std::size_t index, const PrepareProgress& progress) const {
  const Step& step = steps_[index];
  if (is_done(step)) return {};
  for (const std::size_t needed : step.needs) {
    TRY(run(needed, progress));
  }
  return step.make(progress);
}

Result<PreparedData> Steps::run_all(const PrepareProgress& progress) const {
  TRY(run(steps_.size() - 1, progress));
  return read_prepared(steps_.back().folder);
}

Result<PreparedData> Steps::run_into(const fs::path& folder,
                                     const PrepareProgress& progress) const {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(folder, problem)))
    return make_error("data.output_exists", {{"path", folder.string()}});
  for (const std::size_t needed : steps_.back().needs) {
    TRY(run(needed, progress));
  }
  return steps_.back().make_at(folder, progress);
}

std::vector<Error> check_steps(const TextSources& sources, const DataSection& data,
                               const ColumnRules& columns) {
  std::vector<Error> errors;
  if (has_row_steps(data))
    for (const fs::path& file : sources.all_files())
      if (auto checked = check_columns(file, columns); !checked) errors.push_back(checked.error());
  if (data.sentence_parameters)
    if (auto read = PunktParameters::read(*data.sentence_parameters); !read)
      errors.push_back(read.error());
  return errors;
}

ColumnRules column_rules(const TextDataSettings& settings) {
  ColumnRules rules;
  rules.columns = {settings.data.text_column};
  rules.drops_incomplete = settings.data.drop_incomplete_rows;
  return rules;
}

ColumnRules column_rules(const LabelledTextSettings& settings) {
  const DataSection& data = settings.data;
  ColumnRules rules;
  rules.columns = {data.text_column};
  rules.rows = settings.rows;
  rules.text_pair_column = data.text_pair_column;
  rules.drops_incomplete = data.drop_incomplete_rows;
  if (has_labels(settings.rows)) rules.columns.push_back(data.label_column);
  if (data.text_pair_column) rules.columns.push_back(*data.text_pair_column);
  if (settings.rows == RowKind::single_label) {
    rules.label_column = data.label_column;
    rules.labels = settings.task.labels;
  }
  return rules;
}

Result<Steps> text_steps(const TextDataSettings& given, const PrepareProgress& progress) {
  TextDataSettings settings = given;
  TRY(auto builder,
      StepBuilder::create(given.sources, given.data, fields_outside_keys(given.sources), progress));
  TRY(builder.add_first(column_rules(given)));
  TRY(add_text_steps(builder, settings));
  return Steps(builder.steps());
}

Result<Steps> labelled_steps(const LabelledTextSettings& given, const PrepareProgress& progress) {
  LabelledTextSettings settings = given;
  TRY(auto builder,
      StepBuilder::create(given.sources, given.data, fields_without_use(given), progress));
  TRY(builder.add_first(column_rules(given)));
  settings.sources = builder.sources();
  TRY(const Map key, labelled_key(settings, progress));
  TRY(builder.add_prepared("tokens", builder.needs(), key,
                           [settings](const fs::path& place, const PrepareProgress& on_progress) {
                             return prepare_labelled(settings, place, on_progress);
                           }));
  return Steps(builder.steps());
}

}  // namespace trainyard
