// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/csv_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

constexpr char label_separator = ';';

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split_labels(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(label_separator), text.size());
    if (const auto name = without_blanks(text.substr(0, end)); !name.empty())
      names.emplace_back(name);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return names;
}

std::optional<double> finite_number(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

}  // namespace

CsvParser::CsvParser(const std::filesystem::path& file, const LabelledTextSettings& settings,
                     char delimiter, TakeRecord take)
    : file_(file),
      settings_(settings),
      take_(std::move(take)),
      rows_(
          file, delimiter, [this](CsvRow&) { return take_header(); },
          [this](CsvRow& row) { return take_fields(row); }) {}

Error CsvParser::error_at(const CsvRow& row, const char* code, Map arguments) const {
  return record_error(file_, row.line, make_error(code, std::move(arguments)));
}

Result<void> CsvParser::take_header() {
  const std::vector<std::string>& header = rows_.header();
  if (!settings_.first_column_otherwise ||
      std::ranges::find(header, settings_.data.text_column) != header.end()) {
    TRY(text_, rows_.column_of(settings_.data.text_column));
  }
  if (settings_.rows != RowKind::unlabelled) {
    TRY(label_, rows_.column_of(settings_.data.label_column));
  }
  if (settings_.data.text_pair_column) {
    TRY(text_pair_, rows_.column_of(*settings_.data.text_pair_column));
  }
  return {};
}

Result<void> CsvParser::take_fields(CsvRow& row) {
  LabelledRecord record{.file = &file_, .line = row.line};
  std::vector<std::string>& fields = row.fields;
  if (text_ >= fields.size())
    return error_at(row, "record.no_value", {{"column", settings_.data.text_column}});
  if (text_pair_ && *text_pair_ >= fields.size())
    return error_at(row, "record.no_value", {{"column", *settings_.data.text_pair_column}});
  TRY(read_label(row, record));
  if (text_pair_) record.text_pair = fields[*text_pair_];
  record.text = std::move(fields[text_]);
  return take_(std::move(record));
}

Result<void> CsvParser::read_label(const CsvRow& row, LabelledRecord& record) const {
  if (settings_.rows == RowKind::unlabelled) return {};
  const std::string* label = label_ < row.fields.size() ? &row.fields[label_] : nullptr;
  const std::string& column = settings_.data.label_column;
  if (!label || (label->empty() && settings_.rows != RowKind::multi_label))
    return error_at(row, "record.no_value", {{"column", column}});
  if (settings_.rows == RowKind::single_label) {
    record.labels = {*label};
  } else if (settings_.rows == RowKind::multi_label) {
    record.labels = split_labels(*label);
  } else {
    const auto number = finite_number(*label);
    if (!number) return error_at(row, "record.no_number", {{"column", column}});
    record.number = *number;
  }
  return {};
}

}  // namespace trainyard
