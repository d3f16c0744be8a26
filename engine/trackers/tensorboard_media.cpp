// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/tensorboard_media.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/trackers/byte_order.h"
#include "engine/trackers/protobuf_reader.h"
#include "engine/trackers/sample_content.h"

namespace trainyard {
namespace {

using Type = ProtobufField::Type;

constexpr std::size_t max_strings = 200, max_numbers = 3 * 5000;

// Of a repeated field of doubles, or floats if `size` is 4, packed or not.
void add_numbers(const ProtobufField& field, std::size_t size, std::vector<double>& numbers) {
  if (field.type != Type::bytes) {
    numbers.push_back(field.real());
    return;
  }
  for (std::size_t at = 0; at + size <= field.bytes.size() && numbers.size() <= max_numbers;
       at += size) {
    const std::string_view bytes = field.bytes.substr(at, size);
    numbers.push_back(size == 4 ? std::bit_cast<float>(from_little_endian<std::uint32_t>(bytes))
                                : std::bit_cast<double>(from_little_endian<std::uint64_t>(bytes)));
  }
}

// Fields of tensorflow/core/framework/tensor.proto.
std::vector<double> numbers_of(std::string_view tensor) {
  constexpr std::uint64_t float32 = 1, float64 = 2;
  std::uint64_t dtype = 0;
  std::vector<double> floats, doubles;
  ProtobufField content{0, Type::bytes, 0, {}};
  ProtobufReader reader(tensor);
  while (const auto field = reader.next()) {
    if (floats.size() > max_numbers || doubles.size() > max_numbers) return {};
    if (field->is(1, Type::varint)) dtype = field->bits;
    if (field->is(4, Type::bytes)) content.bytes = field->bytes;
    if (field->number == 5) add_numbers(*field, 4, floats);
    if (field->number == 6) add_numbers(*field, 8, doubles);
  }
  if (dtype != float32 && dtype != float64) return {};
  std::vector<double>& numbers = dtype == float32 ? floats : doubles;
  if (numbers.empty()) add_numbers(content, dtype == float32 ? 4 : 8, numbers);
  return numbers;
}

std::vector<std::string_view> strings_of(std::string_view tensor) {
  std::vector<std::string_view> strings;
  ProtobufReader reader(tensor);
  while (const auto field = reader.next())
    if (field->is(8, Type::bytes) && strings.size() < max_strings) strings.push_back(field->bytes);
  return strings;
}

// HistogramProto: each bucket has its right edge. The first one begins at the least value; torch
// puts an empty bucket before it, whose right edge is where the others begin.
std::optional<TrackedSample> histogram_in(std::string key, std::string_view message) {
  double least = 0, greatest = 0;
  std::vector<double> edges, counts;
  ProtobufReader reader(message);
  while (const auto field = reader.next()) {
    if (edges.size() > max_numbers || counts.size() > max_numbers) return std::nullopt;
    if (field->is(1, Type::fixed64)) least = field->real();
    if (field->is(2, Type::fixed64)) greatest = field->real();
    if (field->number == 6) add_numbers(*field, 8, edges);
    if (field->number == 7) add_numbers(*field, 8, counts);
  }
  if (edges.empty() || edges.size() != counts.size()) return std::nullopt;
  if (edges.back() == std::numeric_limits<double>::max()) edges.back() = greatest;
  if (counts.front() == 0 && counts.size() > 1)
    counts.erase(counts.begin());
  else
    edges.insert(edges.begin(), std::min(least, edges.front()));
  return histogram_sample(std::move(key), edges, counts);
}

// Rows of a left edge, a right edge and a count.
std::optional<TrackedSample> histogram_in_rows(std::string key,
                                               const std::vector<double>& numbers) {
  if (numbers.empty() || numbers.size() % 3 != 0) return std::nullopt;
  std::vector<double> edges{numbers.front()}, counts;
  for (std::size_t at = 0; at < numbers.size(); at += 3) {
    edges.push_back(numbers[at + 1]);
    counts.push_back(numbers[at + 2]);
  }
  return histogram_sample(std::move(key), edges, counts);
}

std::string_view encoded_image(std::string_view message) {
  std::string_view bytes;
  ProtobufReader reader(message);
  while (const auto field = reader.next())
    if (field->is(4, Type::bytes)) bytes = field->bytes;
  return bytes;
}

// torch and tensorboardX put this behind the tag of a text.
std::string text_key(std::string_view tag) {
  constexpr std::string_view suffix = "/text_summary";
  if (tag.ends_with(suffix) && tag.size() > suffix.size()) tag.remove_suffix(suffix.size());
  return std::string(tag);
}

}  // namespace

void add_media(const SummaryValue& value, std::vector<TrackedSample>& samples) {
  const std::string key(value.tag);
  const std::size_t begin = samples.size();
  const auto add_image = [&](std::string name, std::string_view bytes) {
    if (is_image(bytes))
      samples.push_back({std::move(name), SampleKind::image, std::string(bytes), {}, {}, false});
  };
  const auto add = [&](std::optional<TrackedSample> sample) {
    if (sample) samples.push_back(*std::move(sample));
  };
  if (key.empty()) return;
  if (!value.image.empty()) add_image(key, encoded_image(value.image));
  if (!value.histogram.empty()) add(histogram_in(key, value.histogram));
  if (value.plugin == "histograms") add(histogram_in_rows(key, numbers_of(value.tensor)));
  if (value.plugin == "text") {
    std::string text;
    for (const std::string_view part : strings_of(value.tensor)) {
      if (!text.empty()) text += '\n';
      text += part;
    }
    if (!text.empty()) add(text_sample(text_key(value.tag), text));
  }
  if (value.plugin == "images") {  // the width, the height, then each image
    const std::vector<std::string_view> strings = strings_of(value.tensor);
    for (std::size_t at = 2; at < strings.size(); ++at)
      add_image(at == 2 ? key : key + "/" + std::to_string(at - 2), strings[at]);
  }
  for (std::size_t at = begin; at < samples.size(); ++at) samples[at].caption = value.description;
}

}  // namespace trainyard
