// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the files of trackers below folders, by the places that the trackers themselves choose.
// Names of folders and files are looked at, within bounds, and no content.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/agent/trackers/found_file.h"

namespace trainyard::agent {

// Adds files below `folder`, in which a program works: those in runs/, wandb/, mlruns/,
// lightning_logs/, logs/ and their like there and up to two folders further below, as in
// output_dir/runs. Stops after `budget` entries, from which those that it saw are subtracted.
void find_below_working_folder(const std::filesystem::path& folder, std::size_t& budget,
                               std::vector<FoundFile>& found);

// The same for a folder of a tracker.
void find_below_tracker_folder(const std::filesystem::path& folder, std::size_t& budget,
                               std::vector<FoundFile>& found);

}  // namespace trainyard::agent
