// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/prepare_timelines.h"

#include <algorithm>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/split_writer.h"
#include "engine/data/timelines/classification_rows.h"
#include "engine/data/timelines/packed_timelines.h"
#include "engine/data/timelines/timeline_vocabulary.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kWrittenIds = 1 << 20;  // at once

// The vocabulary and its special tokens.
struct Words {
  TimelineVocabulary vocabulary;
  SpecialTokens tokens;
};

Result<Words> read_words(const TimelineDataSettings& settings) {
  if (!settings.timelines.vocabulary) return make_error("timelines.no_vocabulary", {});
  const fs::path path = *settings.timelines.vocabulary;
  Words words;
  TRY(words.vocabulary,
      path.extension() == ".json" ? read_vocabulary(path) : read_vocab_gzip(path));
  words.tokens.vocab_size = std::ssize(words.vocabulary.words);
  for (const auto& [id, word] :
       {std::pair(&words.tokens.begin_of_text, "TL_START"),
        std::pair(&words.tokens.end_of_text, "TL_END"), std::pair(&words.tokens.padding, "PAD")}) {
    *id = words.vocabulary.id_of(word);
    if (!*id) return make_error("timelines.no_word", {{"path", path.string()}, {"word", word}});
  }
  return words;
}

TimelineFiles files_of(const TimelineDataSettings& settings, const std::vector<fs::path>& paths,
                       const SpecialTokens& tokens) {
  return {paths, std::string(name_of(settings.timelines.column)), tokens.vocab_size,
          settings.sources.max_records.value_or(INT64_MAX)};
}

PackingSettings packing_of(const TimelineDataSettings& settings, const std::vector<fs::path>& paths,
                           const SpecialTokens& tokens, bool is_training) {
  const TimelinesSection& timelines = settings.timelines;
  PackingSettings packing;
  packing.files = files_of(settings, paths, tokens);
  packing.is_packed = timelines.collation == TimelineCollation::packed;
  packing.window_length = settings.data.sequence_length;
  packing.padding_rate = timelines.padding_rate;
  packing.padding_seed = settings.seed;
  packing.padding_id = static_cast<std::uint32_t>(*tokens.padding);
  if (!is_training) return packing;
  packing.num_epochs = settings.sources.max_records ? 1 : timelines.repeats;
  if (timelines.shuffle_buffer > 0)
    packing.shuffle =
        ShuffleSettings{.buffer_size = timelines.shuffle_buffer, .seed = settings.seed};
  return packing;
}

ClassificationSettings rows_of(const TimelineDataSettings& settings,
                               const std::vector<fs::path>& paths, const SpecialTokens& tokens,
                               bool is_training) {
  const TimelinesSection& timelines = settings.timelines;
  ClassificationSettings rows;
  rows.files = files_of(settings, paths, tokens);
  rows.outcome = timelines.outcome.value_or("");
  rows.padding_id = static_cast<std::uint32_t>(*tokens.padding);
  rows.drop_outcome_of_24h = !is_training && timelines.evaluate_without_24h;
  if (is_training) {
    rows.fraction = timelines.training_fraction;
    rows.shuffle_seed = settings.seed;  // selects which rows are kept
  }
  return rows;
}

Result<PreparedSplit> write_windows(const TimelineDataSettings& settings, Split split,
                                    const PreparedData& data, const PrepareProgress& progress) {
  TRY(auto packed, PackedTimelines::open(packing_of(settings, settings.sources.files(split),
                                                    data.tokens, split == Split::train)));
  TRY(auto writer, SplitWriter::create(data.folder, std::string(name_of(split)),
                                       {data.rows, data.bytes_per_token}));
  EncodedRows rows;
  const auto flush = [&]() -> Result<void> {
    TRY(writer.append(rows));
    rows = {};
    const auto all = static_cast<double>(packed.num_timelines());
    return progress("phase.packing", static_cast<double>(packed.num_timelines_begun()), all)
               ? Result<void>()
               : preparing_stopped();
  };
  TRY(pack_all(packed, [&](std::span<const std::uint32_t> window) {
    rows.ids.insert(rows.ids.end(), window.begin(), window.end());
    if (data.rows == RowKind::sequences) rows.ends.push_back(rows.ids.size());
    return rows.ids.size() < kWrittenIds ? Result<void>() : flush();
  }));
  TRY(flush());
  return writer.finish();
}

Result<PreparedSplit> write_rows(const TimelineDataSettings& settings, Split split,
                                 PreparedData& data, const PrepareProgress& progress) {
  TRY(auto reader, ClassificationReader::open(rows_of(settings, settings.sources.files(split),
                                                      data.tokens, split == Split::train)));
  while (std::ssize(data.labels) < reader.num_classes())
    data.labels.push_back(std::to_string(data.labels.size()));
  TRY(auto writer, SplitWriter::create(data.folder, std::string(name_of(split)),
                                       {RowKind::single_label, data.bytes_per_token}));
  EncodedRows rows;
  double num_written = 0;
  const auto padding = static_cast<std::uint32_t>(*data.tokens.padding);
  const auto flush = [&]() -> Result<void> {
    num_written += static_cast<double>(rows.ends.size());
    TRY(writer.append(rows));
    rows = {};
    return progress("phase.reading", num_written, static_cast<double>(reader.num_rows()))
               ? Result<void>()
               : preparing_stopped();
  };
  for (ClassificationRow row;;) {
    TRY(const bool is_there, reader.next(row));
    if (!is_there) break;
    const std::size_t before = rows.ids.size();
    rows.ids.resize(before + row.tokens.size());
    pad_left(row.tokens, row.length, padding, std::span(rows.ids).subspan(before));
    rows.ends.push_back(rows.ids.size());
    rows.row_labels.push_back(static_cast<double>(row.label));
    if (rows.ids.size() >= kWrittenIds) {
      TRY(flush());
    }
  }
  TRY(flush());
  return writer.finish();
}

// Writes rows as they are in the files: with padding on the left for classification, otherwise
// without.
Result<PreparedSplit> write_inputs(const TimelineDataSettings& settings, const PreparedData& data,
                                   const PrepareProgress& progress) {
  TRY(auto reader, TimelineReader::open(files_of(settings, settings.sources.train, data.tokens)));
  TRY(auto writer, SplitWriter::create(data.folder, "train", {data.rows, data.bytes_per_token}));
  EncodedRows rows;
  double num_written = 0;
  const auto padding = static_cast<std::uint32_t>(*data.tokens.padding);
  for (Timeline timeline;;) {
    TRY(const bool is_there, reader.next(timeline));
    if (!is_there || rows.ids.size() >= kWrittenIds) {
      num_written += static_cast<double>(rows.ends.size());
      TRY(writer.append(rows));
      rows = {};
      if (!progress("phase.reading", num_written, static_cast<double>(reader.num_rows())))
        return preparing_stopped();
    }
    if (!is_there) return writer.finish();
    const auto length = std::ranges::find(timeline, padding) - timeline.begin();
    const std::size_t before = rows.ids.size();
    rows.ids.resize(before +
                    (settings.classifies ? timeline.size() : static_cast<std::size_t>(length)));
    if (rows.ids.size() == before)
      return make_error("timelines.no_tokens",
                        {{"path", reader.path().string()}, {"row", reader.row()}});
    pad_left(timeline, length, padding, std::span(rows.ids).subspan(before));
    rows.ends.push_back(rows.ids.size());
  }
}

Result<PreparedData> fill_timelines(const TimelineDataSettings& settings, const fs::path& folder,
                                    const PrepareProgress& progress) {
  TRY(const Words words, read_words(settings));
  TRY(auto data, begin_prepared(folder, words.tokens, [&](const fs::path& place) {
        return write_vocabulary(place / "vocabulary.json", words.vocabulary);
      }));
  if (!settings.is_training) {
    data.rows = settings.classifies ? RowKind::unlabelled : RowKind::sequences;
    TRY(data.train, write_inputs(settings, data, progress));
    return finish_prepared(std::move(data), settings.sources, progress);
  }
  data.rows = settings.classifies                                         ? RowKind::single_label
              : settings.timelines.collation == TimelineCollation::packed ? RowKind::blocks
                                                                          : RowKind::sequences;
  data.is_streamed = is_streamed(settings);
  for (const Split split : all_splits) {
    if (settings.sources.files(split).empty() || (split == Split::train && data.is_streamed))
      continue;
    TRY(data[split], settings.classifies ? write_rows(settings, split, data, progress)
                                         : write_windows(settings, split, data, progress));
  }
  return finish_prepared(std::move(data), settings.sources, progress);
}

}  // namespace

std::vector<Error> check_timeline_sources(const TimelineDataSettings& settings) {
  std::vector<Error> errors;
  const auto words = read_words(settings);
  if (!words) return {words.error()};
  if (!settings.is_training) {
    auto rows = TimelineReader::open(files_of(settings, settings.sources.train, words->tokens));
    if (!rows) errors.push_back(rows.error());
    return errors;
  }
  for (const Split split : all_splits) {
    const std::vector<fs::path>& paths = settings.sources.files(split);
    if (paths.empty()) continue;
    const bool is_training = split == Split::train;
    if (settings.classifies) {
      auto rows = ClassificationReader::open(rows_of(settings, paths, words->tokens, is_training));
      if (!rows) errors.push_back(rows.error());
    } else {
      auto packed = PackedTimelines::open(packing_of(settings, paths, words->tokens, is_training));
      if (!packed) errors.push_back(packed.error());
    }
  }
  return errors;
}

bool is_streamed(const TimelineDataSettings& settings) {
  return settings.timelines.streaming && settings.is_training && !settings.classifies;
}

Result<std::unique_ptr<RowStream>> stream_timelines(const TimelineDataSettings& settings,
                                                    const SpecialTokens& tokens,
                                                    const StreamSettings& stream) {
  return open_timeline_stream(
      stream, packing_of(settings, settings.sources.train, tokens, /*is_training=*/true));
}

Result<PreparedData> prepare_timelines(const TimelineDataSettings& settings, const fs::path& folder,
                                       const PrepareProgress& progress) {
  return make_prepared(folder, progress,
                       [&](const fs::path& place, const PrepareProgress& on_progress) {
                         return fill_timelines(settings, place, on_progress);
                       });
}

FieldNames fields_without_use(const TimelineDataSettings& settings) {
  FieldNames names = fields_outside_keys(settings.sources);
  names.insert(names.end(), {"data.validation_split_ratio", "data.text_column",
                             "data.text_pair_column", "data.label_column", "data.keep_linebreaks",
                             "data.texts_per_group", "data.keep_short_groups", "data.split_seed",
                             "data.test_split_ratio", "data.drop_incomplete_rows", "data.sentences",
                             "data.sentence_parameters", "timelines.random_truncation"});
  if (!settings.is_training || !settings.classifies)
    names.insert(names.end(), {"timelines.outcome", "timelines.evaluate_without_24h",
                               "timelines.training_fraction"});
  if (!settings.is_training || settings.classifies)
    names.insert(names.end(),
                 {"data.sequence_length", "timelines.repeats", "timelines.shuffle_buffer",
                  "timelines.padding_rate", "timelines.collation", "timelines.streaming"});
  return names;
}

Result<Map> timeline_key(const TimelineDataSettings& settings, const PrepareProgress& progress) {
  if (!settings.timelines.vocabulary) return make_error("timelines.no_vocabulary", {});
  TextSources sources = settings.sources;
  if (is_streamed(settings)) sources.train.clear();  // so that not even its checksum is computed
  TRY(auto key, source_key(sources, std::nullopt, progress));
  const FieldNames without = fields_without_use(settings);
  TRY(auto data, described_key("data", settings.data, without));
  append(key, std::move(data));
  TRY(auto timelines, described_key("timelines", settings.timelines, without));
  append(key, std::move(timelines));
  key.emplace_back("rows", "timelines");
  key.emplace_back("classifies", settings.classifies);
  key.emplace_back("is_training", settings.is_training);
  if (settings.is_training) key.emplace_back("seed", static_cast<std::int64_t>(settings.seed));
  return key;
}

}  // namespace trainyard
