// SPDX-License-Identifier: GPL-3.0-or-later
// Splits work on a list of items over threads.
#pragma once

#include <cstddef>
#include <future>
#include <vector>

namespace trainyard {

// Calls `work(share, first, last)` concurrently for each of `num_shares` (at least one) consecutive
// shares of items 0 to num_items - 1, the first in this thread. Exceptions are rethrown here.
template <class Work>
void parallel_for(std::size_t num_items, std::size_t num_shares, const Work& work) {
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
