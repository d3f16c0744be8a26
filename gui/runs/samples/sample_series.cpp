// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_series.h"

#include <cstdlib>
#include <map>

namespace trainyard {

qsizetype SampleSeries::nearestTo(std::optional<qint64> step) const {
  qsizetype nearest = samples.size() - 1;
  if (!step) return nearest;
  const auto distance = [&](qsizetype at) {
    return std::abs(static_cast<double>(samples[at].step.value_or(-1)) -
                    static_cast<double>(*step));
  };
  for (qsizetype at = nearest - 1; at >= 0; --at)
    if (distance(at) < distance(nearest)) nearest = at;
  return nearest;
}

QList<SampleSeries> sampleSeriesOf(const QList<SampleRecord>& samples) {
  std::map<std::pair<QString, QString>, QList<SampleRecord>> byName;
  for (const SampleRecord& sample : samples) byName[{sample.name, sample.kind}] << sample;
  QList<SampleSeries> series;
  for (auto& [key, found] : byName) series << SampleSeries{key.first, key.second, std::move(found)};
  return series;
}

bool isSameSample(const SampleRecord& a, const SampleRecord& b) {
  return a.attempt == b.attempt && a.sequence == b.sequence;
}

}  // namespace trainyard
