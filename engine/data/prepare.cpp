#include "engine/data/prepare.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>

#include "engine/contract/durable_file.h"
#include "engine/data/encode.h"
#include "engine/data/text_file.h"
#include "engine/text/bpe_trainer.h"
#include "engine/text/byte_level_bpe.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

struct Sources {
  std::vector<TextFile> train;
  std::vector<TextFile> validation;
};

Error stopped() {
  return {"stopped", {}, "stopped while the data was being prepared", ExitCode::stopped_early};
}

Result<std::vector<TextFile>> open_all(const std::vector<fs::path>& paths) {
  std::vector<TextFile> files;
  for (const fs::path& path : paths) {
    auto file = TextFile::open(path);
    if (!file) return file.error();
    files.push_back(std::move(*file));
  }
  return files;
}

Result<Sources> open_sources(const TextDataSettings& settings) {
  auto train = open_all(settings.train);
  if (!train) return train.error();
  auto validation = open_all(settings.validation);
  if (!validation) return validation.error();
  return Sources{std::move(*train), std::move(*validation)};
}

Result<void> check_all(const Sources& sources) {
  for (const auto* files : {&sources.train, &sources.validation})
    for (const TextFile& file : *files)
      if (auto checked = file.check_text(); !checked) return checked;
  return {};
}

// Walks the lines of `files` as one sequence; `take` gets each line and its number from 0 and may
// fail.
Result<void> walk_lines(const std::vector<TextFile>& files,
                        const std::function<Result<void>(std::string_view, std::int64_t)>& take) {
  std::int64_t number = 0;
  Result<void> outcome;
  for (const TextFile& file : files)
    file.for_each_line([&](std::string_view line) {
      if (outcome) outcome = take(line, number++);
    });
  return outcome;
}

std::int64_t total_bytes(const std::vector<TextFile>& files) {
  std::int64_t sum = 0;
  for (const TextFile& file : files) sum += static_cast<std::int64_t>(file.bytes().size());
  return sum;
}

// Training lines that are held out, from the first on.
std::int64_t num_held_out(const TextDataSettings& settings, const Sources& sources) {
  if (!settings.validation.empty()) return 0;
  std::int64_t lines = 0;
  for (const TextFile& file : sources.train) file.for_each_line([&](std::string_view) { ++lines; });
  return static_cast<std::int64_t>(
      std::nearbyint(settings.validation_split_ratio * static_cast<double>(lines)));
}

Result<ByteLevelBpe> make_tokenizer(const TextDataSettings& settings, const Sources& sources,
                                    std::int64_t held_out, const PrepareProgress& progress) {
  if (settings.tokenizer) return ByteLevelBpe::read(*settings.tokenizer);
  BpeTrainerOptions options;
  options.vocab_size = static_cast<std::size_t>(settings.vocab_size);
  BpeTrainer trainer(options);
  auto walked =
      walk_lines(sources.train, [&](std::string_view line, std::int64_t number) -> Result<void> {
        if (number >= held_out) trainer.add(line);
        if (number % 65536 == 0 && !progress("reading", 0, 0)) return stopped();
        return {};
      });
  if (!walked) return walked.error();
  return trainer.train([&](std::size_t done, std::size_t total) {
    return progress("training the vocabulary", static_cast<double>(done),
                    static_cast<double>(total));
  });
}

// What prepare_text shares between its splits.
struct Writing {
  const TextDataSettings& settings;
  const ByteLevelBpe& tokenizer;
  const fs::path& folder;
  const PrepareProgress& progress;
};

Result<PreparedSplit> write_split(const Writing& writing, const std::string& name,
                                  const std::vector<TextFile>& files, std::int64_t first_line,
                                  std::int64_t last_line) {
  PreparedSplit split;
  split.file = name + ".tokens";
  auto encoder = LineEncoder::create(writing.tokenizer, writing.folder / split.file,
                                     writing.settings.num_threads);
  if (!encoder) return encoder.error();
  const auto total = static_cast<double>(total_bytes(files));
  double done = 0;
  auto walked = walk_lines(files, [&](std::string_view line, std::int64_t number) -> Result<void> {
    done += static_cast<double>(line.size());
    if (number % 16384 == 0 && !writing.progress("tokenizing", done, total)) return stopped();
    return number >= first_line && number < last_line ? encoder->add(line) : Result<void>();
  });
  if (!walked) return walked.error();
  if (auto finished = encoder->finish(); !finished) return finished.error();
  split.num_tokens = encoder->num_tokens();
  auto digest = digest_file(writing.folder / split.file);
  if (!digest) return digest.error();
  split.xxh3_64 = digest->xxh3_64;
  return split;
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
  if (auto checked = check_all(sources); !checked) return checked.error();
  const std::int64_t held_out = num_held_out(settings, sources);
  auto tokenizer = make_tokenizer(settings, sources, held_out, progress);
  if (!tokenizer) return tokenizer.error();
  if (auto written = tokenizer->write(folder); !written) return written.error();

  PreparedData data;
  data.folder = folder;
  data.vocab_size = static_cast<std::int64_t>(tokenizer->id_limit());
  data.bytes_per_token = token_bytes(data.vocab_size);
  data.end_of_text_id = tokenizer->end_of_text_id();
  const Writing writing{settings, *tokenizer, folder, progress};
  auto train = write_split(writing, "train", sources.train, held_out, INT64_MAX);
  if (!train) return train.error();
  data.train = *train;
  if (held_out > 0 || !sources.validation.empty()) {
    const bool given = !sources.validation.empty();
    auto validation = write_split(writing, "validation", given ? sources.validation : sources.train,
                                  0, given ? INT64_MAX : held_out);
    if (!validation) return validation.error();
    data.validation = *validation;
  }
  for (const auto* files : {&sources.train, &sources.validation})
    for (const TextFile& file : *files) {
      auto digest = digest_file(file.path());
      if (!digest) return digest.error();
      data.sources.push_back(
          {file.path().string(), static_cast<std::int64_t>(digest->bytes), digest->xxh3_64});
    }
  if (auto written = write_prepared(data); !written) return written.error();
  if (auto synced = sync_folder(folder); !synced) return synced.error();
  return data;
}

Result<PreparedData> prepare_sources(const TextDataSettings& settings, const Sources& sources,
                                     const fs::path& folder, const PrepareProgress& progress) {
  const fs::path parent = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  std::error_code problem;
  fs::create_directories(parent, problem);
  if (problem) return file_error(parent, problem.value(), "cannot create");
  Unfinished unfinished{parent /
                        (folder.filename().string() + ".tmp-" + std::to_string(::getpid()) + "-" +
                         std::to_string(std::random_device{}()))};
  if (!fs::create_directory(unfinished.folder, problem))
    return file_error(unfinished.folder, problem.value(), "cannot create");
  auto data = fill_folder(settings, sources, unfinished.folder, progress);
  if (!data) return data;
  if (auto published = rename_new(unfinished.folder, folder); !published) return published.error();
  unfinished.folder.clear();
  if (auto synced = sync_folder(parent); !synced) return synced.error();
  data->folder = folder;
  return data;
}

}  // namespace

std::vector<Error> check_text_sources(const TextDataSettings& settings) {
  std::vector<Error> errors;
  for (const auto* paths : {&settings.train, &settings.validation})
    for (const fs::path& path : *paths) {
      auto file = TextFile::open(path);
      auto checked = file ? file->check_text() : Result<void>(file.error());
      if (!checked) errors.push_back(checked.error());
    }
  if (settings.tokenizer)
    if (auto tokenizer = ByteLevelBpe::read(*settings.tokenizer); !tokenizer)
      errors.push_back(tokenizer.error());
  return errors;
}

Result<PreparedData> prepare_text(const TextDataSettings& settings, const fs::path& folder,
                                  const PrepareProgress& progress) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(folder, problem)))
    return Error{"data.output_exists",
                 {{"path", folder.string()}},
                 folder.string() + ": exists already; name a folder that does not exist yet",
                 ExitCode::invalid_input};
  auto sources = open_sources(settings);
  if (!sources) return sources.error();
  return prepare_sources(settings, *sources, folder, progress);
}

}  // namespace trainyard
