// SPDX-License-Identifier: GPL-3.0-or-later
// The words with which resources/submit/submit_once.sh runs sbatch for a run folder.
#pragma once

#include <string>
#include <vector>

namespace trainyard {

// Starts submit_once.sh for a submission and returns: detached from whoever started it, in its own
// session, without our streams, ignoring hang-ups. A job script, which is submitted from its work
// folder, gets a login environment. $1: the folder to work in, $2: the run folder, $3: the number,
// $4: the token, and sbatch_words().
inline constexpr const char* start_submission_script =
    "work=$1 run=$2 number=$3\n"
    "shift\n"
    "cd \"$work\" || exit 7\n"
    "log=$run/submission-$number.log\n"
    "set -- \"$run/submit_once.sh\" \"$@\"\n"
    "if [ \"$work\" != \"$run\" ]; then set -- \"$run/submit_from_login.sh\" \"$log\" \"$@\"; fi\n"
    "setsid nohup sh \"$@\" </dev/null >>\"$log\" 2>&1 &\n";

struct SbatchRequest {
  std::string folder;            // of the run; absolute
  bool has_work_folder = false;  // sbatch runs in it, and the job script decides about its output
  int submission = 1;
  std::string array{};                      // indices; empty: none
  std::vector<std::string> dependencies{};  // such as "afterok:12"
};

// After the options of submit_once.sh itself: options, job.sh and the run folder.
std::vector<std::string> sbatch_words(const SbatchRequest& request);

// What submit_once.sh takes before sbatch's words for a job that stays held; else it releases it.
inline constexpr const char* keep_held_word = "--keep-held";

// "--dependency=..." for several of them; empty for none.
std::string dependency_word(const std::vector<std::string>& dependencies);

}  // namespace trainyard
