// SPDX-License-Identifier: GPL-3.0-or-later
// Work on items that lie ready, shared over threads.
#pragma once

#include <cstddef>
#include <future>
#include <vector>

namespace trainyard {

// Calls `work(share, first, last)` for each of `num_shares` shares, at least one, of items 0 to
// num_items - 1, in their order: all at once, the first in this thread. What it throws is thrown
// here.
template <class Work>
void work_in_shares(std::size_t num_items, std::size_t num_shares, const Work& work) {
  const auto run = [&](std::size_t share) {
    work(share, num_items * share / num_shares, num_items * (share + 1) / num_shares);
  };
  std::vector<std::future<void>> others;
  for (std::size_t share = 1; share < num_shares; ++share)
    others.push_back(std::async(std::launch::async, run, share));
  run(0);
  for (std::future<void>& other : others) other.get();
}

}  // namespace trainyard
