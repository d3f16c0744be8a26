// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/json_objects.h"

#include <algorithm>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/data/quick_json.h"
#include "engine/data/record_error.h"

namespace trainyard {

JsonObjects::JsonObjects(const std::filesystem::path& file, TakeObject take)
    : file_(file), take_(std::move(take)) {}

Error JsonObjects::error_here(const char* code) const {
  return record_error(file_, record_line_, make_error(code, {}));
}

Result<void> JsonObjects::add(std::string_view block) {
  while (!block.empty()) {
    if (open_ == 0) {
      TRY(const bool is_taken, take_quickly(block));
      if (is_taken) continue;
      TRY(take_outside(block.front()));
      if (block.front() == '\n') ++line_;
      block.remove_prefix(1);
    } else {
      TRY(take_inside(block));
    }
  }
  return {};
}

Result<void> JsonObjects::finish() {
  if (open_ > 0) return error_here("record.open_object");
  if (place_ == Place::begin || place_ == Place::objects || place_ == Place::end) return {};
  record_line_ = line_;
  return error_here("record.open_list");
}

Result<bool> JsonObjects::take_quickly(std::string_view& rest) {
  if (rest.front() != '{' || place_ == Place::after_item || place_ == Place::end) return false;
  auto found = read_quickly(rest.substr(0, max_record_bytes));
  if (!found) return false;
  place_ = place_ == Place::begin || place_ == Place::objects ? Place::objects : Place::after_item;
  record_line_ = line_;
  const std::string_view taken = rest.substr(0, found->size);
  // Most records are on one line: find is faster than counting byte by byte.
  for (std::size_t at = taken.find('\n'); at != taken.npos; at = taken.find('\n', at + 1)) ++line_;
  rest.remove_prefix(found->size);
  TRY(take_(std::move(found->object), record_line_));
  return true;
}

Result<void> JsonObjects::take_outside(char character) {
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

Result<void> JsonObjects::take_inside(std::string_view& rest) {
  // The character after a backslash never ends a text.
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
  if (object_.size() > max_record_bytes) return error_here("record.too_long");
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

Result<void> JsonObjects::take_object() {
  auto value = parse_json(object_);
  if (!value) return record_error(file_, record_line_, value.error());
  Map* object = std::get_if<Map>(static_cast<Value::variant*>(&value.value()));
  if (!object) return error_here("record.no_object");
  return take_(std::move(*object), record_line_);
}

Result<bool> for_each_object(const TextFile& file, const TakeObject& take,
                             const TextFile::OnProgress& on_progress, std::uint64_t most) {
  JsonObjects objects(file.path(), take);
  TRY(const bool is_whole,
      file.for_each_text_block([&](std::string_view block) { return objects.add(block); },
                               on_progress, most));
  if (is_whole) {
    TRY(objects.finish());
  }
  return is_whole;
}

}  // namespace trainyard
