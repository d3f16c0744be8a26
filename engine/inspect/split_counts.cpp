// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/split_counts.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "engine/system/allowed_cores.h"
#include "engine/contract/messages.h"
#include "engine/data/parallel_for.h"

namespace trainyard {

namespace {

constexpr std::int64_t kPart = 2048;             // examples that EpochSource sorts together
constexpr std::int64_t kTokensAtOnce = 1 << 16;  // per thread
constexpr std::int64_t kMaxBins = 24;

// The counts of one thread.
struct Tally {
  std::map<std::int64_t, std::int64_t> lengths;
  std::int64_t learned = 0, padding_tokens = 0, places = 0;
  std::vector<std::int64_t> labels;
  Result<void> outcome;
};

class Counter {
 public:
  Counter(const InspectedData& data, const InspectedSplit& split)
      : data_(data),
        split_(split),
        at_once_(std::clamp<std::int64_t>(
            kTokensAtOnce / std::max<std::int64_t>(split.examples->longest_row(), 1), 1, 256)),
        is_padded_inside_(data.data().tokens.padding && data.data().tokens.begin_of_text) {}

  // Whether all examples have the same length and are completely learned except for their first
  // token.
  bool is_known() const {
    return data_.data().rows == RowKind::blocks && !data_.hides_tokens() && !is_padded_inside_;
  }

  // Counts examples [first, last).
  Result<void> add(std::int64_t first, std::int64_t last, Tally& tally) const {
    std::vector<std::int64_t> lengths;
    for (std::int64_t begin = first; begin < last; begin += at_once_) {
      std::vector<std::int64_t> examples(
          static_cast<std::size_t>(std::min(at_once_, last - begin)));
      std::iota(examples.begin(), examples.end(), begin);
      TRY(const MicroBatch rows, data_.rows(split_, examples));
      for (std::int64_t row = 0; row < rows.num_rows; ++row) {
        lengths.push_back(rows.length_of(row));
        ++tally.lengths[lengths.back()];
        count_padding(rows, row, tally);
      }
      count_labels(rows, tally);
      if (data_.task() && learns_tokens(data_.data().rows))
        tally.learned += data_.task()->batch(rows, at::kCPU).num_targets;
    }
    tally.places += places_of(std::move(lengths));
    return {};
  }

 private:
  // Timelines have padding between their tokens.
  void count_padding(const MicroBatch& rows, std::int64_t row, Tally& tally) const {
    if (!is_padded_inside_) return;
    const auto begin = rows.input_ids.begin() + row * rows.length;
    tally.padding_tokens +=
        std::count(begin, begin + rows.length_of(row), *data_.data().tokens.padding);
  }

  void count_labels(const MicroBatch& rows, Tally& tally) const {
    const PreparedData& data = data_.data();
    if (!has_label_names(data.rows)) return;
    tally.labels.resize(data.labels.size());
    const auto add = [&](std::size_t label) {
      if (label < tally.labels.size()) ++tally.labels[label];
    };
    if (data.rows == RowKind::token_labels) {
      for (const std::int64_t label : rows.labels)
        if (label != kIgnoreIndex) add(static_cast<std::size_t>(label));
    } else if (data.rows == RowKind::single_label) {
      for (const double label : rows.row_labels) add(static_cast<std::size_t>(label));
    } else {
      for (std::size_t i = 0; i < rows.row_labels.size(); ++i)
        if (rows.row_labels[i] != 0) add(i % data.labels.size());
    }
  }

  // The number of positions in the micro-batches made from a part of the examples.
  std::int64_t places_of(std::vector<std::int64_t> lengths) const {
    const BatchSection& batch = data_.experiment().batch;
    if (batch.group_by_length) std::ranges::sort(lengths, std::greater{});
    const auto rows = static_cast<std::size_t>(std::max<std::int64_t>(batch.per_device, 1));
    std::int64_t places = 0;
    for (std::size_t i = 0; i < lengths.size(); i += rows) {
      const auto end =
          lengths.begin() + static_cast<std::ptrdiff_t>(std::min(i + rows, lengths.size()));
      const auto begin = lengths.begin() + static_cast<std::ptrdiff_t>(i);
      places += *std::max_element(begin, end) * (end - begin);
    }
    return places;
  }

  const InspectedData& data_;
  const InspectedSplit& split_;
  const std::int64_t at_once_;
  const bool is_padded_inside_;
};

Error counting_stopped() { return make_error("inspect.stopped", {}); }

// Counts all parts of the split, distributed over the threads.
Result<std::vector<Tally>> tallies_of(const Counter& counter, std::int64_t num_examples,
                                      const PrepareProgress& progress) {
  const auto num_parts = static_cast<std::size_t>((num_examples + kPart - 1) / kPart);
  const std::size_t num_shares = std::clamp<std::size_t>(static_cast<std::size_t>(allowed_cores()),
                                                         1, std::max<std::size_t>(num_parts, 1));
  std::vector<Tally> tallies(num_shares);
  std::atomic<bool> is_stopped = false;
  parallel_for(num_parts, num_shares, [&](std::size_t share, std::size_t first, std::size_t last) {
    Tally& tally = tallies[share];
    for (std::size_t part = first; part < last && tally.outcome && !is_stopped; ++part) {
      const auto begin = static_cast<std::int64_t>(part) * kPart;
      tally.outcome = counter.add(begin, std::min(begin + kPart, num_examples), tally);
      if (share == 0 && !progress("phase.counting", static_cast<double>(part + 1 - first),
                                  static_cast<double>(last - first)))
        is_stopped = true;
    }
  });
  if (is_stopped) return counting_stopped();
  for (const Tally& tally : tallies) {
    TRY(tally.outcome);
  }
  return tallies;
}

// The quantile at a share of the sorted lengths, interpolated between two of them if necessary.
double quantile(const std::vector<std::pair<std::int64_t, std::int64_t>>& lengths,
                std::int64_t total, double share) {
  const auto at = [&](std::int64_t place) {
    for (const auto& [length, count] : lengths) {
      if (place < count) return static_cast<double>(length);
      place -= count;
    }
    return static_cast<double>(lengths.back().first);
  };
  const double place = share * static_cast<double>(total - 1);
  const auto below = static_cast<std::int64_t>(place);
  const double low = at(below);
  return low + (at(below + 1) - low) * (place - static_cast<double>(below));
}

}  // namespace

LengthCounts length_counts(const std::vector<std::pair<std::int64_t, std::int64_t>>& lengths) {
  LengthCounts found;
  if (lengths.empty()) return found;
  std::int64_t total = 0;
  for (const auto& [length, count] : lengths) total += count;
  found.minimum = lengths.front().first;
  found.maximum = lengths.back().first;
  found.median = quantile(lengths, total, 0.5);
  found.p95 = quantile(lengths, total, 0.95);
  const std::int64_t span = found.maximum - found.minimum + 1;
  const std::int64_t width = (span + kMaxBins - 1) / kMaxBins;
  const std::int64_t bins = (span + width - 1) / width;
  for (std::int64_t bin = 0; bin <= bins; ++bin) found.edges.push_back(found.minimum + bin * width);
  found.counts.resize(static_cast<std::size_t>(bins));
  for (const auto& [length, count] : lengths)
    found.counts[static_cast<std::size_t>((length - found.minimum) / width)] += count;
  return found;
}

Result<SplitCounts> count_split(const InspectedData& data, const InspectedSplit& split,
                                const PrepareProgress& progress) {
  SplitCounts counts;
  counts.name = split.name;
  counts.examples = split.examples->num_examples();
  counts.labels.emplace();
  const Counter counter(data, split);
  if (counter.is_known()) {
    const std::int64_t length = split.examples->longest_row();
    counts.tokens = counts.examples * length;
    counts.learned_tokens = counts.examples * (length - 1);
    counts.padding = 0;
    counts.lengths =
        counts.examples > 0 ? length_counts({{length, counts.examples}}) : LengthCounts();
    return counts;
  }
  TRY(const auto tallies, tallies_of(counter, counts.examples, progress));
  std::map<std::int64_t, std::int64_t> lengths;
  std::vector<std::int64_t> labels(data.data().labels.size());
  std::int64_t tokens = 0, learned = 0, places = 0, padding_tokens = 0;
  for (const Tally& tally : tallies) {
    for (const auto& [length, count] : tally.lengths) lengths[length] += count;
    for (std::size_t i = 0; i < tally.labels.size(); ++i) labels[i] += tally.labels[i];
    learned += tally.learned;
    places += tally.places;
    padding_tokens += tally.padding_tokens;
  }
  for (const auto& [length, count] : lengths) tokens += length * count;
  counts.tokens = tokens;
  counts.learned_tokens = learned;
  counts.padding = places == 0 ? 0
                               : static_cast<double>(places - tokens + padding_tokens) /
                                     static_cast<double>(places);
  counts.lengths = length_counts({lengths.begin(), lengths.end()});
  for (std::size_t i = 0; i < labels.size(); ++i)
    counts.labels->push_back({data.data().labels[i], labels[i]});
  return counts;
}

}  // namespace trainyard
