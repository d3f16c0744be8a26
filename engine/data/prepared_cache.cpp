// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <chrono>
#include <random>
#include <span>

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/source_digests.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Counts up when the same sources and settings make something else than before: formats of
// instructions, what is learned of a record, how texts are encoded, what prepared.json counts.
constexpr std::int64_t kContentFormat = 4;

// Of the next `count` sources.
List keys_of(std::span<const PreparedSource>& sources, std::size_t count) {
  List list;
  for (const PreparedSource& source : sources.first(count))
    list.emplace_back(source.xxh3_64 + ":" + std::to_string(source.bytes));
  sources = sources.subspan(count);
  return list;
}

Result<void> add_digests(const TextSources& sources, const PrepareProgress& progress, Map& key) {
  TRY(const auto digests, source_digests(sources, progress));
  std::span<const PreparedSource> left = digests;
  for (const Split split : all_splits) {
    List keys = keys_of(left, sources.files(split).size());
    const bool is_named = split == Split::train || split == Split::validation || !keys.empty();
    if (is_named) key.emplace_back(std::string(name_of(split)), std::move(keys));
  }
  if (sources.validation.empty()) key.emplace_back("ratio", sources.validation_split_ratio);
  return {};
}

}  // namespace

Result<void> put_aside(const fs::path& folder,
                       const std::function<bool(const fs::path&)>& is_whole) {
  const fs::path aside = folder.string() + ".tmp-" + std::to_string(::getpid()) + "-" +
                         std::to_string(std::random_device{}());
  std::error_code problem;
  fs::rename(folder, aside, problem);
  if (problem == std::errc::no_such_file_or_directory) return {};
  if (problem) return file_error(folder, problem.value(), FileStep::write);
  if (is_whole(aside)) static_cast<void>(rename_new(aside, folder));
  TRY(sync_folder(folder.parent_path()));  // or the removal could be seen and the renaming not
  fs::remove_all(aside, problem);
  return {};
}

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

Result<Map> source_key(const TextSources& sources, const std::optional<fs::path>& tokenizer,
                       const PrepareProgress& progress) {
  Map key = {{"format", kContentFormat}};
  if (sources.origin) {
    key.emplace_back("made_by", sources.origin->key);
    if (sources.origin->tokenizer) key.emplace_back("tokenizer", *sources.origin->tokenizer);
    if (sources.validation.empty()) key.emplace_back("ratio", sources.validation_split_ratio);
  } else {
    TRY(add_digests(sources, progress, key));
  }
  if (tokenizer && !(sources.origin && sources.origin->tokenizer)) {
    TRY(const auto read, Tokenizer::read(*tokenizer));
    key.emplace_back("tokenizer", read.digest());
  }
  return key;
}

FieldNames fields_outside_keys(const TextSources& sources) {
  FieldNames names{"data.path",
                   "data.train",
                   "data.validation",
                   "data.test",
                   "data.temporal_test",
                   "data.tokenizer",
                   "data.sample_seed",
                   "data.max_train_samples",
                   "data.max_validation_samples"};
  if (!sources.validation.empty()) names.emplace_back("data.validation_split_ratio");
  return names;
}

Result<fs::path> prepared_place(const Map& key) {
  TRY(const fs::path home, cache_home());
  return home / "prepared" / digest_text(to_json(Value(key)));
}

Result<PreparedData> prepared_from_cache(
    const Map& key, const std::function<Result<PreparedData>(const fs::path&)>& make) {
  TRY(const fs::path folder, prepared_place(key));
  const fs::path cache = folder.parent_path();
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    auto found = read_prepared(folder);
    if (found || found.error().code != prepared_damaged) return found;
    TRY(put_aside(folder, [](const fs::path& aside) { return read_prepared(aside).ok(); }));
    if (fs::exists(folder / prepared_file_name, ignored)) return read_prepared(folder);
  }
  remove_old_leftovers(cache);
  auto made = make(folder);
  if (made || !fs::exists(folder / prepared_file_name, ignored)) return made;
  return read_prepared(folder);  // another process was faster
}

}  // namespace trainyard
