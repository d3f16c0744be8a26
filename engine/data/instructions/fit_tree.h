// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the remaining space in packs that a row fits into.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// A set of spaces from 1 to `largest`, as a tree of maxima in one array: the children of node i are
// 2 i and 2 i + 1, the leaf of space s is node largest + s - 1. If `largest` is not a power of two,
// the leaves are not in order from left to right; the result of find() then depends on this layout,
// which is that of trl 0.19.1 ("Fewer Truncations Improve Language Modeling", arXiv 2404.10830).
// Memory: 8 bytes per space.
class FitTree {
 public:
  explicit FitTree(std::uint32_t largest)
      : largest_(largest), maxima_(std::size_t{2} * largest, 0) {}

  void add(std::uint32_t space) { set(space, space); }
  void remove(std::uint32_t space) { set(space, 0); }

  // Returns the leftmost space of at least `needed`, which is at least 1; `largest` must be in the
  // set.
  std::uint32_t find(std::uint32_t needed) const {
    std::size_t node = 1;
    while (node < largest_) node = maxima_[2 * node] >= needed ? 2 * node : 2 * node + 1;
    return maxima_[node];
  }

 private:
  void set(std::uint32_t space, std::uint32_t value) {
    std::size_t node = std::size_t{largest_} + space - 1;
    maxima_[node] = value;
    // Nothing changes above a maximum that stays the same.
    while (node > 1) {
      node /= 2;
      const std::uint32_t left = maxima_[2 * node], right = maxima_[2 * node + 1];
      const std::uint32_t larger = left >= right ? left : right;
      if (maxima_[node] == larger) return;
      maxima_[node] = larger;
    }
  }

  std::uint32_t largest_;
  std::vector<std::uint32_t> maxima_;
};

}  // namespace trainyard
