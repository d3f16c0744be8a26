#include "engine/data/labelled/json_parser.h"

#include <algorithm>
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

// Each of a list as `read` has it; nothing when it is no list or one of it is nothing.
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
    : file_(file), settings_(settings), take_(std::move(take)) {}

Error JsonParser::error_here(const char* code, Map arguments) const {
  return record_error(file_, record_line_, make_error(code, std::move(arguments)));
}

Result<void> JsonParser::add(std::string_view block) {
  while (!block.empty()) {
    if (open_ == 0) {
      TRY(take_outside(block.front()));
      if (block.front() == '\n') ++line_;
      block.remove_prefix(1);
    } else {
      TRY(take_inside(block));
    }
  }
  return {};
}

Result<void> JsonParser::finish() {
  if (open_ > 0) return error_here("record.open_object");
  if (place_ == Place::begin || place_ == Place::objects || place_ == Place::end) return {};
  record_line_ = line_;
  return error_here("record.open_list");
}

Result<void> JsonParser::take_outside(char character) {
  if (character == ' ' || character == '\t' || character == '\n' || character == '\r') return {};
  const Place place = place_;
  record_line_ = line_;
  if (character == '{' && place != Place::after_item && place != Place::end) {
    place_ = place == Place::begin || place == Place::objects ? Place::objects : Place::after_item;
    object_.assign(1, '{');
    open_ = 1;
  } else if (character == '[' && place == Place::begin) {
    place_ = Place::item;
  } else if (character == ',' && place == Place::after_item) {
    place_ = Place::item_needed;
  } else if (character == ']' && (place == Place::after_item || place == Place::item)) {
    place_ = Place::end;
  } else {
    return error_here("record.no_object");
  }
  return {};
}

Result<void> JsonParser::take_inside(std::string_view& rest) {
  // What stands behind a backslash is never the end of a text.
  if (is_escaped_) {
    object_ += rest.front();
    rest.remove_prefix(1);
    is_escaped_ = false;
    return {};
  }
  const std::size_t end =
      std::min(rest.find_first_of(in_text_ ? "\"\\\n" : "\"{}[]\n"), rest.size());
  const std::size_t taken = std::min(end + 1, rest.size());
  object_ += rest.substr(0, taken);
  const char special = end < rest.size() ? rest[end] : '\0';
  rest.remove_prefix(taken);
  if (object_.size() > most_record_bytes) return error_here("record.too_long");
  if (in_text_) {
    if (special == '\n') return error_here("record.open_text");
    is_escaped_ = special == '\\';
    in_text_ = special != '"';
    return {};
  }
  in_text_ = special == '"';
  if (special == '\n') ++line_;
  if (special == '{' || special == '[') ++open_;
  if ((special == '}' || special == ']') && --open_ == 0) return take_object();
  return {};
}

Result<void> JsonParser::take_object() {
  const auto value = parse_json(object_);
  if (!value) return record_error(file_, record_line_, value.error());
  const Map* object = value->get_if<Map>();
  if (!object) return error_here("record.no_object");
  LabelledRecord record{.file = &file_, .line = record_line_};
  TRY(read_texts(*object, record));
  TRY(read_label(*object, record));
  return take_(std::move(record));
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
    TRY(record.text, text_in(object, settings_.text_column));
    if (settings_.text_pair_column) {
      TRY(record.text_pair, text_in(object, *settings_.text_pair_column));
    }
    return {};
  }
  const Value* value = find(object, settings_.text_column);
  if (!value || value->is_null())
    return error_here("record.no_value", {{"column", settings_.text_column}});
  auto words = texts_in(*value, json_text);
  if (!words) return error_here("record.no_words", {{"column", settings_.text_column}});
  record.words = *std::move(words);
  return {};
}

Result<void> JsonParser::read_label(const Map& object, LabelledRecord& record) const {
  if (!has_labels(settings_.rows)) return {};
  const std::string& column = settings_.label_column;
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
