// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of a run under one name, in the order of their steps.
#pragma once

#include <QList>
#include <optional>

#include "remote/store/records.h"

namespace trainyard {

struct SampleSeries {
  QString name, kind;
  QList<SampleRecord> samples;  // never empty

  bool isOf(const SampleSeries& other) const { return name == other.name && kind == other.kind; }
  // The position of the sample at this step, else of the one nearest to it; of several at the same
  // step, the last. Without a step: the last of all.
  qsizetype nearestTo(std::optional<qint64> step) const;
};

// As RunStore::samples() returns them; by name, and by kind where a name has several.
QList<SampleSeries> sampleSeriesOf(const QList<SampleRecord>& samples);

bool isSameSample(const SampleRecord& a, const SampleRecord& b);

}  // namespace trainyard
