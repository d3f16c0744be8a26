// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/record_fields.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/system/utf8_sequence.h"
#include "engine/text/unicode/python_characters.h"

namespace trainyard {

namespace {

// Larger numbers are not valid indices; this also prevents overflow in conversions.
constexpr double max_index = 1e9;

std::optional<double> number_in(const Value& value) {
  if (const auto* truth = value.get_if<bool>()) return *truth ? 1 : 0;
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = value.get_if<double>();
  return real && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

std::optional<double> number_as_text(std::string_view text) {
  text = python::strip(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<double>(number);
}

std::string lower_case(std::string_view given) {
  std::string text(given);
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

// Finds a member without copying its key.
const Value* value_called(const Map& map, std::string_view field) {
  for (const auto& [key, value] : map)
    if (key == field) return &value;
  return nullptr;
}

// Like json_text, but returns a view of the value.
std::optional<std::string_view> view_of_text(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return *text;
  const auto* number = value.get_if<double>();
  if (!number || std::isfinite(*number)) return std::nullopt;
  return std::isnan(*number) ? "NaN" : *number > 0 ? "Infinity" : "-Infinity";
}

}  // namespace

std::string joined(std::span<const std::string_view> texts, std::string_view separator) {
  std::string all;
  std::size_t size = 0;
  for (const std::string_view text : texts) size += text.size() + separator.size();
  all.reserve(size);
  for (const std::string_view& text : texts) {
    if (&text != texts.data()) all += separator;
    all += text;
  }
  return all;
}

std::string together(std::initializer_list<std::string_view> texts) {
  return joined({texts.begin(), texts.size()}, "");
}

std::string shown(const Value& value) {
  constexpr std::size_t limit = 60;
  if (const auto* list = value.get_if<List>(); list && list->size() > limit) return "a long list";
  std::string text = to_json(value);
  if (text.size() <= limit) return text;
  return std::string(utf8_prefix(text, limit - 3)) + "...";
}

Error RecordFields::error(const char* code, Map arguments) const {
  arguments.emplace_back("format", std::string(format_));
  return make_error(code, std::move(arguments));
}

Error RecordFields::wrong(std::string_view field, const char* expected, const Value& found) const {
  return error("instructions.wrong_field",
               {{"field", std::string(field)}, {"expected", expected}, {"found", shown(found)}});
}

Error RecordFields::wrong_index(std::string_view field, std::size_t count,
                                const Value& found) const {
  return error("instructions.wrong_index", {{"field", std::string(field)},
                                            {"most", static_cast<std::int64_t>(count) - 1},
                                            {"found", shown(found)}});
}

Result<const Value*> RecordFields::value(std::string_view field) const {
  const Value* found = value_called(record_, field);
  if (!found) return error("instructions.no_field", {{"field", std::string(field)}});
  return found;
}

Result<std::string_view> RecordFields::text_of(const Value& value, std::string_view field) const {
  // NaN and infinities are texts in JSON.
  const auto text = view_of_text(value);
  if (!text) return wrong(field, "a text", value);
  return python::strip(*text);
}

Result<std::vector<std::string_view>> RecordFields::texts_of(const Value& value,
                                                             std::string_view field) const {
  const List* list = value.get_if<List>();
  if (!list) return wrong(field, "a list of texts", value);
  std::vector<std::string_view> texts;
  texts.reserve(list->size());
  for (const Value& item : *list) {
    const auto text = view_of_text(item);
    if (!text) return wrong(field, "a list of texts", value);
    texts.push_back(python::strip(*text));
  }
  return texts;
}

Result<std::string_view> RecordFields::text(std::string_view field) const {
  TRY(const Value* found, value(field));
  return text_of(*found, field);
}

Result<std::string_view> RecordFields::text_if_there(std::string_view field) const {
  const Value* found = value_called(record_, field);
  return found ? text_of(*found, field) : Result<std::string_view>(std::string_view());
}

Result<std::vector<std::string_view>> RecordFields::strings(std::string_view field) const {
  TRY(const Value* found, value(field));
  return texts_of(*found, field);
}

Result<std::vector<std::string_view>> RecordFields::texts_within(std::string_view field,
                                                                 std::string_view inner) const {
  TRY(const Value* found, value(field));
  const Map* map = found->get_if<Map>();
  if (!map) return wrong(field, "an object", *found);
  const std::string path = together({field, ".", inner});
  const Value* within = value_called(*map, inner);
  if (!within) return error("instructions.no_field", {{"field", path}});
  return texts_of(*within, path);
}

Result<std::vector<std::string>> RecordFields::joined_rows(std::string_view field,
                                                           std::string_view separator) const {
  TRY(const Value* found, value(field));
  const List* rows = found->get_if<List>();
  if (!rows) return wrong(field, "a list of rows", *found);
  std::vector<std::string> lines;
  for (const Value& row : *rows) {
    TRY(const auto cells, texts_of(row, field));
    lines.push_back(joined(cells, separator));
  }
  return lines;
}

Result<std::size_t> RecordFields::index(std::string_view field, std::size_t count) const {
  TRY(const Value* found, value(field));
  const auto number = number_in(*found);
  if (!number || *number < 0 || *number >= static_cast<double>(count) ||
      *number != std::floor(*number))
    return wrong_index(field, count, *found);
  return static_cast<std::size_t>(*number);
}

Result<std::size_t> RecordFields::index_of_any_kind(std::string_view field,
                                                    std::size_t count) const {
  TRY(const Value* found, value(field));
  const auto* text = found->get_if<std::string>();
  const auto number = text ? number_as_text(*text) : number_in(*found);
  if (!number || *number <= -1 || *number >= max_index ||
      static_cast<std::size_t>(std::trunc(*number)) >= count)
    return wrong_index(field, count, *found);
  return static_cast<std::size_t>(std::trunc(*number));
}

Result<std::size_t> RecordFields::word(std::string_view field,
                                       std::initializer_list<std::string_view> words) const {
  TRY(const Value* found, value(field));
  TRY(const std::string_view text, text_of(*found, field));
  const std::string lower = lower_case(text);
  for (const std::string_view& word : words)
    if (lower == word) return static_cast<std::size_t>(&word - words.begin());
  const std::string choices = joined({words.begin(), words.size()}, ", ");
  return error("instructions.wrong_word",
               {{"field", std::string(field)}, {"choices", choices}, {"found", shown(*found)}});
}

}  // namespace trainyard
