// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/prepare_labelled.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/labelled/record_parser.h"
#include "engine/data/labelled/row_writer.h"
#include "engine/data/prepared_folder.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

using TakeNumbered = std::function<Result<void>(LabelledRecord&&, std::int64_t)>;

// Reads the records of `files` as one sequence; `take` gets each with its number from 0.
Result<void> walk_records(const std::vector<TextFile>& files, const LabelledTextSettings& settings,
                          std::string_view phase, const PrepareProgress& progress,
                          const TakeNumbered& take) {
  const double total = total_bytes(files);
  double before = 0;
  std::int64_t number = 0;
  Excerpt excerpt(settings.sources.max_records);
  for (const TextFile& file : files) {
    const auto on_progress = [&](std::uint64_t done) -> Result<void> {
      if (progress(phase, before + static_cast<double>(done), total)) return {};
      return preparing_stopped();
    };
    const auto take_record = [&](LabelledRecord&& record) -> Result<void> {
      TRY(take(std::move(record), number++));
      return excerpt.take();
    };
    TRY(excerpt.walk(file, on_progress, [&](std::uint64_t most) -> Result<void> {
      TRY(for_each_record(file, settings, take_record, on_progress, most));
      return {};
    }));
    before += static_cast<double>(file.size());
  }
  return {};
}

bool labels_are_looked_for(const LabelledTextSettings& settings) {
  return has_label_names(settings.rows) && settings.task.labels.empty();
}

// The labels that occur in records, in the order of the model if it knows all of them.
std::vector<std::string> in_order(const LabelCollection& found,
                                  const LabelledTextSettings& settings) {
  std::vector<std::string> sorted = found.sorted();
  const auto is_known = [&](const std::string& name) {
    return std::ranges::find(settings.model_labels, name) != settings.model_labels.end();
  };
  return std::ranges::all_of(sorted, is_known) && !settings.model_labels.empty()
             ? settings.model_labels
             : sorted;
}

// What must be known about the training records before any is encoded.
struct Survey {
  Labels labels;
  std::int64_t num_held_out = 0;
};

Result<Survey> survey(const LabelledTextSettings& settings, const OpenSources& sources,
                      const PrepareProgress& progress) {
  const bool looks_for_labels = labels_are_looked_for(settings);
  LabelCollection found;
  std::int64_t num_records = 0;
  if (looks_for_labels || settings.sources.holds_out()) {
    TRY(walk_records(sources.train, settings, "phase.reading", progress,
                     [&](LabelledRecord&& record, std::int64_t) -> Result<void> {
                       ++num_records;
                       if (looks_for_labels) return found.add(record, settings.data.label_column);
                       return {};
                     }));
  }
  Survey survey;
  survey.num_held_out = settings.sources.num_held_out(num_records);
  if (has_label_names(settings.rows)) {
    TRY(survey.labels,
        Labels::create(looks_for_labels ? in_order(found, settings) : settings.task.labels));
  }
  return survey;
}

Result<Tokenizer> given_tokenizer(const LabelledTextSettings& settings) {
  if (!settings.tokenizer) return make_error("data.no_tokenizer", {});
  return Tokenizer::read(*settings.tokenizer);
}

// The held-out records are the first of the training files.
Result<void> write_splits(const LabelledTextSettings& settings, const OpenSources& sources,
                          const RowRules& rules, std::int64_t held_out, PreparedData& data,
                          const PrepareProgress& progress) {
  TRY(auto train, RowWriter::create(rules, data.folder, "train"));
  std::optional<RowWriter> validation;
  if (held_out > 0 || !sources.validation.empty()) {
    TRY(auto writer, RowWriter::create(rules, data.folder, "validation"));
    validation.emplace(std::move(writer));
  }
  TRY(walk_records(sources.train, settings, "phase.tokenizing", progress,
                   [&](LabelledRecord&& record, std::int64_t number) {
                     return number < held_out ? validation->add(std::move(record))
                                              : train.add(std::move(record));
                   }));
  TRY(walk_records(
      sources.validation, settings, "phase.tokenizing", progress,
      [&](LabelledRecord&& record, std::int64_t) { return validation->add(std::move(record)); }));
  TRY(data.train, train.finish());
  if (data.train.num_rows == 0)
    return make_error("data.no_training_records",
                      {{"file", settings.sources.train.front().string()}});
  if (!validation) return {};
  TRY(data.validation, validation->finish());
  if (data.validation.num_rows == 0)
    return make_error("data.no_records", {{"file", settings.sources.validation.front().string()}});
  return {};
}

Result<PreparedSplit> write_test(const LabelledTextSettings& settings,
                                 const std::vector<TextFile>& files, const RowRules& rules,
                                 const fs::path& folder, const std::string& name,
                                 const PrepareProgress& progress) {
  TRY(auto rows, RowWriter::create(rules, folder, name));
  TRY(walk_records(
      files, settings, "phase.tokenizing", progress,
      [&](LabelledRecord&& record, std::int64_t) { return rows.add(std::move(record)); }));
  TRY(auto split, rows.finish());
  if (split.num_rows == 0)
    return make_error("data.no_records", {{"file", files.front().path().string()}});
  return split;
}

Result<PreparedData> fill_labelled(const LabelledTextSettings& settings, const OpenSources& sources,
                                   const fs::path& folder, const PrepareProgress& progress) {
  TRY(const auto tokenizer, given_tokenizer(settings));
  TRY(check_text(settings.sources, sources, progress));
  TRY(const Survey known, survey(settings, sources, progress));
  TRY(const auto rules, RowRules::create(settings, known.labels, tokenizer));
  TRY(auto data, begin_prepared(folder, tokenizer));
  data.rows = settings.rows;
  data.labels = known.labels.names();
  data.num_token_types = rules.num_token_types();
  TRY(write_splits(settings, sources, rules, known.num_held_out, data, progress));
  if (!sources.test.empty()) {
    TRY(data.test, write_test(settings, sources.test, rules, folder, "test", progress));
  }
  if (!sources.temporal_test.empty()) {
    TRY(data.temporal_test,
        write_test(settings, sources.temporal_test, rules, folder, "temporal_test", progress));
  }
  return finish_prepared(std::move(data), settings.sources, progress);
}

// Reads the first part of a file, and adds its labels to `found` or checks them against `known`.
// Returns whether that was the whole file.
Result<bool> check_file_of_records(const fs::path& path, const LabelledTextSettings& settings,
                                   const Labels* known, LabelCollection* found) {
  const auto on_progress = [](std::uint64_t) { return Result<void>(); };
  TRY(const auto file, TextFile::open(path));
  TRY(file.check_text(on_progress, preflight_bytes));
  const auto take = [&](LabelledRecord&& record) -> Result<void> {
    if (found) return found->add(record, settings.data.label_column);
    if (!known) return {};
    for (const std::string& name : record.labels) {
      TRY(known->index_of(name, record));
    }
    return {};
  };
  return for_each_record(file, settings, take, on_progress, preflight_bytes);
}

}  // namespace

std::vector<Error> check_labelled_sources(const LabelledTextSettings& settings) {
  std::vector<Error> errors;
  LabelCollection found;
  Labels known;
  const bool looks_for_labels = labels_are_looked_for(settings);
  const bool has_labels = has_label_names(settings.rows);
  const auto note = [&](const auto& outcome) {
    if (!outcome) errors.push_back(outcome.error());
    return outcome.ok();
  };
  if (auto given = Labels::create(settings.task.labels); note(given)) known = *std::move(given);
  bool is_whole = true;
  for (const fs::path& path : settings.sources.train) {
    const auto all = check_file_of_records(path, settings, has_labels ? &known : nullptr,
                                           looks_for_labels ? &found : nullptr);
    is_whole = note(all) && *all && is_whole;
  }
  // Labels in parts that were not read are unknown.
  if (looks_for_labels)
    if (auto named = Labels::create(in_order(found, settings))) known = *std::move(named);
  const bool knows_labels = has_labels && (is_whole || !looks_for_labels);
  for (const auto* paths :
       {&settings.sources.validation, &settings.sources.test, &settings.sources.temporal_test})
    for (const fs::path& path : *paths)
      note(check_file_of_records(path, settings, knows_labels ? &known : nullptr, nullptr));
  if (const auto tokenizer = given_tokenizer(settings); note(tokenizer))
    note(RowRules::create(settings, known, *tokenizer));
  return errors;
}

Result<PreparedData> prepare_labelled(const LabelledTextSettings& settings, const fs::path& folder,
                                      const PrepareProgress& progress) {
  TRY(const auto sources, open_sources(settings.sources));
  return make_prepared(folder, progress,
                       [&](const fs::path& place, const PrepareProgress& on_progress) {
                         return fill_labelled(settings, sources, place, on_progress);
                       });
}

FieldNames fields_without_use(const LabelledTextSettings& settings) {
  FieldNames names = fields_outside_keys(settings.sources);
  names.insert(names.end(),
               {"data.keep_linebreaks", "data.texts_per_group", "data.keep_short_groups",
                "data.sentences", "data.sentence_parameters", "task.mlm_probability"});
  return names;
}

Result<Map> labelled_key(const LabelledTextSettings& settings, const PrepareProgress& progress) {
  TRY(auto key, source_key(settings.sources, settings.tokenizer, progress));
  const FieldNames without = fields_without_use(settings);
  TRY(auto data, described_key("data", settings.data, without));
  append(key, std::move(data));
  TRY(auto task, described_key("task", settings.task, without));
  append(key, std::move(task));
  key.emplace_back("endings", endings_of(settings.sources));
  key.emplace_back("rows", std::string(name_of(settings.rows)));
  if (labels_are_looked_for(settings))
    key.emplace_back("model_labels",
                     List(settings.model_labels.begin(), settings.model_labels.end()));
  key.emplace_back("first_column_otherwise", settings.first_column_otherwise);
  return key;
}

}  // namespace trainyard
