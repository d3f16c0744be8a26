// SPDX-License-Identifier: GPL-3.0-or-later
// Which records of which data sets are learned in which order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/mix_document.h"

namespace trainyard {

// The numbers from 0 to below `n` in the order that numpy's default_rng(seed).permutation(n) has.
using Permutation = std::function<std::vector<std::int64_t>(std::uint64_t seed, std::int64_t n)>;

// Record `row` (from 0, over all files of the entry and split) of an entry of the mix.
struct MixRow {
  std::uint32_t entry = 0;
  std::uint32_t row = 0;
  bool operator==(const MixRow&) const = default;
};

// Whether a record is kept, `number` being its place among the ones taken off its entry: a format
// may leave one out.
using KeepRow = std::function<Result<bool>(MixRow row, std::uint64_t number)>;

inline constexpr std::uint64_t mix_seed = 42;
// Above it a fraction is taken for a mistake; a plan has 8 bytes a row.
inline constexpr std::int64_t most_mix_rows = std::int64_t{1} << 31;

// The rows taken off an entry of `num_records`, as dataset_mixer.py takes them: all in the order
// of the files or shuffled, then the first num_samples, or the whole part of the fraction as often
// and the first records for the rest. Error: more than most_mix_rows.
Result<std::vector<std::uint32_t>> select_rows(const MixEntry& entry, std::int64_t num_records,
                                               bool shuffle, const Permutation& permutation);

// The rows of one split. `num_records` has a number for each entry of the mix; entries without
// this split and those without records are passed over. Shuffled by `datasets`' rule with mix_seed:
// each entry (shuffle_init), and what was kept of all (shuffle_post). Errors: too many rows; those
// of `keep`, which may be empty.
Result<std::vector<MixRow>> plan_mix(const Mix& mix, const std::string& split,
                                     std::span<const std::int64_t> num_records, const KeepRow& keep,
                                     const Permutation& permutation);

}  // namespace trainyard
