// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/tensorboard_events.h"

#include <bit>

#include "engine/trackers/protobuf_reader.h"

namespace trainyard {
namespace {

using Type = ProtobufField::Type;

// The number of a tensor that has only one; its content may also lie in `tensor_content` as bytes.
// Fields of tensorflow/core/framework/tensor.proto.
std::optional<double> scalar_of(std::string_view tensor) {
  constexpr std::uint64_t float32 = 1, float64 = 2, int32 = 3, int64 = 9;
  std::uint64_t dtype = 0;
  std::optional<std::uint64_t> as_float, as_double, as_integer;
  std::string_view content;
  ProtobufReader reader(tensor);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::varint)) dtype = field->bits;
    if (field->is(4, Type::bytes)) content = field->bytes;
    if (field->number == 5) as_float = first_bits(*field, 4);
    if (field->number == 6) as_double = first_bits(*field, 8);
    if (field->number == 7 || field->number == 10) as_integer = first_bits(*field, 0);
  }
  const auto packed = [&](std::size_t size) -> std::optional<std::uint64_t> {
    if (content.size() != size) return std::nullopt;
    return first_bits({0, Type::bytes, 0, content}, size);
  };
  if (dtype == float32) {
    if (!as_float) as_float = packed(4);
    if (as_float) return std::bit_cast<float>(static_cast<std::uint32_t>(*as_float));
  }
  if (dtype == float64) {
    if (!as_double) as_double = packed(8);
    if (as_double) return std::bit_cast<double>(*as_double);
  }
  if ((dtype == int32 || dtype == int64) && as_integer)
    return static_cast<double>(static_cast<std::int64_t>(*as_integer));
  return std::nullopt;
}

// Value.metadata.
void read_metadata(std::string_view metadata, SummaryValue& value) {
  ProtobufReader reader(metadata);
  while (const auto field = reader.next()) {
    if (field->is(3, Type::bytes)) value.description = field->bytes;
    if (!field->is(1, Type::bytes)) continue;  // plugin_data
    ProtobufReader data(field->bytes);
    while (const auto inner = data.next()) {
      if (inner->is(1, Type::bytes)) value.plugin = inner->bytes;
      if (inner->is(2, Type::bytes)) value.plugin_content = inner->bytes;
    }
  }
}

SummaryValue read_value(std::string_view message) {
  SummaryValue value;
  ProtobufReader reader(message);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::bytes)) value.tag = field->bytes;
    if (field->is(2, Type::fixed32)) value.number = field->real();
    if (field->is(4, Type::bytes)) value.image = field->bytes;
    if (field->is(5, Type::bytes)) value.histogram = field->bytes;
    if (field->is(8, Type::bytes)) value.tensor = field->bytes;
    if (field->is(8, Type::bytes) && !value.number) value.number = scalar_of(field->bytes);
    if (field->is(9, Type::bytes)) read_metadata(field->bytes, value);
  }
  return value;
}

// An entry of google.protobuf.Struct: a key and a google.protobuf.Value.
void read_setting(std::string_view entry, Map& config) {
  std::string key;
  Value value;
  ProtobufReader reader(entry);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::bytes)) key = field->bytes;
    if (!field->is(2, Type::bytes)) continue;
    ProtobufReader inner(field->bytes);
    while (const auto content = inner.next()) {
      if (content->is(2, Type::fixed64)) value = content->real();
      if (content->is(3, Type::bytes)) value = std::string(content->bytes);
      if (content->is(4, Type::varint)) value = content->bits != 0;
    }
  }
  if (!key.empty() && config.size() < TrackedRun::max_entries && !find(config, key))
    config.emplace_back(std::move(key), std::move(value));
}

}  // namespace

void TensorboardReader::take_record(std::string_view event, const OnPoint& on_point) {
  TrackedPoint point;
  point.step = 0;  // as protobuf means a field that is not there
  ProtobufReader reader(event);
  while (const auto field = reader.next()) {
    if (field->is(1, Type::fixed64)) point.time = field->real();
    if (field->is(2, Type::varint)) point.step = field->integer();
    if (field->is(5, Type::bytes)) take_summary(field->bytes, point);
  }
  if (!point.is_empty() && !reader.is_malformed()) on_point(std::move(point));
}

void TensorboardReader::take_summary(std::string_view summary, TrackedPoint& point) {
  ProtobufReader reader(summary);
  while (const auto field = reader.next()) {
    if (!field->is(1, Type::bytes)) continue;
    SummaryValue value = read_value(field->bytes);
    if (!value.tensor.empty()) value.plugin = plugin_of(value);
    if (value.plugin == "hparams") take_settings(value.plugin_content);
    const bool is_scalar = value.plugin.empty() || value.plugin == "scalars";
    if (value.number && is_scalar && !value.tag.empty())
      point.values.emplace_back(value.tag, *value.number);
    add_media(value, point.samples);
  }
}

std::string_view TensorboardReader::plugin_of(const SummaryValue& value) {
  const auto known = plugins_.find(value.tag);
  if (known == plugins_.end()) {
    if (!value.plugin.empty() && plugins_.size() < max_tags)
      plugins_.emplace(value.tag, value.plugin);
    return value.plugin;
  }
  return value.plugin.empty() ? std::string_view(known->second) : value.plugin;
}

// HParamsPluginData.session_start_info.hparams.
void TensorboardReader::take_settings(std::string_view content) {
  ProtobufReader reader(content);
  while (const auto field = reader.next()) {
    if (!field->is(3, Type::bytes)) continue;
    ProtobufReader info(field->bytes);
    while (const auto entry = info.next())
      if (entry->is(1, Type::bytes)) read_setting(entry->bytes, run_.config);
  }
}

}  // namespace trainyard
