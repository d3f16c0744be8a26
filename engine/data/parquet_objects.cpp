// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/parquet_objects.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/record_error.h"
#include "engine/parquet/parquet_reader.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {

namespace {

// Bounds memory, unless rows have megabytes.
constexpr std::int64_t kObjectsAtOnce = 256;

// The recursion is limited by the depth of JSON, which the reader enforces.
bool is_text_all(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return !find_invalid_utf8(*text);
  if (const auto* list = value.get_if<List>()) return std::ranges::all_of(*list, is_text_all);
  const auto* map = value.get_if<Map>();
  return !map ||
         std::ranges::all_of(*map, [](const auto& member) { return is_text_all(member.second); });
}

// Bytes, dates and timestamps have no value that a record could hold.
Result<void> check_kinds(const ParquetReader& reader, const std::vector<std::string>& columns,
                         const std::filesystem::path& file) {
  constexpr std::string_view kWithoutValue[] = {
      "binary", "large_binary", "fixed_size_binary", "timestamp", "date",
      "time",   "duration",     "decimal",           "halffloat", "interval"};
  for (const ParquetField& field : reader.fields()) {
    if (std::ranges::find(columns, field.name) == columns.end()) continue;
    if (std::ranges::any_of(kWithoutValue,
                            [&](std::string_view type) { return field.type.starts_with(type); }))
      return make_error("parquet.no_text",
                        {{"file", file.string()}, {"column", field.name}, {"type", field.type}});
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> parquet_columns(const std::filesystem::path& file) {
  TRY(const auto reader, open_parquet_file(file));
  std::vector<std::string> names;
  for (const ParquetField& field : reader->fields()) names.push_back(field.name);
  return names;
}

Result<bool> for_each_row(const TextFile& file, const std::vector<std::string>& columns,
                          const TakeObject& take, const TextFile::OnProgress& on_progress,
                          std::uint64_t most) {
  TRY(const auto reader, open_parquet_file(file.path()));
  TRY(check_kinds(*reader, columns, file.path()));
  TRY(reader->start_objects(columns, kObjectsAtOnce));
  const double bytes_a_row = static_cast<double>(file.size()) /
                             static_cast<double>(std::max<std::int64_t>(1, reader->num_rows()));
  std::vector<Map> objects;
  for (std::int64_t row = 0;;) {
    TRY(const bool is_there, reader->next_objects(objects, row));
    if (!is_there) return true;
    for (Map& object : objects) {
      for (const auto& [column, value] : object)
        if (!is_text_all(value))
          return record_error(file.path(), row,
                              make_error("record.not_utf8", {{"column", column}}));
      TRY(take(std::move(object), row));
      ++row;
    }
    const auto done = static_cast<std::uint64_t>(bytes_a_row * static_cast<double>(row));
    TRY(on_progress(std::min(done, file.size())));
    if (done >= most) return false;
  }
}

}  // namespace trainyard
