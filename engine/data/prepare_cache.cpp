#include <chrono>
#include <cstdlib>

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/data/prepare.h"
#include "engine/data/text_file.h"
#include "engine/text/byte_level_bpe.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Result<fs::path> cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "trainyard/prepared";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return fs::path(home) / ".cache/trainyard/prepared";
  return Error{"data.no_cache",
               {},
               "neither XDG_CACHE_HOME nor HOME names a folder for prepared data; set one of them",
               ExitCode::environment};
}

Result<List> digests(const std::vector<fs::path>& paths) {
  List list;
  for (const fs::path& path : paths) {
    if (auto file = TextFile::open(path); !file) return file.error();
    auto digest = digest_file(path);
    if (!digest) return digest.error();
    list.emplace_back(digest->xxh3_64 + ":" + std::to_string(digest->bytes));
  }
  return list;
}

// The name of the cache entry: a digest of everything that the result depends on.
Result<std::string> cache_key(const TextDataSettings& settings) {
  auto train = digests(settings.train);
  if (!train) return train.error();
  auto validation = digests(settings.validation);
  if (!validation) return validation.error();
  Map key = {{"format", 1}, {"train", *train}, {"validation", *validation}};
  if (settings.validation.empty()) key.emplace_back("ratio", settings.validation_split_ratio);
  if (settings.tokenizer) {
    auto tokenizer = ByteLevelBpe::read(*settings.tokenizer);
    if (!tokenizer) return tokenizer.error();
    key.emplace_back("tokenizer", digest_text(tokenizer->json()));
  } else {
    key.emplace_back("vocab_size", settings.vocab_size);
  }
  return digest_text(to_json(Value(key)));
}

// What killed processes left; a living one is never a day at it without writing.
void remove_old_leftovers(const fs::path& cache) {
  std::error_code problem;
  const auto limit = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (fs::directory_iterator entry(cache, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    std::error_code ignored;
    if (entry->path().filename().string().find(".tmp-") == std::string::npos ||
        entry->last_write_time(ignored) > limit)
      continue;
    fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace

Result<PreparedData> prepare_text_cached(const TextDataSettings& settings,
                                         const PrepareProgress& progress) {
  auto cache = cache_folder();
  if (!cache) return cache.error();
  auto key = cache_key(settings);
  if (!key) return key.error();
  const fs::path folder = *cache / *key;
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    if (auto found = read_prepared(folder); found) return found;
    fs::remove_all(folder, ignored);
  }
  remove_old_leftovers(*cache);
  auto made = prepare_text(settings, folder, progress);
  if (made || !fs::exists(folder / prepared_file_name, ignored)) return made;
  return read_prepared(folder);  // another process was faster
}

}  // namespace trainyard
