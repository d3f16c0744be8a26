// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/column_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/data/json_objects.h"
#include "engine/data/labelled/json_parser.h"
#include "engine/data/parquet_objects.h"
#include "engine/data/record_error.h"
#include "engine/data/unpacker.h"

namespace trainyard {

namespace {

constexpr std::size_t kMaxJsonColumns = 65536;

using MemberNames = std::set<std::string, std::less<>>;

// The members that any record of a file has.
Result<MemberNames> members_of(const TextFile& file, const TextFile::OnProgress& on_progress,
                               std::uint64_t most) {
  MemberNames names;
  const auto take = [&](Map&& object, std::int64_t line) -> Result<void> {
    for (const auto& [name, value] : object) names.insert(name);
    if (names.size() <= kMaxJsonColumns) return {};
    return record_error(file.path(), line,
                        make_error("record.too_many_columns",
                                   {{"limit", static_cast<std::int64_t>(kMaxJsonColumns)}}));
  };
  TRY(for_each_object(file, take, [&](std::uint64_t) { return on_progress(0); }, most));
  return names;
}

Result<void> check_names(const TextFile& file, const ColumnRules& rules, const MemberNames& names) {
  for (const std::string& column : rules.columns)
    if (!names.contains(column))
      return record_error(
          file.path(), 1,
          make_error("record.no_column", {{"column", column}, {"columns", comma_list(names)}}));
  return {};
}

// Whether a member has no value, or one that another record has is missing.
bool has_gaps(const Map& object, const MemberNames& names) {
  return object.size() < names.size() ||
         std::ranges::any_of(object, [](const auto& member) { return member.second.is_null(); });
}

std::string shortest(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  return {digits.begin(), end};
}

// Joins several labels into one field: none may contain the separator, or surrounding blanks, which
// would be stripped.
Result<std::string> joined_labels(const std::vector<std::string>& labels) {
  std::string field;
  for (const std::string& label : labels) {
    if (label.find(';') != label.npos || label.find_first_of(" \t") == 0 ||
        label.find_last_of(" \t") + 1 == label.size())
      return make_error("record.label_in_csv", {{"label", label}});
    field.append(field.empty() ? "" : ";").append(label);
  }
  return field;
}

Result<std::string> label_field(const LabelledRecord& record, RowKind rows) {
  if (rows == RowKind::regression) return shortest(record.number);
  if (rows == RowKind::multi_label) return joined_labels(record.labels);
  return record.labels.front();
}

Result<void> fill_fields(const LabelledRecord& record, const ColumnRules& rules,
                         std::vector<std::string>& fields) {
  fields.clear();
  for (const std::string& column : rules.columns) {
    if (column == rules.columns.front()) {
      fields.push_back(record.text);
    } else if (column == rules.text_pair_column) {
      fields.push_back(record.text_pair);
    } else {
      TRY(fields.emplace_back(), label_field(record, rules.rows));
    }
    if (fields.back().find('\0') != std::string::npos)
      return make_error("record.zero_character", {{"column", column}});
  }
  return {};
}

// The settings with which training code reads the records.
LabelledTextSettings reading_of(const ColumnRules& rules) {
  LabelledTextSettings settings;
  settings.rows = rules.rows;
  settings.data.text_column = rules.columns.front();
  settings.data.text_pair_column = rules.text_pair_column;
  for (const std::string& column : rules.columns)
    if (column != settings.data.text_column && column != rules.text_pair_column)
      settings.data.label_column = column;
  return settings;
}

}  // namespace

Result<void> for_each_column_record(const TextFile& file, const ColumnRules& rules,
                                    const std::function<Result<void>(std::int64_t line)>& take,
                                    std::vector<std::string>& fields,
                                    const TextFile::OnProgress& on_progress, std::uint64_t most) {
  const std::string ending = ending_of(file.path());
  const bool is_parquet = ending == ".parquet";
  if (!is_parquet && ending != ".json" && ending != ".jsonl")
    return make_error("data.step_ending", {{"file", file.path().string()}});
  MemberNames names;
  if (rules.drops_incomplete && !is_parquet) {
    TRY(names, members_of(file, on_progress, most));
    TRY(check_names(file, rules, names));
  }
  const LabelledTextSettings reading = reading_of(rules);
  JsonParser records(file.path(), reading, [&](LabelledRecord&& record) -> Result<void> {
    if (auto filled = fill_fields(record, rules, fields); !filled)
      return record_error(file.path(), record.line, filled.error());
    return take(record.line);
  });
  const auto take_object = [&](Map&& object, std::int64_t line) -> Result<void> {
    if (rules.drops_incomplete && has_gaps(object, names)) return {};
    return records.take_object(object, line);
  };
  if (!is_parquet) {
    TRY(for_each_object(file, take_object, on_progress, most));
    return {};
  }
  // All columns determine whether a row is complete.
  const std::vector<std::string> wanted =
      rules.drops_incomplete ? std::vector<std::string>() : rules.columns;
  TRY(const auto columns, parquet_columns(file.path()));
  TRY(check_names(file, rules, MemberNames(columns.begin(), columns.end())));
  TRY(for_each_row(file, wanted, take_object, on_progress, most));
  return {};
}

}  // namespace trainyard
