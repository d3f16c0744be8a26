// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/prepared_folder.h"

#include <algorithm>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/source_digests.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Sizes and checksums of the tokenizer's files, which lie in the folder before anything else.
Result<ByName<FileDigest>> tokenizer_files_of(const fs::path& folder) {
  ByName<FileDigest> files;
  std::error_code problem;
  for (fs::recursive_directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->is_directory(problem)) continue;
    TRY(auto digest, digest_file(entry->path()));
    files.emplace_back(entry->path().lexically_relative(folder).string(), std::move(digest));
  }
  if (problem) return file_error(folder, problem.value(), FileStep::read);
  std::sort(files.begin(), files.end(),
            [](const auto& one, const auto& other) { return one.first < other.first; });
  return files;
}

}  // namespace

Result<PreparedData> make_prepared(const fs::path& folder, const PrepareProgress& progress,
                                   const FillFolder& fill) {
  PreparedData data;
  TRY(make_data_folder(
      folder, progress,
      [&](const fs::path& place, const PrepareProgress& on_progress) -> Result<void> {
        TRY(data, fill(place, on_progress));
        return {};
      }));
  data.folder = folder;
  return data;
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

Result<PreparedData> begin_prepared(const fs::path& folder, const SpecialTokens& tokens,
                                    const std::function<Result<void>(const fs::path&)>& write) {
  TRY(write(folder));
  PreparedData data;
  data.folder = folder;
  TRY(data.tokenizer_files, tokenizer_files_of(folder));
  data.tokens = tokens;
  data.bytes_per_token = token_bytes(tokens.vocab_size);
  return data;
}

Result<PreparedData> begin_prepared(const fs::path& folder, const Tokenizer& tokenizer) {
  return begin_prepared(folder, special_tokens(tokenizer),
                        [&](const fs::path& place) { return tokenizer.write(place); });
}

Result<PreparedData> finish_prepared(PreparedData data, const TextSources& sources,
                                     const PrepareProgress& progress) {
  if (sources.origin) {
    data.sources = sources.origin->files;
  } else if (!sources.max_records) {
    TRY(data.sources, source_digests(sources, progress));
  }
  TRY(write_prepared(data));
  TRY(sync_folder(data.folder));
  return data;
}

Result<PreparedFile> prepared_file(const fs::path& folder, const std::string& name) {
  TRY(const auto digest, digest_file(folder / name));
  return PreparedFile{name, static_cast<std::int64_t>(digest.bytes), digest.xxh3_64};
}

Result<PreparedData> prepared_from_cache(
    const Map& key, const std::function<Result<PreparedData>(const fs::path&)>& make) {
  TRY(const fs::path folder, prepared_place(key));
  PreparedData data;
  TRY(find_or_make(
      folder,
      [&](const fs::path& place) -> Result<void> {
        TRY(data, read_prepared(place));
        return {};
      },
      [&](const fs::path& place) -> Result<void> {
        TRY(data, make(place));
        return {};
      }));
  return data;
}

}  // namespace trainyard
