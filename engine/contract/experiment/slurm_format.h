// SPDX-License-Identifier: GPL-3.0-or-later
// Durations, amounts of memory and index lists as Slurm writes them.
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

// What --mem takes: "64G", "1500M"; Slurm's units are powers of two. "0" is all of the node's.
std::string memory_word(double gib);

// "0-9", "0-9:2", "1,3,5" with or without "%4": how many indices it names. Nothing when a range
// ends before it starts, a step or the number after % is 0, or the text has another form.
std::optional<std::int64_t> array_task_count(std::string_view text);

// The same indices, ascending, each once. At most a million, else nothing.
std::optional<std::vector<std::int64_t>> array_indices(std::string_view text);

}  // namespace trainyard
