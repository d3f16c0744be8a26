// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/metric_lines.h"

#include <algorithm>
#include <charconv>

#include "engine/trackers/number_text.h"

namespace trainyard {
namespace {

constexpr std::size_t max_table_columns = 4096;

// Takes the next cell, which may be quoted as in RFC 4180, and the comma behind it.
std::string take_cell(std::string_view& line) {
  std::string cell;
  bool is_quoted = false;
  while (!line.empty()) {
    const char letter = line.front();
    line.remove_prefix(1);
    if (letter == '"' && is_quoted && line.starts_with('"')) {
      cell += letter;
      line.remove_prefix(1);
    } else if (letter == '"') {
      is_quoted = !is_quoted;
    } else if (letter == ',' && !is_quoted) {
      break;
    } else {
      cell += letter;
    }
  }
  return cell;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  while (!line.empty() && cells.size() < max_table_columns) cells.push_back(take_cell(line));
  return cells;
}

std::optional<std::int64_t> integer_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

}  // namespace

bool LightningCsvReader::feed(std::string_view bytes, const OnPoint& on_point) {
  return lines_.feed(bytes, [&](std::string_view line) {
    if (has_columns_) return take_row(line, on_point);
    columns_ = cells_of(line);
    has_columns_ = true;
    const auto names = [&](const char* name) {
      return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
    };
    if (!names("step") && !names("epoch")) columns_.clear();
  });
}

void LightningCsvReader::take_row(std::string_view line, const OnPoint& on_point) const {
  TrackedPoint point;
  for (const std::string& column : columns_) {
    const std::string cell = take_cell(line);
    if (cell.empty()) continue;
    const auto number = number_in(cell);
    if (column == "step")
      point.step = integer_in(cell);
    else if (column == "epoch")
      point.epoch = number;
    else if (number)
      point.values.emplace_back(column, *number);
  }
  if (!point.values.empty()) on_point(std::move(point));
}

bool MlflowMetricReader::feed(std::string_view bytes, const OnPoint& on_point) {
  return lines_.feed(bytes, [&](std::string_view line) {
    const auto milliseconds = integer_in(take_word(line));
    const auto value = number_in(take_word(line));
    const auto step = integer_in(take_word(line));
    if (!milliseconds || !value) return;
    on_point({static_cast<double>(*milliseconds) / 1000, step, {}, {{metric_, *value}}});
  });
}

}  // namespace trainyard
