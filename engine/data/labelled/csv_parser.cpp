#include "engine/data/labelled/csv_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/contract/comma_list.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

constexpr char label_separator = ';';
constexpr std::size_t most_columns = 65536;

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
    : file_(file), settings_(settings), delimiter_(delimiter), take_(std::move(take)) {}

Error CsvParser::error_here(const char* code, Map arguments) const {
  return record_error(file_, record_line_, make_error(code, std::move(arguments)));
}

Result<void> CsvParser::add(std::string_view block) {
  const char special[] = {'"', '\n', '\r', delimiter_};
  while (!block.empty()) {
    const std::size_t end = std::min(block.find_first_of({special, sizeof special}), block.size());
    if (end > 0) {
      TRY(take_ordinary(block.substr(0, end)));
    }
    if (end == block.size()) return {};
    TRY(take_special(block[end]));
    block.remove_prefix(end + 1);
  }
  return {};
}

Result<void> CsvParser::finish() {
  if (state_ == State::quoted) return error_here("record.open_quote");
  if (record_bytes_ > 0) {
    TRY(end_line());
  }
  return header_.empty() ? error_here("record.no_header") : Result<void>();
}

Result<void> CsvParser::take_ordinary(std::string_view text) {
  after_return_ = false;
  record_bytes_ += text.size();
  if (record_bytes_ > most_record_bytes) return error_here("record.too_long");
  if (state_ != State::quoted) state_ = State::field;
  field_ += text;
  return {};
}

Result<void> CsvParser::take_special(char character) {
  const bool is_break = character == '\n' || character == '\r';
  const bool continues_break = character == '\n' && after_return_;
  after_return_ = character == '\r';
  if (is_break && !continues_break) ++line_;
  if (++record_bytes_ > most_record_bytes) return error_here("record.too_long");
  if (state_ == State::quoted) {
    if (character == '"')
      state_ = State::quote_in_quoted;
    else
      field_ += character;
  } else if (continues_break) {
    begin_line();
  } else if (is_break) {
    return end_line();
  } else if (character == delimiter_) {
    return end_field();
  } else if (state_ == State::field) {
    field_ += character;
  } else {
    // The second of two in a quoted field is one that stands there.
    if (state_ == State::quote_in_quoted) field_ += '"';
    state_ = State::quoted;
    is_quoted_line_ = true;
  }
  return {};
}

Result<void> CsvParser::end_field() {
  fields_.push_back(std::move(field_));
  field_.clear();
  state_ = State::field_begin;
  if (header_.empty() && fields_.size() > most_columns)
    return error_here("record.too_many_columns",
                      {{"limit", static_cast<std::int64_t>(most_columns)}});
  if (!header_.empty() && fields_.size() > header_.size())
    return error_here("record.too_many_fields",
                      {{"columns", static_cast<std::int64_t>(header_.size())}});
  return {};
}

void CsvParser::begin_line() {
  fields_.clear();
  record_bytes_ = 0;
  is_quoted_line_ = false;
  record_line_ = line_;
}

Result<void> CsvParser::end_line() {
  TRY(end_field());
  const bool is_blank =
      fields_.size() == 1 && !is_quoted_line_ && without_blanks(fields_[0]).empty();
  if (!is_blank) {
    TRY(header_.empty() ? take_header() : take_fields());
  }
  begin_line();
  return {};
}

Result<void> CsvParser::take_header() {
  header_ = std::move(fields_);
  if (!settings_.first_column_otherwise ||
      std::ranges::find(header_, settings_.text_column) != header_.end()) {
    TRY(text_, column_of(settings_.text_column));
  }
  if (settings_.rows != RowKind::unlabelled) {
    TRY(label_, column_of(settings_.label_column));
  }
  if (settings_.text_pair_column) {
    TRY(text_pair_, column_of(*settings_.text_pair_column));
  }
  return {};
}

Result<std::size_t> CsvParser::column_of(const std::string& name) const {
  const auto place = std::ranges::find(header_, name);
  if (place != header_.end()) return static_cast<std::size_t>(place - header_.begin());
  return error_here("record.no_column", {{"column", name}, {"columns", comma_list(header_)}});
}

std::optional<std::string> CsvParser::field_of(std::size_t column) const {
  return column < fields_.size() ? std::optional(fields_[column]) : std::nullopt;
}

Result<void> CsvParser::take_fields() {
  LabelledRecord record{.file = &file_, .line = record_line_};
  const auto text = field_of(text_);
  if (!text) return error_here("record.no_value", {{"column", settings_.text_column}});
  record.text = *text;
  if (text_pair_) {
    const auto text_pair = field_of(*text_pair_);
    if (!text_pair) return error_here("record.no_value", {{"column", *settings_.text_pair_column}});
    record.text_pair = *text_pair;
  }
  TRY(read_label(record));
  return take_(std::move(record));
}

Result<void> CsvParser::read_label(LabelledRecord& record) const {
  if (settings_.rows == RowKind::unlabelled) return {};
  const auto label = field_of(label_);
  const std::string& column = settings_.label_column;
  if (!label || (label->empty() && settings_.rows != RowKind::multi_label))
    return error_here("record.no_value", {{"column", column}});
  if (settings_.rows == RowKind::single_label) {
    record.labels = {*label};
  } else if (settings_.rows == RowKind::multi_label) {
    record.labels = split_labels(*label);
  } else {
    const auto number = finite_number(*label);
    if (!number) return error_here("record.no_number", {{"column", column}});
    record.number = *number;
  }
  return {};
}

}  // namespace trainyard
