// SPDX-License-Identifier: GPL-3.0-or-later
// Progress bars of tqdm and similar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trainyard::agent {

// "Epoch 2:  31%|███  | 10/32 [00:01<00:02, 9.1it/s, loss=2.31]"
struct ProgressBar {
  std::string description;  // "Epoch 2"; empty: none
  std::int64_t done = 0, total = 0;
  std::vector<std::pair<std::string, double>> values;  // after the rate: loss 2.31
  std::string note;  // what else stands after the rate: "loss 2.31 | acc 0.5"
};

// Nothing for lines that are not a bar, or whose counts are not integers ("1.2M/3M").
std::optional<ProgressBar> parse_progress_bar(std::string_view line);

}  // namespace trainyard::agent
