#include "engine/data/prepare.h"

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/encode.h"
#include "engine/data/prepared_folder.h"
#include "engine/text/bpe_trainer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_piece_trainer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Walks the lines of `files` as one sequence; `take` gets each line and its number from 0 and may
// fail.
Result<void> walk_lines(const std::vector<TextFile>& files,
                        const std::function<Result<void>(std::string_view, std::int64_t)>& take) {
  std::int64_t number = 0;
  for (const TextFile& file : files) {
    TRY(file.for_each_line([&](std::string_view line) { return take(line, number++); }));
  }
  return {};
}

// Training lines that are held out, from the first on.
Result<std::int64_t> num_held_out(const TextDataSettings& settings, const OpenSources& sources,
                                  const PrepareProgress& progress) {
  if (!settings.validation.empty()) return 0;
  std::int64_t lines = 0;
  TRY(walk_lines(sources.train, [&](std::string_view, std::int64_t number) -> Result<void> {
    ++lines;
    if (number % 65536 == 0 && !progress("phase.counting_lines", 0, 0)) return preparing_stopped();
    return {};
  }));
  return settings.num_held_out(lines);
}

template <typename Trainer>
Result<Tokenizer> train_tokenizer(Trainer trainer, const OpenSources& sources,
                                  std::int64_t held_out, const PrepareProgress& progress) {
  TRY(walk_lines(sources.train, [&](std::string_view line, std::int64_t number) -> Result<void> {
    if (number >= held_out) trainer.add(line);
    if (number % 65536 == 0 && !progress("phase.reading", 0, 0)) return preparing_stopped();
    return {};
  }));
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
    return train_tokenizer(make(std::move(options)), sources, held_out, progress);
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

// What prepare_text shares between its splits.
struct Writing {
  const TextDataSettings& settings;
  const Tokenizer& tokenizer;
  const fs::path& folder;
  const PrepareProgress& progress;
};

Result<PreparedSplit> write_split(const Writing& writing, const std::string& name,
                                  const std::vector<TextFile>& files, std::int64_t first_line,
                                  std::int64_t last_line) {
  PreparedSplit split;
  split.file = name + ".tokens";
  TRY(auto encoder, LineEncoder::create(writing.tokenizer, writing.folder / split.file,
                                        writing.settings.num_threads));
  const double total = total_bytes(files);
  double done = 0;
  TRY(walk_lines(files, [&](std::string_view line, std::int64_t number) -> Result<void> {
    done += static_cast<double>(line.size());
    if (number % 16384 == 0 && !writing.progress("phase.tokenizing", done, total))
      return preparing_stopped();
    return number >= first_line && number < last_line ? encoder.add(line) : Result<void>();
  }));
  TRY(encoder.finish());
  split.num_tokens = encoder.num_tokens();
  TRY(const auto digest, digest_file(writing.folder / split.file));
  split.xxh3_64 = digest.xxh3_64;
  return split;
}

Result<PreparedData> fill_folder(const TextDataSettings& settings, const OpenSources& sources,
                                 const fs::path& folder, const PrepareProgress& progress) {
  TRY(check_text(sources, progress));
  TRY(const std::int64_t held_out, num_held_out(settings, sources, progress));
  TRY(const auto tokenizer, make_tokenizer(settings, sources, held_out, progress));
  TRY(check_mask(settings, tokenizer));
  TRY(auto data, begin_prepared(folder, tokenizer));
  const Writing writing{settings, tokenizer, folder, progress};
  TRY(data.train, write_split(writing, "train", sources.train, held_out, INT64_MAX));
  if (held_out > 0 || !sources.validation.empty()) {
    const bool given = !sources.validation.empty();
    TRY(data.validation,
        write_split(writing, "validation", given ? sources.validation : sources.train, 0,
                    given ? INT64_MAX : held_out));
  }
  return finish_prepared(std::move(data), settings, progress);
}

}  // namespace

std::vector<Error> check_text_sources(const TextDataSettings& settings) {
  std::vector<Error> errors;
  for (const auto* paths : {&settings.train, &settings.validation})
    for (const fs::path& path : *paths) {
      const auto check = [&]() -> Result<void> {
        TRY(const auto file, TextFile::open(path));
        return file.check_text([](std::uint64_t) { return Result<void>(); }, preflight_bytes);
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
  TRY(const auto sources, open_sources(settings));
  return make_prepared(folder, progress, [&](const fs::path& place, const PrepareProgress& go_on) {
    return fill_folder(settings, sources, place, go_on);
  });
}

Result<PreparedData> prepare_text_cached(const TextDataSettings& settings,
                                         const PrepareProgress& progress) {
  TRY(auto key, source_key(settings, settings.tokenizer, progress));
  if (!settings.tokenizer) {
    key.emplace_back("vocab_size", settings.vocab_size);
    key.emplace_back("trained", settings.needs_mask ? "word_piece" : "bpe");
    const TokenizerSection& tokenizer = settings.trained;
    key.emplace_back("min_frequency",
                     tokenizer.min_frequency ? Value(*tokenizer.min_frequency) : Value());
    key.emplace_back("special_tokens",
                     List(tokenizer.special_tokens.begin(), tokenizer.special_tokens.end()));
    key.emplace_back("lowercase", tokenizer.lowercase);
    key.emplace_back("limit_alphabet", tokenizer.limit_alphabet);
  }
  return prepared_from_cache(
      key, [&](const fs::path& folder) { return prepare_text(settings, folder, progress); });
}

}  // namespace trainyard
