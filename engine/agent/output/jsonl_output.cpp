// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/jsonl_output.h"

#include <limits>

#include "engine/agent/output/count.h"
#include "engine/contract/json.h"

namespace trainyard::agent {

std::optional<double> number_of(const Value& value) {
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.get_if<double>()) return *real;
  if (const auto* text = value.get_if<std::string>()) {
    if (*text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (*text == "Infinity") return std::numeric_limits<double>::infinity();
    if (*text == "-Infinity") return -std::numeric_limits<double>::infinity();
  }
  return std::nullopt;
}

void JsonlOutput::output_line(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || line[start] != '{') return;
  const auto value = parse_json(line);
  const Map* map = value ? value->get_if<Map>() : nullptr;
  if (!map) return;
  MetricsEvent metrics;
  for (const auto& [key, item] : *map) {
    const auto number = number_of(item);
    if (!number) continue;
    const auto count = count_of(*number);
    if (key == "epoch")
      metrics.epoch = *number;
    else if (key == "step" && count)
      metrics.step = count;
    else if (key == "tokens" && count)
      metrics.tokens = count;
    else
      metrics.values.emplace_back(key, *number);
  }
  if (!metrics.values.empty()) emit_(Event{0, -1, std::move(metrics)});
}

}  // namespace trainyard::agent
