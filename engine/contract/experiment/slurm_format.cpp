// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/slurm_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace trainyard {
namespace {

constexpr std::int64_t kNumberLimit = 1'000'000'000;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t out = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || text.front() == '-' || result.ec != std::errc() ||
      result.ptr != text.data() + text.size())
    return std::nullopt;
  if (out > kNumberLimit) return std::nullopt;
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const auto at = text.find(separator);
    out.push_back(text.substr(0, at));
    if (at == text.npos) return out;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::vector<std::int64_t>> numbers(std::string_view text) {
  std::vector<std::int64_t> out;
  for (const auto part : split(text, ':')) {
    const auto value = number(part);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

struct Range {
  std::int64_t first = 0, last = 0, step = 1;
  std::int64_t size() const { return (last - first) / step + 1; }
};

// Parses first-last:step or a single index.
std::optional<Range> range_from(std::string_view text) {
  const auto dash = text.find('-');
  const auto first = number(text.substr(0, dash));
  if (!first) return std::nullopt;
  if (dash == text.npos) return Range{*first, *first, 1};
  const auto rest = numbers(text.substr(dash + 1));
  if (!rest || rest->size() > 2) return std::nullopt;
  const Range range{*first, rest->front(), rest->size() == 2 ? rest->back() : 1};
  if (range.step == 0 || range.last < range.first) return std::nullopt;
  return range;
}

std::optional<std::vector<Range>> ranges_from(std::string_view text) {
  const auto percent = text.find('%');
  if (percent != text.npos) {
    const auto at_once = number(text.substr(percent + 1));
    if (!at_once || *at_once == 0) return std::nullopt;
    text = text.substr(0, percent);
  }
  std::vector<Range> out;
  for (const auto part : split(text, ',')) {
    const auto range = range_from(part);
    if (!range) return std::nullopt;
    out.push_back(*range);
  }
  return out;
}

}  // namespace

std::optional<std::int64_t> time_limit_seconds(std::string_view text) {
  std::int64_t days = 0;
  const auto dash = text.find('-');
  const bool has_days = dash != text.npos;
  if (has_days) {
    const auto found = number(text.substr(0, dash));
    if (!found) return std::nullopt;
    days = *found;
    text.remove_prefix(dash + 1);
  }
  auto parts = numbers(text);
  if (!parts || parts->size() > 3) return std::nullopt;
  // After days the first part is hours; without them one or two parts are minutes and seconds.
  if (!has_days && parts->size() < 3) parts->insert(parts->begin(), 0);
  parts->resize(3, 0);
  return days * 86400 + (*parts)[0] * 3600 + (*parts)[1] * 60 + (*parts)[2];
}

std::string memory_word(double gib) {
  if (gib == 0) return "0";
  const double mib = std::ceil(gib * 1024);
  if (std::fmod(mib, 1024) == 0) return std::to_string(static_cast<std::int64_t>(mib / 1024)) + "G";
  return std::to_string(static_cast<std::int64_t>(mib)) + "M";
}

std::optional<std::int64_t> array_task_count(std::string_view text) {
  const auto ranges = ranges_from(text);
  if (!ranges) return std::nullopt;
  std::int64_t out = 0;
  for (const Range& range : *ranges) out += range.size();
  return out;
}

std::optional<std::vector<std::int64_t>> array_indices(std::string_view text) {
  const auto ranges = ranges_from(text);
  const auto count = array_task_count(text);
  if (!ranges || *count > 1'000'000) return std::nullopt;
  std::vector<std::int64_t> out;
  for (const Range& range : *ranges)
    for (std::int64_t index = range.first; index <= range.last; index += range.step)
      out.push_back(index);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace trainyard
