// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/progress_bar.h"

#include <cstdlib>

#include "engine/agent/output/count.h"
#include "engine/agent/output/set_value.h"

namespace trainyard::agent {
namespace {

void trim(std::string_view& text) {
  constexpr std::string_view blank = " \t:,";
  while (!text.empty() && blank.find(text.front()) != blank.npos) text.remove_prefix(1);
  while (!text.empty() && blank.find(text.back()) != blank.npos) text.remove_suffix(1);
}

// Reads "loss=2.31" or "loss: 2.31"; false for other parts.
bool add_value(std::string_view part, ProgressBar& bar) {
  const auto middle = part.find_first_of("=:");
  if (middle == part.npos) return false;
  std::string_view name = part.substr(0, middle), number = part.substr(middle + 1);
  trim(name);
  trim(number);
  // "avg. loss [981-1000]": what the value is the mean of changes, its name does not.
  if (const auto range = name.rfind(" [");
      range != name.npos && name.ends_with(']') && name.find_first_of("0123456789") == range + 2)
    name = name.substr(0, range);
  const std::string text(number);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (name.empty() || text.empty() || *end != '\0') return false;
  set_value(bar.values, std::string(name), value);
  return true;
}

}  // namespace

std::optional<ProgressBar> parse_progress_bar(std::string_view line) {
  const std::size_t percent = line.find("%|");
  if (percent == line.npos) return {};
  std::size_t begin = percent;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  const std::size_t bar_end = line.find('|', percent + 2);
  if (begin == percent || bar_end == line.npos) return {};
  ProgressBar bar;
  std::string_view counts = line.substr(bar_end + 1), description = line.substr(0, begin);
  if (!take_count(counts, bar.done) || !counts.starts_with('/')) return {};
  counts.remove_prefix(1);
  if (!take_count(counts, bar.total) || !counts.starts_with(" [")) return {};
  trim(description);
  bar.description = description;
  // [elapsed<remaining, rate, name=value, …]
  const std::size_t close = counts.rfind(']');
  std::string_view rest = counts.substr(2, close == counts.npos ? counts.npos : close - 2);
  for (int at = 0; !rest.empty(); ++at) {
    const std::size_t comma = rest.find(", ");
    const std::string_view part = rest.substr(0, comma);
    const bool is_rate = part.find('<') != part.npos || part.find("it/s") != part.npos ||
                         part.find("s/it") != part.npos;
    if (!is_rate && !add_value(part, bar) && at > 1)
      bar.note += (bar.note.empty() ? "" : ", ") + std::string(part);
    rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 2);
  }
  return bar;
}

}  // namespace trainyard::agent
