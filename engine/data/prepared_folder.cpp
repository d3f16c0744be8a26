// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/prepared_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/source_digests.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Sizes and checksums of the tokenizer's files, which lie in the folder before anything else.
Result<std::vector<PreparedFile>> tokenizer_files_of(const fs::path& folder) {
  std::vector<PreparedFile> files;
  std::error_code problem;
  for (fs::recursive_directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->is_directory(problem)) continue;
    TRY(auto file, prepared_file(folder, entry->path().lexically_relative(folder).string()));
    files.push_back(std::move(file));
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

}  // namespace

Result<void> make_data_folder(const fs::path& folder, const PrepareProgress& progress,
                              const FillAny& fill) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(folder, problem)))
    return make_error("data.output_exists", {{"path", folder.string()}});
  const fs::path parent = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  TRY(make_folders(parent));
  Unfinished unfinished{parent /
                        (folder.filename().string() + ".tmp-" + std::to_string(::getpid()) + "-" +
                         std::to_string(std::random_device{}()))};
  if (!fs::create_directory(unfinished.folder, problem))
    return file_error(unfinished.folder, problem.value(), FileStep::write);
  TRY(fill(unfinished.folder, Heartbeat(unfinished.folder, progress)));
  TRY(rename_new(unfinished.folder, folder));
  unfinished.folder.clear();
  return sync_folder(parent);
}

Result<PreparedData> make_prepared(const fs::path& folder, const PrepareProgress& progress,
                                   const FillFolder& fill) {
  PreparedData data;
  TRY(make_data_folder(folder, progress,
                       [&](const fs::path& place, const PrepareProgress& go_on) -> Result<void> {
                         TRY(data, fill(place, go_on));
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
  } else if (!sources.most_records) {
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

}  // namespace trainyard
