// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/first_columns.h"

#include <algorithm>
#include <optional>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/data/json_objects.h"
#include "engine/data/labelled/csv_rows.h"
#include "engine/data/parquet_objects.h"
#include "engine/data/unpacker.h"

namespace trainyard {

namespace {

constexpr std::size_t kMaxNamed = 20;  // names of columns listed in a message

// For code that reads records one by one and stops at an error: the first one is enough.
class FirstRecord {
 public:
  Result<void> take(std::vector<std::string> columns) {
    columns_ = std::move(columns);
    is_there_ = true;
    return preparing_stopped();
  }

  template <class Read>
  Result<std::vector<std::string>> of(const Read& read) {
    const auto outcome = read();
    if (!outcome && !is_there_) return outcome.error();
    return std::move(columns_);
  }

 private:
  std::vector<std::string> columns_;
  bool is_there_ = false;
};

Error first_column_taken(const TextFile& file, const std::vector<std::string>& columns, Split split,
                         const std::string& wanted, std::int64_t others) {
  const auto named = static_cast<std::ptrdiff_t>(std::min(columns.size(), kMaxNamed));
  std::vector<std::string> shown(columns.begin(), columns.begin() + named);
  if (std::ssize(columns) > named) shown.emplace_back("...");
  Map arguments{{"file", file.path().string()},
                {"split", std::string(name_of(split))},
                {"wanted", wanted},
                {"column", columns.front()},
                {"columns", comma_list(shown)}};
  if (others == 0) return make_error("data.first_column", std::move(arguments));
  arguments.emplace_back("others", others);
  return make_error("data.first_column_of_files", std::move(arguments));
}

// The sign in a table's only name that may separate columns; empty: none.
std::string other_separator(const std::filesystem::path& path, const std::string& column) {
  const auto delimiter = csv_delimiter(path);
  for (const char sign : {';', '\t', '|', ','})
    if (delimiter && sign != *delimiter && column.find(sign) != column.npos)
      return sign == '\t' ? "\\t" : std::string(1, sign);
  return {};
}

Error one_column(const TextFile& file, const std::string& column, Split split,
                 const std::string& wanted) {
  Map arguments{{"file", file.path().string()},
                {"split", std::string(name_of(split))},
                {"wanted", wanted},
                {"column", column}};
  std::string separator = other_separator(file.path(), column);
  if (separator.empty()) return make_error("data.only_column", std::move(arguments));
  arguments.emplace_back("found", std::move(separator));
  arguments.emplace_back("separator", csv_delimiter(file.path()) == ',' ? "," : "\\t");
  return make_error("data.other_separator", std::move(arguments));
}

}  // namespace

Result<std::vector<std::string>> columns_of(const TextFile& file) {
  const std::filesystem::path& path = file.path();
  if (ending_of(path) == ".parquet") return parquet_columns(path);
  const auto on_progress = [](std::uint64_t) { return Result<void>(); };
  FirstRecord first;
  if (const auto delimiter = csv_delimiter(path))
    return first.of([&]() -> Result<void> {
      CsvRows rows(
          path, *delimiter, [&](CsvRow& header) { return first.take(std::move(header.fields)); },
          [](CsvRow&) { return Result<void>(); });
      TRY(file.for_each_text_block([&](std::string_view block) { return rows.add(block); },
                                   on_progress));
      return rows.finish();
    });
  return first.of([&] {
    return for_each_object(
        file,
        [&](Map&& object, std::int64_t) {
          std::vector<std::string> columns;
          for (auto& [name, value] : object) columns.push_back(name);
          return first.take(std::move(columns));
        },
        on_progress);
  });
}

std::vector<Error> first_columns_taken(const TextSources& sources, const std::string& column) {
  std::vector<Error> notes;
  for (const Split split : all_splits) {
    std::optional<TextFile> first;
    std::vector<std::string> columns_of_first;
    std::int64_t others = 0;
    bool is_one_column_told = false;
    for (const std::filesystem::path& path : sources.files(split)) {
      if (!has_records(path)) continue;
      auto file = TextFile::open(path);
      if (!file) continue;
      auto columns = columns_of(*file);
      if (!columns || columns->empty() || std::ranges::find(*columns, column) != columns->end())
        continue;
      if (columns->size() == 1) {
        // Objects name their only member themselves; a table may have no header, or other signs.
        if (!is_one_column_told && csv_delimiter(path)) {
          notes.push_back(one_column(*file, columns->front(), split, column));
          is_one_column_told = true;
        }
        continue;
      }
      if (first) {
        ++others;
        continue;
      }
      first = std::move(*file);
      columns_of_first = *std::move(columns);
    }
    if (first) notes.push_back(first_column_taken(*first, columns_of_first, split, column, others));
  }
  return notes;
}

}  // namespace trainyard
