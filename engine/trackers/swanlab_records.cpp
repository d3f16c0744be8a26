// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/swanlab_records.h"

#include "engine/trackers/protobuf_reader.h"

namespace trainyard {
namespace {

using Type = ProtobufField::Type;

constexpr std::int64_t system_class = 2, finished_state = 1;

}  // namespace

void SwanlabReader::take_record(std::string_view record, const OnPoint& on_point) {
  ProtobufReader reader(record);
  while (const auto field = reader.next()) {
    if (field->is(10, Type::bytes)) take_start(field->bytes);
    if (field->is(11, Type::bytes)) take_finish(field->bytes);
    if (field->is(12, Type::bytes)) take_column(field->bytes);
    if (field->is(13, Type::bytes)) take_scalar(field->bytes, on_point);
  }
}

void SwanlabReader::take_start(std::string_view start) {
  run_.tags.clear();
  run_.exit_code.reset();
  ProtobufReader reader(start);
  while (const auto field = reader.next()) {
    if (field->type != Type::bytes) continue;
    const std::string_view text = field->bytes;
    if (field->number == 1) run_.project = text;
    if (field->number == 4) run_.name = text;
    if (field->number == 5) run_.notes = text;
    if (field->number == 6 && run_.tags.size() < TrackedRun::max_entries)
      run_.tags.emplace_back(text);
    if (field->number == 7) run_.group = text;
    if (field->number == 10) run_.id = text;
    if (field->number == 12) run_.started = timestamp_seconds(text);
  }
}

// A run that was not ended by its program has no such record, or another state.
void SwanlabReader::take_finish(std::string_view finish) {
  run_.exit_code = 1;
  ProtobufReader reader(finish);
  while (const auto field = reader.next())
    if (field->is(1, Type::varint)) run_.exit_code = field->integer() == finished_state ? 0 : 1;
}

void SwanlabReader::take_column(std::string_view column) {
  std::string_view key;
  bool is_system = false;
  ProtobufReader reader(column);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::varint)) is_system = field->integer() == system_class;
    if (field->is(3, Type::bytes)) key = field->bytes;
  }
  if (is_system && system_keys_.size() < TrackedRun::max_entries) system_keys_.emplace(key);
}

void SwanlabReader::take_scalar(std::string_view scalar, const OnPoint& on_point) const {
  TrackedPoint point;
  point.step = 0;  // as protobuf means a field that is not there
  std::string_view key;
  double value = 0;
  ProtobufReader reader(scalar);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::bytes)) key = field->bytes;
    if (field->is(2, Type::varint)) point.step = field->integer();
    if (field->is(4, Type::bytes)) point.time = timestamp_seconds(field->bytes);
    if (!field->is(5, Type::bytes)) continue;
    ProtobufReader inner(field->bytes);
    while (const auto number = inner.next())
      if (number->is(1, Type::fixed64)) value = number->real();
  }
  if (key.empty() || reader.is_malformed() || system_keys_.contains(key)) return;
  point.values.emplace_back(key, value);
  on_point(std::move(point));
}

}  // namespace trainyard
