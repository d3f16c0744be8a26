// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/sample_content.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/contract/json.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

constexpr std::size_t max_buckets = 4096, max_columns = 200;

bool are_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](double number) { return std::isfinite(number); });
}

}  // namespace

TrackedSample text_sample(std::string key, std::string_view text) {
  const std::string_view kept = utf8_prefix(text, max_sample_text_bytes);
  return {std::move(key), SampleKind::text, std::string(kept), {}, {}, kept.size() < text.size()};
}

TrackedSample table_sample(std::string key, const List& columns, const List& rows) {
  TrackedSample sample{std::move(key), SampleKind::table, {}, {}, {}, false};
  const auto first = [](const List& cells) {
    return List(cells.begin(),
                cells.begin() + static_cast<std::ptrdiff_t>(std::min(cells.size(), max_columns)));
  };
  sample.content = "{\"columns\":" + to_json(first(columns)) + ",\"rows\":[";
  sample.is_cut = columns.size() > max_columns || sample.content.size() > max_sample_text_bytes;
  if (sample.content.size() > max_sample_text_bytes) sample.content = R"({"columns":[],"rows":[)";
  std::size_t num_rows = 0;
  for (const Value& row : rows) {
    const auto* cells = row.get_if<List>();
    if (!cells) continue;
    const std::string line = to_json(first(*cells));
    // Behind the rows, two brackets follow.
    if (num_rows == max_sample_rows ||
        sample.content.size() + line.size() + 3 > max_sample_text_bytes) {
      sample.is_cut = true;
      break;
    }
    if (num_rows++ > 0) sample.content += ',';
    sample.content += line;
  }
  sample.content += "]}";
  return sample;
}

std::optional<TrackedSample> histogram_sample(std::string key, const std::vector<double>& edges,
                                              const std::vector<double>& counts) {
  if (counts.empty() || counts.size() > max_buckets || edges.size() != counts.size() + 1)
    return std::nullopt;
  if (!are_finite(edges) || !are_finite(counts) || !std::is_sorted(edges.begin(), edges.end()))
    return std::nullopt;
  return TrackedSample{std::move(key),
                       SampleKind::histogram,
                       to_json(Map{{"edges", List(edges.begin(), edges.end())},
                                   {"counts", List(counts.begin(), counts.end())}}),
                       {},
                       {},
                       false};
}

bool is_image(std::string_view bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n") || bytes.starts_with("\xff\xd8\xff") ||
         bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a");
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    for (int digit = 0; digit < 4; ++digit)
      text += at + static_cast<std::size_t>(digit) > bytes.size()
                  ? '='
                  : digits[bits >> (18 - 6 * digit) & 63];
  }
  return text;
}

}  // namespace trainyard
