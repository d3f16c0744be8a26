#include "engine/data/prepare.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/encode.h"
#include "engine/data/source_digests.h"
#include "engine/data/text_file.h"
#include "engine/text/bpe_trainer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_piece_trainer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// How much of each text is looked at before anything is started; preparing looks at all of it.
constexpr std::uint64_t preflight_bytes = 256u << 20;

struct Sources {
  std::vector<TextFile> train;
  std::vector<TextFile> validation;
};

Error stopped() { return make_error("data.stopped", {}, ExitCode::stopped_early); }

Result<std::vector<TextFile>> open_all(const std::vector<fs::path>& paths) {
  std::vector<TextFile> files;
  for (const fs::path& path : paths) {
    TRY(auto file, TextFile::open(path));
    files.push_back(std::move(file));
  }
  return files;
}

Result<Sources> open_sources(const TextDataSettings& settings) {
  Sources sources;
  TRY(sources.train, open_all(settings.train));
  TRY(sources.validation, open_all(settings.validation));
  return sources;
}

double total_bytes(const std::vector<TextFile>& files) {
  double sum = 0;
  for (const TextFile& file : files) sum += static_cast<double>(file.size());
  return sum;
}

Result<void> check_all(const Sources& sources, const PrepareProgress& progress) {
  const double total = total_bytes(sources.train) + total_bytes(sources.validation);
  double before = 0;
  for (const auto* files : {&sources.train, &sources.validation})
    for (const TextFile& file : *files) {
      TRY(file.check_text([&](std::uint64_t done) -> Result<void> {
        if (!progress("phase.checking_text", before + static_cast<double>(done), total))
          return stopped();
        return {};
      }));
      before += static_cast<double>(file.size());
    }
  return {};
}

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
Result<std::int64_t> num_held_out(const TextDataSettings& settings, const Sources& sources,
                                  const PrepareProgress& progress) {
  if (!settings.validation.empty()) return 0;
  std::int64_t lines = 0;
  TRY(walk_lines(sources.train, [&](std::string_view, std::int64_t number) -> Result<void> {
    ++lines;
    if (number % 65536 == 0 && !progress("phase.counting_lines", 0, 0)) return stopped();
    return {};
  }));
  return static_cast<std::int64_t>(
      std::nearbyint(settings.validation_split_ratio * static_cast<double>(lines)));
}

template <typename Trainer>
Result<Tokenizer> train_tokenizer(Trainer trainer, const Sources& sources, std::int64_t held_out,
                                  const PrepareProgress& progress) {
  TRY(walk_lines(sources.train, [&](std::string_view line, std::int64_t number) -> Result<void> {
    if (number >= held_out) trainer.add(line);
    if (number % 65536 == 0 && !progress("phase.reading", 0, 0)) return stopped();
    return {};
  }));
  return trainer.train([&](std::size_t done, std::size_t total) {
    return progress("phase.training_vocabulary", static_cast<double>(done),
                    static_cast<double>(total));
  });
}

Result<Tokenizer> make_tokenizer(const TextDataSettings& settings, const Sources& sources,
                                 std::int64_t held_out, const PrepareProgress& progress) {
  if (settings.tokenizer) return Tokenizer::read(*settings.tokenizer);
  const auto vocab_size = static_cast<std::size_t>(settings.vocab_size);
  if (settings.needs_mask)
    return train_tokenizer(WordPieceTrainer({.vocab_size = vocab_size}), sources, held_out,
                           progress);
  return train_tokenizer(BpeTrainer({.vocab_size = vocab_size}), sources, held_out, progress);
}

Result<void> check_mask(const TextDataSettings& settings, const Tokenizer& tokenizer) {
  if (!settings.needs_mask || tokenizer.mask_id()) return {};
  return make_error("data.no_mask", {{"tokenizer", settings.tokenizer->string()}});
}

SpecialTokens special_tokens(const Tokenizer& tokenizer) {
  SpecialTokens tokens;
  tokens.vocab_size = static_cast<std::int64_t>(tokenizer.id_limit());
  tokens.end_of_text = tokenizer.end_of_text_id();
  tokens.mask = tokenizer.mask_id();
  tokens.padding = tokenizer.padding_id();
  for (const auto& ids : {tokenizer.ids_before(), tokenizer.ids_after()})
    tokens.around.insert(tokens.around.end(), ids.begin(), ids.end());
  return tokens;
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
    if (number % 16384 == 0 && !writing.progress("phase.tokenizing", done, total)) return stopped();
    return number >= first_line && number < last_line ? encoder.add(line) : Result<void>();
  }));
  TRY(encoder.finish());
  split.num_tokens = encoder.num_tokens();
  TRY(const auto digest, digest_file(writing.folder / split.file));
  split.xxh3_64 = digest.xxh3_64;
  return split;
}

// Sizes and checksums of the tokenizer's files, which lie in the folder before anything else.
Result<std::vector<PreparedFile>> digests_of(const fs::path& folder) {
  std::vector<PreparedFile> files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    TRY(const auto digest, digest_file(entry->path()));
    files.push_back({entry->path().filename().string(), static_cast<std::int64_t>(digest.bytes),
                     digest.xxh3_64});
  }
  if (problem) return file_error(folder, problem.value(), FileStep::read);
  std::sort(files.begin(), files.end(),
            [](const auto& one, const auto& other) { return one.name < other.name; });
  return files;
}

// Removes a folder that was not finished.
struct Unfinished {
  fs::path folder;
  ~Unfinished() {
    std::error_code ignored;
    if (!folder.empty()) fs::remove_all(folder, ignored);
  }
};

Result<PreparedData> fill_folder(const TextDataSettings& settings, const Sources& sources,
                                 const fs::path& folder, const PrepareProgress& progress) {
  TRY(check_all(sources, progress));
  TRY(const std::int64_t held_out, num_held_out(settings, sources, progress));
  TRY(const auto tokenizer, make_tokenizer(settings, sources, held_out, progress));
  TRY(check_mask(settings, tokenizer));
  TRY(tokenizer.write(folder));

  PreparedData data;
  data.folder = folder;
  TRY(data.tokenizer_files, digests_of(folder));
  data.tokens = special_tokens(tokenizer);
  data.bytes_per_token = token_bytes(data.tokens.vocab_size);
  const Writing writing{settings, tokenizer, folder, progress};
  TRY(data.train, write_split(writing, "train", sources.train, held_out, INT64_MAX));
  if (held_out > 0 || !sources.validation.empty()) {
    const bool given = !sources.validation.empty();
    TRY(data.validation,
        write_split(writing, "validation", given ? sources.validation : sources.train, 0,
                    given ? INT64_MAX : held_out));
  }
  TRY(data.sources, source_digests(settings, progress));
  TRY(write_prepared(data));
  TRY(sync_folder(folder));
  return data;
}

// Tells other processes that the folder is being written: they take one of a day ago for left over,
// and what is written into its files does not change its time.
class Heartbeat {
 public:
  Heartbeat(fs::path folder, const PrepareProgress& progress)
      : folder_(std::move(folder)), progress_(progress) {}

  bool operator()(std::string_view phase, double done, double total) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ > std::chrono::minutes(1)) {
      ::utimensat(AT_FDCWD, folder_.c_str(), nullptr, 0);
      last_ = now;
    }
    return progress_(phase, done, total);
  }

 private:
  fs::path folder_;
  const PrepareProgress& progress_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Result<PreparedData> prepare_sources(const TextDataSettings& settings, const Sources& sources,
                                     const fs::path& folder, const PrepareProgress& progress) {
  const fs::path parent = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  TRY(make_folders(parent));
  Unfinished unfinished{parent /
                        (folder.filename().string() + ".tmp-" + std::to_string(::getpid()) + "-" +
                         std::to_string(std::random_device{}()))};
  std::error_code problem;
  if (!fs::create_directory(unfinished.folder, problem))
    return file_error(unfinished.folder, problem.value(), FileStep::write);
  TRY(auto data,
      fill_folder(settings, sources, unfinished.folder, Heartbeat(unfinished.folder, progress)));
  TRY(rename_new(unfinished.folder, folder));
  unfinished.folder.clear();
  TRY(sync_folder(parent));
  data.folder = folder;
  return data;
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
  std::error_code problem;
  if (fs::exists(fs::symlink_status(folder, problem)))
    return make_error("data.output_exists", {{"path", folder.string()}});
  TRY(const auto sources, open_sources(settings));
  return prepare_sources(settings, sources, folder, progress);
}

}  // namespace trainyard
