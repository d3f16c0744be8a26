// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/packing.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/contract/messages.h"
#include "engine/data/instructions/fit_tree.h"

namespace trainyard {

namespace {

constexpr std::uint32_t no_bin = std::numeric_limits<std::uint32_t>::max();

// First-fit-decreasing packing for one part of the rows after another.
class FirstFitPacker {
 public:
  FirstFitPacker(std::span<const std::uint32_t> lengths, std::uint32_t limit, Packs& packs)
      : lengths_(lengths),
        limit_(limit),
        packs_(packs),
        spaces_(limit),
        first_bin_(limit + std::size_t{1}, no_bin),
        last_bin_(first_bin_) {
    spaces_.add(limit);  // a new pack
  }

  void pack(std::uint32_t begin, std::uint32_t end) {
    sort(begin, end);
    bin_of_.clear();
    bins_.clear();
    for (const std::uint64_t row : sorted_) bin_of_.push_back(put(length_of(row)));
    write();
    for (const Bin& bin : bins_) forget(bin.space);
  }

 private:
  struct Bin {
    std::uint32_t space;  // remaining tokens
    std::uint32_t next;   // the next bin with the same space
    std::uint32_t num_rows;
  };

  std::uint32_t length_of(std::uint64_t row) const {
    return limit_ - static_cast<std::uint32_t>(row >> 32);
  }

  // Sorts the longest row first, and the first in case of a tie: by the tokens missing to a full
  // pack, then by row.
  void sort(std::uint32_t begin, std::uint32_t end) {
    sorted_.clear();
    for (std::uint32_t row = begin; row < end; ++row) {
      const std::uint32_t kept = std::min(lengths_[row], limit_);
      packs_.num_empty_rows += kept == 0;
      packs_.num_cut_rows += lengths_[row] > limit_;
      packs_.num_left_tokens += lengths_[row] - kept;
      if (kept > 0) sorted_.push_back(std::uint64_t{limit_ - kept} << 32 | row);
    }
    std::ranges::sort(sorted_);
  }

  // Returns the bin that a row goes into: among those with the space found by the tree, the one
  // that has had it the longest.
  std::uint32_t put(std::uint32_t length) {
    const std::uint32_t space = spaces_.find(length);
    std::uint32_t number = first_bin_[space];
    if (space == limit_) {
      number = static_cast<std::uint32_t>(bins_.size());
      bins_.push_back({limit_, no_bin, 0});
    } else {
      first_bin_[space] = bins_[number].next;
      if (first_bin_[space] == no_bin) spaces_.remove(space);
    }
    Bin& bin = bins_[number];
    ++bin.num_rows;
    bin.space = space - length;
    bin.next = no_bin;
    if (bin.space > 0) queue(number, bin.space);
    return number;
  }
  void queue(std::uint32_t number, std::uint32_t space) {
    if (first_bin_[space] == no_bin) {
      first_bin_[space] = number;
      spaces_.add(space);
    } else {
      bins_[last_bin_[space]].next = number;
    }
    last_bin_[space] = number;
  }
  void forget(std::uint32_t space) {
    if (space == 0 || first_bin_[space] == no_bin) return;
    first_bin_[space] = no_bin;
    spaces_.remove(space);
  }

  void write() {
    std::uint64_t end = packs_.pieces.size();
    place_.clear();
    for (const Bin& bin : bins_) {
      place_.push_back(end);
      packs_.ends.push_back(end += bin.num_rows);
    }
    packs_.pieces.resize(end);
    for (std::size_t i = 0; i < sorted_.size(); ++i)
      packs_.pieces[place_[bin_of_[i]]++] = {static_cast<std::uint32_t>(sorted_[i]), 0,
                                             length_of(sorted_[i])};
  }

  std::span<const std::uint32_t> lengths_;
  std::uint32_t limit_;
  Packs& packs_;
  FitTree spaces_;
  std::vector<std::uint32_t> first_bin_, last_bin_;  // by space
  std::vector<Bin> bins_;
  std::vector<std::uint64_t> sorted_;
  std::vector<std::uint32_t> bin_of_;  // for each of sorted_
  std::vector<std::uint64_t> place_;   // position of a bin's next row among the pieces
};

// Reserves room for `more` elements while keeping geometric growth.
void grow(auto& values, std::uint64_t more) {
  const std::uint64_t needed = values.size() + more;
  if (needed > values.capacity())
    values.reserve(std::max<std::uint64_t>(needed, 2 * values.size()));
}

void wrap(std::span<const std::uint32_t> lengths, std::uint32_t begin, std::uint32_t end,
          std::uint32_t limit, Packs& packs) {
  // One piece for each row and for each pack that ends inside a row.
  const std::span<const std::uint32_t> part = lengths.subspan(begin, end - begin);
  const std::uint64_t num_tokens = std::accumulate(part.begin(), part.end(), std::uint64_t{0});
  grow(packs.pieces, part.size() + num_tokens / limit + 1);
  grow(packs.ends, num_tokens / limit + 1);
  std::uint32_t filled = 0;
  for (std::uint32_t row = begin; row < end; ++row) {
    packs.num_empty_rows += lengths[row] == 0;
    for (std::uint32_t done = 0; done < lengths[row];) {
      const std::uint32_t taken = std::min(lengths[row] - done, limit - filled);
      packs.pieces.push_back({row, done, done + taken});
      done += taken;
      filled += taken;
      if (filled < limit) continue;
      packs.ends.push_back(packs.pieces.size());
      filled = 0;
    }
  }
  if (filled > 0) packs.ends.push_back(packs.pieces.size());
}

}  // namespace

std::span<const PackPiece> Packs::pack(std::size_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : ends[number - 1];
  return std::span(pieces).subspan(begin, ends[number] - begin);
}

Result<Packs> pack_rows(std::span<const std::uint32_t> lengths, const PackSettings& settings) {
  if (settings.length < 1 || settings.length > max_pack_length)
    return make_error("packing.length", {{"length", settings.length}, {"most", max_pack_length}});
  constexpr std::size_t max_rows = std::numeric_limits<std::uint32_t>::max();
  if (settings.rows_at_once < 0 || lengths.size() >= max_rows)
    return make_error("packing.rows", {{"rows_at_once", settings.rows_at_once},
                                       {"most", static_cast<std::int64_t>(max_rows) - 1}});
  const auto limit = static_cast<std::uint32_t>(settings.length);
  const std::size_t part =
      settings.rows_at_once == 0 ? lengths.size() : static_cast<std::size_t>(settings.rows_at_once);
  Packs packs{.strategy = settings.strategy};
  const bool is_wrapped = settings.strategy == PackStrategy::wrapped;
  FirstFitPacker packer(lengths, is_wrapped ? 1 : limit, packs);
  for (std::size_t begin = 0; begin < lengths.size();) {
    const std::size_t end = begin + std::min(part, lengths.size() - begin);
    const auto from = static_cast<std::uint32_t>(begin), to = static_cast<std::uint32_t>(end);
    if (is_wrapped)
      wrap(lengths, from, to, limit, packs);
    else
      packer.pack(from, to);
    begin = end;
  }
  return packs;
}

}  // namespace trainyard
