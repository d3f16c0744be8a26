// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/histogram_history.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace trainyard {
namespace {

constexpr double outlierShare = 0.001;  // on each side

// Empty if there is anything else than finite numbers.
std::vector<double> numbersIn(const QJsonValue& value) {
  const QJsonArray list = value.toArray();
  if (list.size() > static_cast<qsizetype>(SampleHistogram::maxBuckets) + 1) return {};
  std::vector<double> numbers;
  for (const QJsonValue& entry : list) {
    const double number = entry.toDouble(std::numeric_limits<double>::quiet_NaN());
    if (!std::isfinite(number)) return {};
    numbers.push_back(number);
  }
  return numbers;
}

// Where all but the outliers lie, at edges of buckets.
std::pair<double, double> rangeOf(const SampleHistogram& histogram) {
  const double total = histogram.total();
  double low = histogram.edges.front(), high = histogram.edges.back(), seen = 0;
  bool hasLow = false;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    seen += histogram.counts[i];
    if (!hasLow && seen > outlierShare * total) {
      low = histogram.edges[i];
      hasLow = true;
    }
    if (seen >= (1 - outlierShare) * total) {
      high = histogram.edges[i + 1];
      break;
    }
  }
  return {low, high};
}

// Values of a bucket count as spread evenly over it.
std::vector<double> sharesOf(const SampleHistogram& histogram, double low, double high) {
  std::vector<double> shares(HistogramHistory::numBins, 0.0);
  const double total = histogram.total(), width = (high - low) / HistogramHistory::numBins;
  const auto binAt = [&](double value) {
    return std::clamp(static_cast<int>(std::floor((value - low) / width)), 0,
                      HistogramHistory::numBins - 1);
  };
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double from = histogram.edges[i], to = histogram.edges[i + 1];
    const double share = histogram.counts[i] / total;
    if (share <= 0 || to < low || from > high) continue;
    if (to <= from) {
      shares[static_cast<std::size_t>(binAt(from))] += share;
      continue;
    }
    for (int bin = binAt(std::max(from, low)); bin <= binAt(std::min(to, high)); ++bin) {
      const double left = std::max(from, low + bin * width),
                   right = std::min(to, low + (bin + 1) * width);
      if (right > left)
        shares[static_cast<std::size_t>(bin)] += share * (right - left) / (to - from);
    }
  }
  return shares;
}

}  // namespace

double SampleHistogram::total() const { return std::accumulate(counts.begin(), counts.end(), 0.0); }

std::optional<SampleHistogram> SampleHistogram::read(const QByteArray& content) {
  const QJsonObject json = QJsonDocument::fromJson(content).object();
  SampleHistogram histogram{numbersIn(json.value(QLatin1String("edges"))),
                            numbersIn(json.value(QLatin1String("counts")))};
  const bool isOne = !histogram.counts.empty() &&
                     histogram.edges.size() == histogram.counts.size() + 1 &&
                     std::is_sorted(histogram.edges.begin(), histogram.edges.end()) &&
                     std::isfinite(histogram.edges.back() - histogram.edges.front()) &&
                     *std::min_element(histogram.counts.begin(), histogram.counts.end()) >= 0 &&
                     std::isfinite(histogram.total());
  return isOne ? std::optional(std::move(histogram)) : std::nullopt;
}

HistogramHistory HistogramHistory::of(
    const std::vector<std::pair<double, SampleHistogram>>& histograms) {
  HistogramHistory history;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& [step, histogram] : histograms) {
    if (histogram.total() <= 0) continue;
    const auto [from, to] = rangeOf(histogram);
    low = std::min(low, from);
    high = std::max(high, to);
  }
  if (!std::isfinite(high - low)) return history;
  // All values are the same.
  if (const double least = std::max(1e-9, std::abs(low) * 1e-6); high - low < least) {
    low -= least;
    high += least;
  }
  history.low = low;
  history.high = high;
  for (const auto& [step, histogram] : histograms) {
    if (histogram.total() <= 0) continue;
    history.columns.push_back({step, sharesOf(histogram, low, high)});
    const std::vector<double>& shares = history.columns.back().shares;
    history.highestShare =
        std::max(history.highestShare, *std::max_element(shares.begin(), shares.end()));
  }
  return history;
}

}  // namespace trainyard
