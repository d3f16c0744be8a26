// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/wandb_records.h"

#include <cmath>
#include <map>

#include "engine/contract/json.h"
#include "engine/trackers/number_text.h"
#include "engine/trackers/protobuf_reader.h"
#include "engine/trackers/wandb_media.h"

namespace trainyard {
namespace {

using Type = ProtobufField::Type;

constexpr std::size_t max_settings_text = 64 << 10;  // of one value; longer ones are left out
constexpr std::size_t max_members = 50;              // of an object that stands for media

// ConfigItem, SummaryItem and HistoryItem, which have the same fields.
struct Item {
  std::string key;  // parts of a nested one are joined with dots, as W&B's own tables do
  std::string_view json;
  std::size_t parent_bytes = 0;  // how much of the key is before the last part of a nested one

  std::string parent() const { return key.substr(0, parent_bytes); }
  std::string name() const { return key.substr(parent_bytes == 0 ? 0 : parent_bytes + 1); }
};

Item read_item(std::string_view message) {
  Item item;
  ProtobufReader reader(message);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::bytes)) {
      item.key = field->bytes;
      item.parent_bytes = 0;
    }
    if (field->is(2, Type::bytes)) {
      item.parent_bytes = item.key.size();
      if (!item.key.empty()) item.key += '.';
      item.key += field->bytes;
    }
    if (field->is(16, Type::bytes)) item.json = field->bytes;
  }
  return item;
}

std::optional<std::int64_t> step_in(double number) {
  constexpr double limit = 9e15;  // a double holds each integer below
  if (!(std::abs(number) < limit) || std::floor(number) != number) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

void set_entry(Map& map, Item item) {
  if (item.key.empty() || item.key.starts_with("_wandb") || item.json.size() > max_settings_text)
    return;
  auto value = parse_json(item.json);
  if (!value) return;
  for (auto& [key, known] : map)
    if (key == item.key) {
      known = *std::move(value);
      return;
    }
  if (map.size() < TrackedRun::max_entries)
    map.emplace_back(std::move(item.key), *std::move(value));
}

// ConfigRecord and SummaryRecord.
void take_updates(std::string_view record, Map& map) {
  std::size_t num_updates = 0;
  ProtobufReader reader(record);
  while (const auto field = reader.next()) {
    if (++num_updates > TrackedRun::max_entries) return;
    if (field->is(1, Type::bytes)) set_entry(map, read_item(field->bytes));
    if (field->is(2, Type::bytes))
      std::erase_if(map, [key = read_item(field->bytes).key](const auto& entry) {
        return entry.first == key;
      });
  }
}

// Media are objects with a `_type`, of which newer versions of W&B write each member as an item of
// its own. Takes them out of `items`: the size of a picture is no curve.
void take_media(std::vector<Item>& items, TrackedPoint& point) {
  std::map<std::string, Map> objects;
  for (const Item& item : items) {
    if (item.parent_bytes > 0 && item.name() == "_type") objects[item.parent()];
    if (!item.json.starts_with('{') || item.json.find("\"_type\"") == item.json.npos) continue;
    const auto value = parse_json(item.json);
    if (const Map* object = value ? value->get_if<Map>() : nullptr)
      add_wandb_media(item.key, *object, point.samples);
  }
  if (objects.empty()) return;
  std::erase_if(items, [&](const Item& item) {
    const auto object = objects.find(item.parent());
    if (item.parent_bytes == 0 || object == objects.end()) return false;
    auto value = parse_json(item.json);
    if (value && object->second.size() < max_members && !find(object->second, item.name()))
      object->second.emplace_back(item.name(), *std::move(value));
    return true;
  });
  for (const auto& [key, object] : objects) add_wandb_media(key, object, point.samples);
}

}  // namespace

void WandbReader::take_record(std::string_view record, const OnPoint& on_point) {
  ProtobufReader reader(record);
  while (const auto field = reader.next()) {
    if (field->is(2, Type::bytes)) take_history(field->bytes, on_point);
    if (field->is(3, Type::bytes)) take_updates(field->bytes, run_.summary);
    if (field->is(5, Type::bytes)) take_updates(field->bytes, run_.config);
    if (field->is(17, Type::bytes)) take_run(field->bytes);
    if (!field->is(18, Type::bytes)) continue;
    run_.exit_code = 0;
    ProtobufReader end(field->bytes);
    while (const auto inner = end.next())
      if (inner->is(1, Type::varint)) run_.exit_code = inner->integer();
  }
}

void WandbReader::take_history(std::string_view history, const OnPoint& on_point) const {
  TrackedPoint point;
  std::vector<Item> items;
  ProtobufReader reader(history);
  while (const auto field = reader.next()) {
    if (field->is(2, Type::bytes) && !point.step) {
      point.step = 0;  // as protobuf means a field that is not there
      ProtobufReader step(field->bytes);
      while (const auto number = step.next())
        if (number->is(1, Type::varint)) point.step = number->integer();
    }
    if (field->is(1, Type::bytes)) items.push_back(read_item(field->bytes));
  }
  take_media(items, point);
  for (Item& item : items) {
    const auto number = number_in(item.json);
    if (number && item.key == "_step") point.step = step_in(*number);
    if (number && item.key == "_timestamp") point.time = *number;
    if (item.key.starts_with('_')) continue;
    if (number)
      point.values.emplace_back(std::move(item.key), *number);
    else if (auto text = wandb_text(item.key, item.json))
      point.samples.push_back(*std::move(text));
  }
  if (!point.is_empty() && !reader.is_malformed()) on_point(std::move(point));
}

void WandbReader::take_run(std::string_view run) {
  run_.tags.clear();
  ProtobufReader reader(run);
  while (const auto field = reader.next()) {
    if (field->type != Type::bytes) continue;
    const std::string_view text = field->bytes;
    if (field->number == 1) run_.id = text;
    if (field->number == 3) run_.project = text;
    if (field->number == 4) take_updates(text, run_.config);
    if (field->number == 6) run_.group = text;
    if (field->number == 8) run_.name = text;
    if (field->number == 9) run_.notes = text;
    if (field->number == 10 && run_.tags.size() < TrackedRun::max_entries)
      run_.tags.emplace_back(text);
    if (field->number == 17) run_.started = timestamp_seconds(text);
  }
}

}  // namespace trainyard
