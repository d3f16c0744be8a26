// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/json_parser.h"

#include <cmath>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

// A label's name; nothing for what cannot be one.
std::optional<std::string> label_name(const Value& value) {
  if (const auto* truth = value.get_if<bool>()) return *truth ? "true" : "false";
  if (const auto* whole = value.get_if<std::int64_t>()) return std::to_string(*whole);
  auto text = json_text(value);
  return text && !text->empty() ? text : std::nullopt;
}

std::optional<double> label_number(const Value& value) {
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = value.get_if<double>();
  return real && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

// Converts each item of a list with `read`; nothing if it is not a list or an item has no result.
template <class Read>
std::optional<std::vector<std::string>> texts_in(const Value& value, const Read& read) {
  const List* list = value.get_if<List>();
  if (!list) return std::nullopt;
  std::vector<std::string> texts;
  for (const Value& item : *list) {
    auto text = read(item);
    if (!text) return std::nullopt;
    texts.push_back(*std::move(text));
  }
  return texts;
}

}  // namespace

JsonParser::JsonParser(const std::filesystem::path& file, const LabelledTextSettings& settings,
                       TakeRecord take)
    : file_(file),
      settings_(settings),
      take_(std::move(take)),
      objects_(file,
               [this](Map&& object, std::int64_t line) { return take_object(object, line); }) {}

Error JsonParser::error_here(const char* code, Map arguments) const {
  return record_error(file_, line_, make_error(code, std::move(arguments)));
}

Result<void> JsonParser::take_object(const Map& object, std::int64_t line) {
  line_ = line;
  if (!text_column_) choose_column(object);
  LabelledRecord record{.file = &file_, .line = line};
  TRY(read_texts(object, record));
  TRY(read_label(object, record));
  return take_(std::move(record));
}

void JsonParser::choose_column(const Map& object) {
  const bool takes_first = settings_.first_column_otherwise && !object.empty() &&
                           !find(object, settings_.data.text_column);
  text_column_ = takes_first ? object.front().first : settings_.data.text_column;
}

Result<std::string> JsonParser::text_in(const Map& object, const std::string& column) const {
  const Value* value = find(object, column);
  if (!value || value->is_null()) return error_here("record.no_value", {{"column", column}});
  auto text = json_text(*value);
  if (!text) return error_here("record.no_text", {{"column", column}});
  return *std::move(text);
}

Result<void> JsonParser::read_texts(const Map& object, LabelledRecord& record) const {
  if (!has_words(settings_.rows)) {
    TRY(record.text, text_in(object, *text_column_));
    if (settings_.data.text_pair_column) {
      TRY(record.text_pair, text_in(object, *settings_.data.text_pair_column));
    }
    return {};
  }
  const Value* value = find(object, settings_.data.text_column);
  if (!value || value->is_null())
    return error_here("record.no_value", {{"column", settings_.data.text_column}});
  auto words = texts_in(*value, json_text);
  if (!words) return error_here("record.no_words", {{"column", settings_.data.text_column}});
  record.words = *std::move(words);
  return {};
}

Result<void> JsonParser::read_label(const Map& object, LabelledRecord& record) const {
  if (!has_labels(settings_.rows)) return {};
  const std::string& column = settings_.data.label_column;
  const Value* value = find(object, column);
  if (!value || value->is_null()) return error_here("record.no_value", {{"column", column}});
  if (settings_.rows == RowKind::regression) {
    const auto number = label_number(*value);
    if (!number) return error_here("record.no_number", {{"column", column}});
    record.number = *number;
    return {};
  }
  if (settings_.rows == RowKind::single_label) {
    auto name = label_name(*value);
    if (!name) return error_here("record.no_label", {{"column", column}});
    record.labels = {*std::move(name)};
    return {};
  }
  auto names = texts_in(*value, label_name);
  if (!names) return error_here("record.no_labels", {{"column", column}});
  record.labels = *std::move(names);
  if (settings_.rows == RowKind::token_labels && record.words.size() != record.labels.size())
    return error_here("record.label_count",
                      {{"words", static_cast<std::int64_t>(record.words.size())},
                       {"labels", static_cast<std::int64_t>(record.labels.size())}});
  return {};
}

}  // namespace trainyard
