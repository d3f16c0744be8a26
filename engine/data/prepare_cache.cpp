#include <unistd.h>

#include <chrono>
#include <random>

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/data/prepare.h"
#include "engine/data/source_digests.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

List keys_of(const std::vector<PreparedSource>& sources, std::size_t first, std::size_t last) {
  List list;
  for (std::size_t i = first; i < last; ++i)
    list.emplace_back(sources[i].xxh3_64 + ":" + std::to_string(sources[i].bytes));
  return list;
}

// The name of the cache entry: a digest of everything that the result depends on.
Result<std::string> cache_key(const TextDataSettings& settings, const PrepareProgress& progress) {
  TRY(const auto sources, source_digests(settings, progress));
  const std::size_t num_train = settings.train.size();
  Map key = {{"format", 3},
             {"train", keys_of(sources, 0, num_train)},
             {"validation", keys_of(sources, num_train, sources.size())}};
  if (settings.validation.empty()) key.emplace_back("ratio", settings.validation_split_ratio);
  if (settings.tokenizer) {
    TRY(const auto tokenizer, Tokenizer::read(*settings.tokenizer));
    key.emplace_back("tokenizer", digest_text(tokenizer.json()));
  } else {
    key.emplace_back("vocab_size", settings.vocab_size);
    key.emplace_back("trained", settings.needs_mask ? "word_piece" : "bpe");
  }
  return digest_text(to_json(Value(key)));
}

// What killed processes left; one that lives touches its folder every minute.
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

// Takes a damaged entry out of the way. Renamed first: others may have seen the damage too, and one
// of them may have made it anew already; what turns out to be whole goes back.
Result<void> put_aside(const fs::path& folder) {
  const fs::path aside = folder.string() + ".tmp-" + std::to_string(::getpid()) + "-" +
                         std::to_string(std::random_device{}());
  std::error_code problem;
  fs::rename(folder, aside, problem);
  if (problem == std::errc::no_such_file_or_directory) return {};
  if (problem) return file_error(folder, problem.value(), FileStep::write);
  if (read_prepared(aside)) static_cast<void>(rename_new(aside, folder));
  TRY(sync_folder(folder.parent_path()));  // or the removal could be seen and the renaming not
  fs::remove_all(aside, problem);
  return {};
}

}  // namespace

Result<PreparedData> prepare_text_cached(const TextDataSettings& settings,
                                         const PrepareProgress& progress) {
  TRY(const fs::path home, cache_home());
  TRY(const std::string key, cache_key(settings, progress));
  const fs::path cache = home / "prepared", folder = cache / key;
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    auto found = read_prepared(folder);
    if (found || found.error().code != prepared_damaged) return found;
    TRY(put_aside(folder));
    if (fs::exists(folder / prepared_file_name, ignored)) return read_prepared(folder);
  }
  remove_old_leftovers(cache);
  auto made = prepare_text(settings, folder, progress);
  if (made || !fs::exists(folder / prepared_file_name, ignored)) return made;
  return read_prepared(folder);  // another process was faster
}

}  // namespace trainyard
