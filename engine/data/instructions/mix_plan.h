// SPDX-License-Identifier: GPL-3.0-or-later
// Which records of which data sets are learned, and in which order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/mix_document.h"

namespace trainyard {

// Returns 0 to n - 1 in the order of numpy's default_rng(seed).permutation(n).
using Permutation = std::function<std::vector<std::int64_t>(std::uint64_t seed, std::int64_t n)>;

// Record `row` (from 0, over all files of the entry and split) of an entry of the mixture.
struct MixRow {
  std::uint32_t entry = 0;
  std::uint32_t row = 0;
  bool operator==(const MixRow&) const = default;
};

// Whether a record is kept, `number` being its position among those taken from its entry: a format
// may skip records.
using KeepRow = std::function<Result<bool>(MixRow row, std::uint64_t number)>;

inline constexpr std::uint64_t mix_seed = 42;
// A fraction that exceeds this is considered a mistake; a plan takes 8 bytes per row.
inline constexpr std::int64_t max_mix_rows = std::int64_t{1} << 31;

// Returns the rows taken from an entry of `num_records` records, as dataset_mixer.py takes them: in
// file order or shuffled, then the first num_samples, or all of them as often as the integer part
// of the fraction says and the first records for the remainder. Error: more than max_mix_rows.
Result<std::vector<std::uint32_t>> select_rows(const MixEntry& entry, std::int64_t num_records,
                                               bool shuffle, const Permutation& permutation);

// Returns the rows of one split. `num_records` has a number for each entry of the mixture; entries
// without this split or without records are skipped. Shuffled as the `datasets` library does with
// mix_seed: each entry (shuffle_init), and all that was kept (shuffle_post). Errors: too many rows;
// those of `keep`, which may be empty.
Result<std::vector<MixRow>> plan_mix(const Mix& mix, const std::string& split,
                                     std::span<const std::int64_t> num_records, const KeepRow& keep,
                                     const Permutation& permutation);

}  // namespace trainyard
