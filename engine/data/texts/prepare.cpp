// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/prepare.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/texts/encode.h"
#include "engine/data/texts/group_texts.h"
#include "engine/data/labelled/record_parser.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/split_writer.h"
#include "engine/text/bpe_trainer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_piece_trainer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// The number of training texts that are held out, starting with the first.
Result<std::int64_t> num_held_out(const TextDataSettings& settings, const OpenSources& sources,
                                  const PrepareProgress& progress) {
  if (!settings.sources.holds_out()) return 0;
  std::int64_t texts = 0;
  TRY(walk_texts(
      sources.train, settings.data, "phase.counting_lines", progress,
      [&](std::string_view, std::int64_t) -> Result<void> {
        ++texts;
        return {};
      },
      settings.sources.max_records));
  return settings.sources.num_held_out(texts);
}

template <typename Trainer>
Result<Tokenizer> train_tokenizer(Trainer trainer, const TextDataSettings& settings,
                                  const OpenSources& sources, std::int64_t held_out,
                                  const PrepareProgress& progress) {
  TRY(walk_texts(
      sources.train, settings.data, "phase.reading", progress,
      [&](std::string_view text, std::int64_t number) -> Result<void> {
        if (number >= held_out) trainer.add(text);
        return {};
      },
      settings.sources.max_records));
  return trainer.train([&](std::size_t done, std::size_t total) {
    return progress("phase.training_vocabulary", static_cast<double>(done),
                    static_cast<double>(total));
  });
}

Result<Tokenizer> make_tokenizer(const TextDataSettings& settings, const OpenSources& sources,
                                 std::int64_t held_out, const PrepareProgress& progress) {
  if (settings.tokenizer) return Tokenizer::read(*settings.tokenizer);
  const TokenizerSection& tokenizer = settings.trained;
  const auto train = [&](auto options, auto make) {
    options.vocab_size = static_cast<std::size_t>(settings.vocab_size);
    if (tokenizer.min_frequency)
      options.min_frequency = static_cast<std::uint64_t>(*tokenizer.min_frequency);
    if (!tokenizer.special_tokens.empty()) options.special_tokens = tokenizer.special_tokens;
    return train_tokenizer(make(std::move(options)), settings, sources, held_out, progress);
  };
  if (!settings.needs_mask)
    return train(BpeTrainerOptions{},
                 [](BpeTrainerOptions options) { return BpeTrainer(std::move(options)); });
  WordPieceTrainerOptions options;
  options.lowercase = tokenizer.lowercase;
  options.limit_alphabet = static_cast<std::size_t>(tokenizer.limit_alphabet);
  return train(std::move(options),
               [](WordPieceTrainerOptions given) { return WordPieceTrainer(std::move(given)); });
}

Result<void> check_mask(const TextDataSettings& settings, const Tokenizer& tokenizer) {
  if (!settings.needs_mask || tokenizer.mask_id()) return {};
  return make_error("data.no_mask",
                    {{"tokenizer", settings.tokenizer ? settings.tokenizer->string()
                                                      : "tokenizer.special_tokens"}});
}

// Short rows must be separable.
RowKind rows_of_texts(const TextDataSettings& settings) {
  const bool has_short = settings.data.texts_per_group && settings.data.keep_short_groups;
  return settings.keep_texts_apart || has_short ? RowKind::sequences : RowKind::blocks;
}

// What prepare_text shares between its splits.
struct Writing {
  const TextDataSettings& settings;
  const Tokenizer& tokenizer;
  const fs::path& folder;
  const PrepareProgress& progress;
};

// The range of texts for training, or of those held out.
struct Range {
  std::int64_t first = 0, last = INT64_MAX;
};

// Counts the texts' properties in `writer`.
template <class Writer>
Result<void> encode_texts(const Writing& writing, const std::vector<TextFile>& files,
                          const Range& range, Writer& writer,
                          const std::function<Result<void>(EncodedTexts&&)>& take) {
  TextsEncoder encoder(writing.tokenizer, writing.settings.num_threads, take,
                       writing.settings.longest_text);
  TRY(walk_texts(
      files, writing.settings.data, "phase.tokenizing", writing.progress,
      [&](std::string_view text, std::int64_t number) {
        return number >= range.first && number < range.last ? encoder.add(text) : Result<void>();
      },
      writing.settings.sources.max_records));
  TRY(encoder.finish());
  writer.count_cut(encoder.num_cut());
  writer.count_begins_twice(encoder.num_begins_twice());
  return {};
}

Result<PreparedSplit> write_split(const Writing& writing, const std::string& name,
                                  const std::vector<TextFile>& files, const Range& range) {
  const TextDataSettings& settings = writing.settings;
  const auto num_ids = static_cast<std::int64_t>(writing.tokenizer.id_limit());
  TRY(auto writer,
      SplitWriter::create(writing.folder, name, {rows_of_texts(settings), token_bytes(num_ids)}));
  if (settings.keep_texts_apart) {
    TRY(encode_texts(writing, files, range, writer, [&](EncodedTexts&& texts) {
      const auto [first, last] = std::ranges::unique(texts.ends);
      texts.ends.erase(first, last);  // texts without tokens
      if (!texts.ends.empty() && texts.ends.front() == 0) texts.ends.erase(texts.ends.begin());
      return writer.append({.ids = std::move(texts.ids), .ends = std::move(texts.ends)});
    }));
    return writer.finish();
  }
  if (!settings.data.texts_per_group) {
    TRY(encode_texts(writing, files, range, writer, [&](EncodedTexts&& texts) {
      return writer.append({.ids = std::move(texts.ids)});
    }));
    return writer.finish();
  }
  GroupTexts groups({*settings.data.texts_per_group, settings.data.sequence_length,
                     settings.data.keep_short_groups},
                    std::move(writer));
  TRY(encode_texts(writing, files, range, groups, [&](EncodedTexts&& texts) -> Result<void> {
    std::size_t begin = 0;
    for (const std::size_t end : texts.ends) {
      TRY(groups.add(std::span(texts.ids).subspan(begin, end - begin)));
      begin = end;
    }
    return {};
  }));
  return groups.finish();
}

Result<PreparedData> fill_folder(const TextDataSettings& settings, const OpenSources& sources,
                                 const fs::path& folder, const PrepareProgress& progress) {
  TRY(check_text(settings.sources, sources, progress));
  TRY(const std::int64_t held_out, num_held_out(settings, sources, progress));
  TRY(const auto tokenizer, make_tokenizer(settings, sources, held_out, progress));
  TRY(check_mask(settings, tokenizer));
  TRY(auto data, begin_prepared(folder, tokenizer));
  const Writing writing{settings, tokenizer, folder, progress};
  data.rows = rows_of_texts(settings);
  data.is_streamed = settings.is_streamed;
  if (!data.is_streamed) {
    TRY(data.train, write_split(writing, "train", sources.train, {held_out, INT64_MAX}));
  }
  if (held_out > 0 || !sources.validation.empty()) {
    const bool given = !sources.validation.empty();
    TRY(data.validation,
        write_split(writing, "validation", given ? sources.validation : sources.train,
                    {0, given ? INT64_MAX : held_out}));
  }
  if (!sources.test.empty()) {
    TRY(data.test, write_split(writing, "test", sources.test, {}));
  }
  if (!sources.temporal_test.empty()) {
    TRY(data.temporal_test, write_split(writing, "temporal_test", sources.temporal_test, {}));
  }
  return finish_prepared(std::move(data), settings.sources, progress);
}

}  // namespace

std::vector<Error> check_text_sources(const TextDataSettings& settings) {
  std::vector<Error> errors;
  for (const fs::path& path : settings.sources.all_files()) {
    const auto check = [&]() -> Result<void> {
      const auto on_progress = [](std::uint64_t) { return Result<void>(); };
      TRY(const auto file, TextFile::open(path));
      TRY(file.check_text(on_progress, preflight_bytes));
      if (!has_records(path)) return {};
      return for_each_text(
          file, settings.data, [](std::string_view) { return Result<void>(); }, on_progress,
          preflight_bytes);
    };
    if (auto checked = check(); !checked) errors.push_back(checked.error());
  }
  if (settings.tokenizer) {
    const auto tokenizer = Tokenizer::read(*settings.tokenizer);
    const Result<void> sound = tokenizer ? check_mask(settings, *tokenizer) : tokenizer.error();
    if (!sound) errors.push_back(sound.error());
  }
  return errors;
}

Result<PreparedData> prepare_text(const TextDataSettings& settings, const fs::path& folder,
                                  const PrepareProgress& progress) {
  TRY(const auto sources, open_sources(settings.sources));
  return make_prepared(folder, progress,
                       [&](const fs::path& place, const PrepareProgress& on_progress) {
                         return fill_folder(settings, sources, place, on_progress);
                       });
}

Result<void> add_vocabulary_key(const TextDataSettings& settings, Map& key) {
  key.emplace_back("vocab_size", settings.vocab_size);
  key.emplace_back("trained", settings.needs_mask ? "word_piece" : "bpe");
  TRY(auto trained, described_key("tokenizer", settings.trained, {}));
  append(key, std::move(trained));
  return {};
}

FieldNames fields_without_use(const TextDataSettings& settings) {
  FieldNames names = fields_outside_keys(settings.sources);
  names.insert(names.end(), {"data.text_pair_column", "data.label_column"});
  if (std::ranges::none_of(settings.sources.all_files(), has_records))
    names.emplace_back("data.text_column");
  if (!settings.data.texts_per_group) names.emplace_back("data.keep_short_groups");
  if (!settings.data.texts_per_group && !settings.longest_text)
    names.emplace_back("data.sequence_length");
  return names;
}

Result<Map> text_key(const TextDataSettings& settings, const PrepareProgress& progress) {
  TRY(auto key, source_key(settings.sources, settings.tokenizer, progress));
  TRY(auto data, described_key("data", settings.data, fields_without_use(settings)));
  append(key, std::move(data));
  if (std::ranges::any_of(settings.sources.all_files(), has_records))
    key.emplace_back("endings", endings_of(settings.sources));
  if (!settings.tokenizer) {
    TRY(add_vocabulary_key(settings, key));
  }
  if (settings.longest_text) key.emplace_back("longest_text", *settings.longest_text);
  if (settings.keep_texts_apart) key.emplace_back("texts_apart", true);
  return key;
}

Result<void> train_vocabulary(const TextDataSettings& settings, const fs::path& folder,
                              const PrepareProgress& progress) {
  TRY(const auto sources, open_sources(settings.sources));
  TRY(check_text(settings.sources, sources, progress));
  TRY(const std::int64_t held_out, num_held_out(settings, sources, progress));
  TRY(const auto tokenizer, make_tokenizer(settings, sources, held_out, progress));
  TRY(check_mask(settings, tokenizer));
  return tokenizer.write(folder);
}

}  // namespace trainyard
