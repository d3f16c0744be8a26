// SPDX-License-Identifier: GPL-3.0-or-later
// Where the agent writes files for trackers (tracker_files.h), so that it does not read them as
// those of the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

// The same for all attempts of a run, which therefore are one run in W&B.
std::string wandb_id_of(const RunFolder& folder, const RunIdentity& identity);

// The folder of an attempt that began at this time (wandb_folder_name).
std::filesystem::path wandb_folder(const RunFolder& folder, const std::string& id, double time);

// TensorBoard reads the files of a folder in the order of their names.
std::filesystem::path tensorboard_file(const RunFolder& folder, const RunIdentity& identity,
                                       std::int64_t attempt);

// Whether `path` is a file for trackers that an attempt of this run has written or will write.
bool is_written_by_agent(const std::filesystem::path& path, const RunFolder& folder,
                         const std::string& wandb_id);

}  // namespace trainyard::agent
