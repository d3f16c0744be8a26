// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/described_key.h"

#include <algorithm>
#include <map>

#include "engine/contract/durable_file.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/json.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// What a file holds, or a folder in all its files.
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

Value resolved(const Value& value, const ResolvePath& resolve) {
  if (const auto* path = value.get_if<std::string>()) return resolve(*path).string();
  const List* paths = value.get_if<List>();
  if (!paths) return value;
  List all;
  for (const Value& path : *paths) all.push_back(resolved(path, resolve));
  return all;
}

}  // namespace

Result<Map> key_of_fields(const std::vector<FieldInfo>& fields, const FieldNames& without) {
  const Experiment unused;
  Map key;
  for (const FieldInfo& field : fields) {
    if (field.affects != Affects::numerics ||
        std::ranges::find(without, field.path) != without.end())
      continue;
    Value value = field.get(unused);
    if (field.is_path) {
      TRY(value, content_key(value));
    }
    key.emplace_back(field.path, std::move(value));
  }
  return key;
}

void resolve_fields(const std::vector<FieldInfo>& fields, const ResolvePath& resolve) {
  Experiment unused;
  for (const FieldInfo& field : fields)
    if (field.is_path) field.set(unused, resolved(field.get(unused), resolve));
}

void append(Map& key, Map more) {
  key.insert(key.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace trainyard
