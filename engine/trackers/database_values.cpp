// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/database_values.h"

#include <cmath>
#include <limits>
#include <string>

#include "engine/contract/json.h"

namespace trainyard {
namespace {

constexpr std::size_t max_values = 20'000;  // of a row

void add_numbers(const Map& logged, const std::string& place, MetricValues& values) {
  // Pictures and tables are objects that say what they are.
  if (find(logged, "_type")) return;
  for (const auto& [key, value] : logged) {
    if (values.size() >= max_values) return;
    const std::string name = place.empty() ? key : place + "." + key;
    if (const auto* whole = value.get_if<std::int64_t>())
      values.emplace_back(name, static_cast<double>(*whole));
    else if (const auto* real = value.get_if<double>())
      values.emplace_back(name, *real);
    else if (const Map* map = value.get_if<Map>())
      add_numbers(*map, name, values);
  }
}

}  // namespace

void add_trackio_values(std::string_view json, MetricValues& values) {
  const auto logged = parse_json(json);
  if (!logged) return;
  if (const Map* map = logged->get_if<Map>()) add_numbers(*map, {}, values);
}

double mlflow_value(double stored, bool is_nan) {
  constexpr double greatest = std::numeric_limits<double>::max();
  if (is_nan) return std::numeric_limits<double>::quiet_NaN();
  if (std::abs(stored) < greatest) return stored;
  return std::copysign(std::numeric_limits<double>::infinity(), stored);
}

}  // namespace trainyard
