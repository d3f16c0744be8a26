// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/mix_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Error too_many_rows(const MixEntry& entry) {
  return make_error("mix.too_many_rows", {{"name", entry.name}, {"most", max_mix_rows}});
}

// A fraction of a number of records, truncated like Python's int().
std::int64_t part_of(double fraction, std::int64_t num_records) {
  return static_cast<std::int64_t>(fraction * static_cast<double>(num_records));
}

}  // namespace

Result<std::vector<std::uint32_t>> select_rows(const MixEntry& entry, std::int64_t num_records,
                                               bool shuffle, const Permutation& permutation) {
  const double fraction = entry.fraction.value_or(1);
  if (num_records > max_mix_rows ||
      fraction * static_cast<double>(num_records) > static_cast<double>(max_mix_rows))
    return too_many_rows(entry);
  std::vector<std::uint32_t> all(static_cast<std::size_t>(num_records));
  if (shuffle && num_records > 0)
    std::ranges::transform(permutation(mix_seed, num_records), all.begin(),
                           [](std::int64_t row) { return static_cast<std::uint32_t>(row); });
  else
    std::iota(all.begin(), all.end(), 0u);
  if (entry.num_samples || fraction < 1) {
    const std::int64_t most =
        entry.num_samples ? *entry.num_samples : part_of(fraction, num_records);
    all.resize(static_cast<std::size_t>(std::min(num_records, most)));
    return all;
  }
  if (fraction == 1 || all.empty()) return all;
  const auto whole = static_cast<std::size_t>(fraction);
  const double extra = fraction - std::floor(fraction);
  std::vector<std::uint32_t> rows;
  rows.reserve(all.size() * whole + static_cast<std::size_t>(part_of(extra, num_records)));
  for (std::size_t i = 0; i < whole; ++i) rows.insert(rows.end(), all.begin(), all.end());
  rows.insert(rows.end(), all.begin(), all.begin() + part_of(extra, num_records));
  return rows;
}

Result<std::vector<MixRow>> plan_mix(const Mix& mix, const std::string& split,
                                     std::span<const std::int64_t> num_records, const KeepRow& keep,
                                     const Permutation& permutation) {
  std::vector<MixRow> kept;
  for (std::size_t i = 0; i < mix.entries.size(); ++i) {
    const MixEntry& entry = mix.entries[i];
    if (std::ranges::find(entry.splits, split) == entry.splits.end() || num_records[i] == 0)
      continue;
    TRY(const auto rows, select_rows(entry, num_records[i], mix.shuffle_init, permutation));
    for (std::size_t number = 0; number < rows.size(); ++number) {
      const MixRow row{static_cast<std::uint32_t>(i), rows[number]};
      bool is_kept = true;
      if (keep) {
        TRY(is_kept, keep(row, number));
      }
      if (is_kept) kept.push_back(row);
    }
    if (kept.size() > static_cast<std::size_t>(max_mix_rows)) return too_many_rows(entry);
  }
  if (!mix.shuffle_post || kept.empty()) return kept;
  std::vector<MixRow> shuffled;
  shuffled.reserve(kept.size());
  for (const std::int64_t row : permutation(mix_seed, static_cast<std::int64_t>(kept.size())))
    shuffled.push_back(kept[static_cast<std::size_t>(row)]);
  return shuffled;
}

}  // namespace trainyard
