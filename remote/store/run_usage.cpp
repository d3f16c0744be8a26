// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_usage.h"

#include "remote/store/stored_values.h"

namespace trainyard {
namespace {

// An hour of which less than half a minute is known says nothing of the cores.
constexpr auto usageOfCores =
    "SELECT max(memory), max(CASE WHEN samples >= 6 THEN ratio END) FROM (SELECT max(memory_gib) "
    "AS memory, avg(cpu_ratio) AS ratio, count(*) AS samples FROM systems WHERE run = ? GROUP BY "
    "node, CAST(time / 3600 AS INTEGER))";

// A device counts as busy from one hundredth of its time, or from 1 GiB: a program that only found
// it holds half of that.
constexpr auto usageOfDevices =
    "SELECT count(*) AS seen, sum(is_busy), coalesce(avg(CASE WHEN is_busy THEN ratio END), 0), "
    "max(memory), max(total) FROM (SELECT node, avg(ratio) AS ratio, max(memory) AS memory, "
    "max(total) AS total, max(ratio) >= 0.01 OR max(memory) >= 1 AS is_busy FROM (SELECT node, "
    "json_extract(d.value, '$.index') AS device, json_extract(d.value, '$.utilization_ratio') AS "
    "ratio, json_extract(d.value, '$.memory_used_gib') AS memory, json_extract(d.value, "
    "'$.memory_total_gib') AS total FROM systems, json_each(systems.devices) AS d WHERE run = ?) "
    "GROUP BY node, device) GROUP BY node ORDER BY 2 DESC, seen DESC LIMIT 1";

}  // namespace

Result<RunUsage> UsageReader::usage(const QString& run) {
  TRY(const auto cores,
      m_connection.select(QLatin1String(usageOfCores), {run}, [](const QSqlQuery& query) {
        return RunUsage{optionalOf<double>(query.value(0)), optionalOf<double>(query.value(1)),
                        std::nullopt};
      }));
  RunUsage usage = cores.value(0);
  if (!usage.memoryGib) return usage;
  TRY(const auto devices,
      m_connection.select(QLatin1String(usageOfDevices), {run}, [](const QSqlQuery& query) {
        return GpuUsage{query.value(0).toInt(), query.value(1).toInt(), query.value(2).toDouble(),
                        query.value(3).toDouble(), query.value(4).toDouble()};
      }));
  if (!devices.isEmpty()) usage.gpus = devices.front();
  return usage;
}

}  // namespace trainyard
