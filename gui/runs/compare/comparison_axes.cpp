// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/comparison_axes.h"

#include <QVariant>
#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int mostSettings = 4, mostMetrics = 3;
constexpr double wideRange = 8;  // numbers that are this many times apart stand on a log axis

void addAxisOf(ParallelAxes& axes, const QString& title, const std::vector<QVariant>& values) {
  std::vector<double> numbers;
  bool areNumbers = true;
  double low = INFINITY, high = -INFINITY;
  for (const QVariant& value : values) {
    bool isNumber = false;
    const double number = value.toString().toDouble(&isNumber);
    areNumbers = areNumbers && (isNumber || !value.isValid());
    numbers.push_back(isNumber ? number : NAN);
    if (!isNumber) continue;
    low = std::min(low, number);
    high = std::max(high, number);
  }
  if (areNumbers) return axes.add(title, numbers, low > 0 && high / low >= wideRange);
  QStringList names;
  for (const QVariant& value : values)
    if (value.isValid() && !names.contains(value.toString())) names << value.toString();
  names.sort();
  for (std::size_t i = 0; i < values.size(); ++i)
    numbers[i] =
        values[i].isValid() ? static_cast<double>(names.indexOf(values[i].toString())) : NAN;
  axes.add(title, numbers, false, names);
}

}  // namespace

ParallelAxes comparisonAxes(const Comparison& comparison) {
  ParallelAxes axes;
  axes.begin(static_cast<std::size_t>(comparison.runs().size()));
  const auto over = [&](auto&& of) {
    std::vector<QVariant> values;
    for (const ComparedRun& run : comparison.runs()) values.push_back(of(run));
    return values;
  };
  for (const QString& path :
       comparison.varying().first(std::min<qsizetype>(mostSettings, comparison.varying().size())))
    addAxisOf(axes, path.section(u'.', -1),
              over([&](const ComparedRun& run) { return run.settings.value(path); }));
  // The objective is the last axis.
  QStringList metrics =
      comparison.metrics().first(std::min<qsizetype>(mostMetrics, comparison.metrics().size()));
  std::ranges::reverse(metrics);
  for (const QString& metric : metrics)
    addAxisOf(axes, metric, over([&](const ComparedRun& run) {
                const auto best = Comparison::bestOf(run, metric);
                return best ? QVariant(*best) : QVariant();
              }));
  return axes;
}

}  // namespace trainyard
