// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/step_profile.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/json.h"

namespace trainyard {
namespace {

constexpr std::size_t mostEntries = 100;
constexpr qsizetype longestName = 200;

// Integers and reals are both numbers.
double number(const Map& map, const std::string& key) {
  const Value* value = find(map, key);
  if (!value) return 0;
  if (const auto* whole = value->get_if<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = value->get_if<double>();
  return real && std::isfinite(*real) ? *real : 0;
}

// One line, since a table has one for it.
QString text(const Map& map, const std::string& key) {
  return QString::fromStdString(get<std::string>(map, key)).simplified().left(longestName);
}

template <class Row, class Read>
QList<Row> rowsOf(const Map& map, const std::string& key, const Read& read) {
  const List list = get<List>(map, key);
  QList<Row> rows;
  for (std::size_t i = 0; i < std::min(list.size(), mostEntries); ++i)
    if (const Map* row = list[i].get_if<Map>()) rows << read(*row);
  return rows;
}

QList<ProfiledEntry> entriesOf(const Map& map, const std::string& key) {
  return rowsOf<ProfiledEntry>(map, key, [](const Map& row) {
    return ProfiledEntry{text(row, "name"), get<std::int64_t>(row, "calls"),
                         number(row, "own_seconds"), number(row, "share")};
  });
}

}  // namespace

std::optional<StepProfile> StepProfile::parse(const QByteArray& content) {
  if (content.size() > maxProfileBytes) return std::nullopt;
  const auto json =
      parse_json(std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
  const Map* document = json ? json->get_if<Map>() : nullptr;
  if (!document || !find(*document, "phases")) return std::nullopt;
  StepProfile profile;
  profile.firstStep = get<std::int64_t>(*document, "first_step");
  profile.steps = get<std::int64_t>(*document, "steps");
  profile.device = text(*document, "device");
  profile.seconds = number(*document, "seconds");
  profile.phases = rowsOf<ProfiledPhase>(*document, "phases", [](const Map& row) {
    return ProfiledPhase{text(row, "name"), number(row, "seconds"), number(row, "share"),
                         number(row, "device_share")};
  });
  const Map gpu = get<Map>(*document, "gpu");
  if (!gpu.empty())
    profile.gpu = ProfiledGpu{number(gpu, "launches_per_step"), number(gpu, "busy_seconds"),
                              number(gpu, "idle_seconds"),      number(gpu, "longest_gap_seconds"),
                              get<std::int64_t>(gpu, "gaps"),   entriesOf(gpu, "waits")};
  const Map table = profile.gpu ? get<Map>(gpu, "kernels") : get<Map>(*document, "operators");
  profile.longest = entriesOf(table, "longest");
  profile.othersShare = number(table, "others_share");
  return profile;
}

}  // namespace trainyard
