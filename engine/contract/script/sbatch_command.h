// SPDX-License-Identifier: GPL-3.0-or-later
// The words with which resources/sbatch/submit_once.sh runs sbatch for a run folder.
#pragma once

#include <string>
#include <vector>

namespace trainyard {

struct SbatchRequest {
  std::string folder;            // of the run; absolute
  bool has_work_folder = false;  // sbatch runs in it, and the job script decides about its output
  int submission = 1;
  std::string array{};                      // indices; empty: none
  std::vector<std::string> dependencies{};  // such as "afterok:12"
};

// After the options of submit_once.sh itself: options, job.sh and the run folder.
std::vector<std::string> sbatch_words(const SbatchRequest& request);

// "--dependency=..." for several of them; empty for none.
std::string dependency_word(const std::vector<std::string>& dependencies);

}  // namespace trainyard
