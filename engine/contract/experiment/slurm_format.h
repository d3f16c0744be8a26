// SPDX-License-Identifier: GPL-3.0-or-later
// Durations, memory sizes and index lists in Slurm's syntax.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard {

// "90" (minutes), "5:30" (minutes:seconds), "1:00:00", "2-12", "2-12:30", "2-12:30:00" in seconds;
// nothing for other texts.
std::optional<std::int64_t> time_limit_seconds(std::string_view text);

// The argument of --mem: "64G", "1500M"; Slurm's units are powers of two. "0" means all of the
// node's memory.
std::string memory_word(double gib);

// How many indices "0-9", "0-9:2" or "1,3,5" denotes, with or without "%4". Nothing if a range ends
// before it starts, a step or the number after % is 0, or the text has a different form.
std::optional<std::int64_t> array_task_count(std::string_view text);

// The same indices, ascending and without duplicates. Nothing if there are more than a million.
std::optional<std::vector<std::int64_t>> array_indices(std::string_view text);

}  // namespace trainyard
