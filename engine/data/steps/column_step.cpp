// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/column_step.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/column_writer.h"
#include "engine/data/labelled/csv_rows.h"
#include "engine/data/labelled/labels.h"
#include "engine/data/record_error.h"
#include "engine/data/steps/column_records.h"
#include "engine/data/steps/csv_writer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// pandas 2 and 3: STR_NA_VALUES.
constexpr std::string_view missing_values[] = {
    "",     "#N/A", "#N/A N/A", "#NA",  "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
    "<NA>", "N/A",  "NA",       "NULL", "NaN",     "None",     "n/a",  "nan",  "null"};

Result<std::vector<std::size_t>> places_of(const CsvRows& rows, const ColumnRules& rules) {
  std::vector<std::size_t> places;
  for (const std::string& column : rules.columns) {
    TRY(const std::size_t place, rows.column_of(column));
    places.push_back(place);
  }
  return places;
}

// Writes the rows of one split's files, one after the other.
class SplitColumns {
 public:
  // `max_records`: the maximum number of rows to write.
  SplitColumns(const ColumnRules& rules, const Labels& labels, CsvWriter out, ColumnWriter row_ends,
               const std::optional<std::int64_t>& max_records)
      : rules_(rules),
        labels_(labels),
        out_(std::move(out)),
        row_ends_(std::move(row_ends)),
        excerpt_(max_records) {}

  Result<void> add(const TextFile& file, const TextFile::OnProgress& on_progress) {
    const auto delimiter = csv_delimiter(file.path());
    return excerpt_.walk(file, on_progress, [&](std::uint64_t most) {
      return delimiter ? add_rows(file, *delimiter, on_progress, most)
                       : add_records(file, on_progress, most);
    });
  }

  Result<std::int64_t> finish() {
    TRY(row_ends_.append(ends_));
    TRY(row_ends_.finish());
    TRY(out_.finish());
    return num_rows_;
  }

 private:
  Result<void> add_rows(const TextFile& file, char delimiter,
                        const TextFile::OnProgress& on_progress, std::uint64_t most) {
    std::vector<std::size_t> places;
    std::size_t num_columns = 0;
    CsvRows* reader = nullptr;
    CsvRows rows(
        file.path(), delimiter,
        [&](CsvRow& header) -> Result<void> {
          num_columns = header.fields.size();
          TRY(places, places_of(*reader, rules_));
          return {};
        },
        [&](CsvRow& row) -> Result<void> {
          if (rules_.drops_incomplete && is_incomplete(row, num_columns)) return {};
          return take(file.path(), row, places);
        });
    reader = &rows;
    TRY(const bool is_whole,
        file.for_each_text_block([&](std::string_view block) { return rows.add(block); },
                                 on_progress, most));
    return is_whole ? rows.finish() : Result<void>();
  }

  Result<void> add_records(const TextFile& file, const TextFile::OnProgress& on_progress,
                           std::uint64_t most) {
    return for_each_column_record(
        file, rules_, [&](std::int64_t line) { return write(file.path(), line); },
        fields_of_record_, on_progress, most);
  }

  static bool is_incomplete(const CsvRow& row, std::size_t num_columns) {
    return row.fields.size() < num_columns || std::ranges::any_of(row.fields, is_missing_value);
  }

  Result<void> take(const fs::path& file, const CsvRow& row,
                    const std::vector<std::size_t>& places) {
    fields_.clear();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::string& column = rules_.columns[i];
      const bool is_label = rules_.label_column == column;
      if (places[i] >= row.fields.size() || (is_label && row.fields[places[i]].empty()))
        return record_error(file, row.line, make_error("record.no_value", {{"column", column}}));
      const std::string& field = row.fields[places[i]];
      if (is_label && !labels_.names().empty()) {
        TRY(labels_.index_of(field, LabelledRecord{.file = &file, .line = row.line}));
      }
      fields_.push_back(field);
    }
    return write();
  }

  // Writes the record's fields, which have been set.
  Result<void> write(const fs::path& file, std::int64_t line) {
    fields_.assign(fields_of_record_.begin(), fields_of_record_.end());
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (rules_.label_column == rules_.columns[i] && !labels_.names().empty()) {
        TRY(labels_.index_of(fields_of_record_[i], LabelledRecord{.file = &file, .line = line}));
      }
    return write();
  }

  Result<void> write() {
    TRY(out_.add(fields_));
    ++num_rows_;
    ends_.push_back(static_cast<std::int64_t>(out_.bytes()));
    if (ends_.size() >= 65536) {
      TRY(row_ends_.append(ends_));
      ends_.clear();
    }
    return excerpt_.take();
  }

  const ColumnRules& rules_;
  const Labels& labels_;
  CsvWriter out_;
  ColumnWriter row_ends_;
  std::vector<std::string_view> fields_;
  std::vector<std::string> fields_of_record_;
  std::vector<std::int64_t> ends_;
  std::int64_t num_rows_ = 0;
  Excerpt excerpt_;
};

}  // namespace

bool is_missing_value(std::string_view field) {
  return field.size() <= 9 && std::ranges::find(missing_values, field) != std::end(missing_values);
}

Result<void> check_columns(const fs::path& path, const ColumnRules& rules) {
  TRY(const auto file, TextFile::open(path));
  const auto on_progress = [](std::uint64_t) { return Result<void>(); };
  TRY(file.check_text(on_progress, preflight_bytes));
  const auto delimiter = csv_delimiter(path);
  if (!delimiter) {
    std::vector<std::string> fields;
    return for_each_column_record(
        file, rules, [](std::int64_t) { return Result<void>(); }, fields, on_progress,
        preflight_bytes);
  }
  CsvRows* reader = nullptr;
  CsvRows rows(
      path, *delimiter,
      [&](CsvRow&) -> Result<void> {
        TRY(places_of(*reader, rules));
        return {};
      },
      [](CsvRow&) { return Result<void>(); });
  reader = &rows;
  TRY(file.for_each_text_block([&](std::string_view block) { return rows.add(block); }, on_progress,
                               preflight_bytes));
  return file.size() > preflight_bytes ? Result<void>() : rows.finish();
}

Result<void> write_columns(const TextSources& raw, const ColumnRules& rules, const fs::path& folder,
                           const PrepareProgress& progress) {
  TRY(const auto labels, Labels::create(rules.labels));
  TRY(const auto sources, open_sources(raw));
  TRY(check_text(raw, sources, progress));
  for (const auto& [split, files] :
       {std::pair(Split::train, &sources.train), std::pair(Split::validation, &sources.validation),
        std::pair(Split::test, &sources.test),
        std::pair(Split::temporal_test, &sources.temporal_test)}) {
    if (files->empty()) continue;
    const std::string name(name_of(split));
    TRY(auto out, CsvWriter::create(folder / (name + ".csv"), rules.columns));
    TRY(auto row_ends, ColumnWriter::create(folder, name + ".rows"));
    SplitColumns columns(rules, labels, std::move(out), std::move(row_ends), raw.max_records);
    const double total = total_bytes(*files);
    double before = 0;
    for (const TextFile& file : *files) {
      TRY(columns.add(file, [&](std::uint64_t done) -> Result<void> {
        if (progress("phase.columns", before + static_cast<double>(done), total)) return {};
        return preparing_stopped();
      }));
      before += static_cast<double>(file.size());
    }
    TRY(const std::int64_t num_rows, columns.finish());
    if (num_rows == 0)
      return make_error("data.no_whole_rows", {{"file", files->front().path().string()}});
  }
  return {};
}

}  // namespace trainyard
