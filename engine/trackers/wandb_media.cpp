// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/wandb_media.h"

#include "engine/contract/json.h"
#include "engine/trackers/sample_content.h"

namespace trainyard {
namespace {

// Shorter strings without a line break are labels, names and states.
constexpr std::size_t min_text_bytes = 40;
constexpr std::size_t max_images = 200;  // of one value
constexpr std::size_t max_packed_bins = 4096;

std::optional<double> number_in(const Value* value) {
  if (!value) return std::nullopt;
  if (const auto* real = value->get_if<double>()) return *real;
  if (const auto* integer = value->get_if<std::int64_t>()) return static_cast<double>(*integer);
  return std::nullopt;
}

// Empty if there is anything else in it.
std::vector<double> numbers_in(const Value* value) {
  const auto* list = value ? value->get_if<List>() : nullptr;
  if (!list) return {};
  std::vector<double> numbers;
  for (const Value& entry : *list) {
    const auto number = number_in(&entry);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

// The edges lie in `bins`, or are told by the first one, their distance and the number of buckets.
std::vector<double> edges_in(const Map& object) {
  const auto* packed = find(object, "packedBins");
  const auto* map = packed ? packed->get_if<Map>() : nullptr;
  if (!map) return numbers_in(find(object, "bins"));
  const auto least = number_in(find(*map, "min")), width = number_in(find(*map, "size")),
             count = number_in(find(*map, "count"));
  if (!least || !width || !count || !(*count >= 1 && *count <= max_packed_bins)) return {};
  std::vector<double> edges;
  for (std::size_t at = 0; at <= static_cast<std::size_t>(*count); ++at)
    edges.push_back(*least + static_cast<double>(at) * *width);
  return edges;
}

void add_images(const std::string& key, const Map& object, std::vector<TrackedSample>& samples) {
  const List files = get<List>(object, "filenames"), captions = get<List>(object, "captions");
  for (std::size_t at = 0; at < files.size() && at < max_images; ++at) {
    const auto* file = files[at].get_if<std::string>();
    if (!file) continue;
    const auto* caption = at < captions.size() ? captions[at].get_if<std::string>() : nullptr;
    samples.push_back({at == 0 ? key : key + "/" + std::to_string(at),
                       SampleKind::image,
                       {},
                       *file,
                       caption ? *caption : std::string(),
                       false});
  }
}

}  // namespace

void add_wandb_media(const std::string& key, const Map& object,
                     std::vector<TrackedSample>& samples) {
  const std::string type = get<std::string>(object, "_type");
  const std::string path = get<std::string>(object, "path");
  const auto add_file = [&](SampleKind kind) {
    if (!path.empty())
      samples.push_back({key, kind, {}, path, get<std::string>(object, "caption"), false});
  };
  if (type == "histogram")
    if (auto sample = histogram_sample(key, edges_in(object), numbers_in(find(object, "values"))))
      samples.push_back(*std::move(sample));
  if (type == "image-file") add_file(SampleKind::image);
  if (type == "images/separated") add_images(key, object, samples);
  if (type == "table-file") add_file(SampleKind::table);
}

std::optional<TrackedSample> wandb_text(const std::string& key, std::string_view json) {
  if (!json.starts_with('"')) return std::nullopt;
  if (json.size() < min_text_bytes && json.find("\\n") == json.npos) return std::nullopt;
  const auto value = parse_json(json);
  const auto text = value ? json_text(*value) : std::nullopt;
  return text ? std::optional(text_sample(key, *text)) : std::nullopt;
}

std::optional<TrackedSample> wandb_table(const TrackedSample& described, std::string_view file) {
  const auto value = parse_json(file);
  const auto* table = value ? value->get_if<Map>() : nullptr;
  if (!table || !find(*table, "columns") || !find(*table, "data")) return std::nullopt;
  TrackedSample sample =
      table_sample(described.key, get<List>(*table, "columns"), get<List>(*table, "data"));
  sample.caption = described.caption;
  return sample;
}

}  // namespace trainyard
