#include <unistd.h>

#include <chrono>
#include <random>

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/source_digests.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

List keys_of(const std::vector<PreparedSource>& sources, std::size_t first, std::size_t last) {
  List list;
  for (std::size_t i = first; i < last; ++i)
    list.emplace_back(sources[i].xxh3_64 + ":" + std::to_string(sources[i].bytes));
  return list;
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

Result<Map> source_key(const TextSources& sources, const std::optional<fs::path>& tokenizer,
                       const PrepareProgress& progress) {
  TRY(const auto digests, source_digests(sources, progress));
  const std::size_t num_train = sources.train.size();
  Map key = {{"format", 3},
             {"train", keys_of(digests, 0, num_train)},
             {"validation", keys_of(digests, num_train, digests.size())}};
  if (sources.validation.empty()) key.emplace_back("ratio", sources.validation_split_ratio);
  if (tokenizer) {
    TRY(const auto read, Tokenizer::read(*tokenizer));
    key.emplace_back("tokenizer", digest_text(read.json()));
  }
  return key;
}

Result<PreparedData> prepared_from_cache(
    const Map& key, const std::function<Result<PreparedData>(const fs::path&)>& make) {
  TRY(const fs::path home, cache_home());
  const fs::path cache = home / "prepared", folder = cache / digest_text(to_json(Value(key)));
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    auto found = read_prepared(folder);
    if (found || found.error().code != prepared_damaged) return found;
    TRY(put_aside(folder));
    if (fs::exists(folder / prepared_file_name, ignored)) return read_prepared(folder);
  }
  remove_old_leftovers(cache);
  auto made = make(folder);
  if (made || !fs::exists(folder / prepared_file_name, ignored)) return made;
  return read_prepared(folder);  // another process was faster
}

}  // namespace trainyard
