// SPDX-License-Identifier: GPL-3.0-or-later
// What can be told of the lines of a job script without following it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace trainyard {

// Letters to add, drop, change or swap with their neighbour to make one of the other; 64 for words
// that are longer.
std::size_t edit_distance(std::string_view one, std::string_view other);

// "#SBTACH --nodes=2", "# SBATCH -n 4", " #SBATCH -n 4": meant as a directive, but a comment for
// sbatch. "##SBATCH" is how one comments a directive out.
bool is_misspelt_directive(std::string_view line);

// Those of the lines, from 1 and ascending, that are the script's own: in no here-document and no
// string of several lines. Accepts arbitrary bytes.
std::vector<int> lines_of_the_script(std::string_view script, const std::vector<int>& lines);

}  // namespace trainyard
