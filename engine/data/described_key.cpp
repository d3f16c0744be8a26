// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/described_key.h"

#include <algorithm>
#include <map>
#include <span>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/data/source_digests.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Incremented when the same sources and settings give a different result than before: formats of
// instructions, what is learned of a record, how texts are encoded, what prepared.json counts.
constexpr std::int64_t kContentFormat = 4;

// The keys of the next `count` sources.
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

// The content of a file, or of all files in a folder.
Result<Value> content_key(const fs::path& path) {
  std::error_code problem;
  if (!fs::is_directory(path, problem)) {
    TRY(const FileDigest digest, digest_file(path));
    return Value(digest.xxh3_64 + ":" + std::to_string(digest.bytes));
  }
  std::map<std::string, Value> files;
  for (fs::recursive_directory_iterator entry(path, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->is_directory(problem)) continue;
    TRY(auto content, content_key(entry->path()));
    files.emplace(entry->path().lexically_relative(path).string(), std::move(content));
  }
  if (problem) return file_error(path, problem.value(), FileStep::read);
  return Value(Map(files.begin(), files.end()));
}

Result<Value> content_key(const Value& value) {
  if (const auto* path = value.get_if<std::string>()) return content_key(fs::path(*path));
  const List* paths = value.get_if<List>();
  if (!paths) return value;
  List contents;
  for (const Value& path : *paths) {
    TRY(auto content, content_key(path));
    contents.push_back(std::move(content));
  }
  return Value(std::move(contents));
}

}  // namespace

Result<Map> key_of_fields(const std::vector<FieldValue>& fields, const FieldNames& without) {
  Map key;
  for (const auto& [field, content] : fields) {
    if (field->affects != Affects::numerics ||
        std::ranges::find(without, field->path) != without.end())
      continue;
    Value value = content;
    if (field->is_path) {
      TRY(value, content_key(value));
    }
    key.emplace_back(field->path, std::move(value));
  }
  return key;
}

Value resolved(const Value& value, const ResolvePath& resolve) {
  if (const auto* path = value.get_if<std::string>()) return resolve(*path).string();
  const List* paths = value.get_if<List>();
  if (!paths) return value;
  List all;
  for (const Value& path : *paths) all.push_back(resolved(path, resolve));
  return all;
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
                   "data.max_validation_samples",
                   "data.streaming",
                   "data.shuffle_buffer"};
  if (!sources.validation.empty()) names.emplace_back("data.validation_split_ratio");
  return names;
}

void append(Map& key, Map more) {
  key.insert(key.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace trainyard
