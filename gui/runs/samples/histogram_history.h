// SPDX-License-Identifier: GPL-3.0-or-later
// How values were distributed over the steps of a run: histograms whose buckets differ from step to
// step, in bins that all of them share.
#pragma once

#include <QByteArray>
#include <optional>
#include <vector>

namespace trainyard {

struct SampleHistogram {
  static constexpr std::size_t maxBuckets = 5000;

  std::vector<double> edges, counts;  // one edge more than counts, ascending

  double total() const;
  // Nothing if it is none.
  static std::optional<SampleHistogram> read(const QByteArray& content);
};

struct HistogramHistory {
  static constexpr int numBins = 40;
  // Of a longer history that many are read, at even distances.
  static constexpr qsizetype maxColumns = 96;

  struct Column {
    double step = 0;
    std::vector<double> shares;  // of its total, by bin from the lowest
  };
  double low = 0, high = 1;  // what the bins cover
  double highestShare = 0;
  std::vector<Column> columns;  // by step

  // Nearly all of the values lie in the bins: a single outlier does not make the others
  // indistinguishable.
  static HistogramHistory of(const std::vector<std::pair<double, SampleHistogram>>& histograms);
};

}  // namespace trainyard
