// SPDX-License-Identifier: GPL-3.0-or-later
// The file that each submission of a run leaves in its folder, written before the scheduler is
// called.
#pragma once

#include <filesystem>
#include <string>

#include "engine/contract/describe/record.h"
#include "engine/contract/result.h"

namespace trainyard {

// submission-N.json of a run folder.
struct SubmissionRecord {
  std::string target, scheduler;
  std::string token;   // the job's name
  double created = 0;  // Unix seconds
  std::string version, programs;
  // Who starts the run again: "end" (nobody), "requeue" (Slurm, or the agent), "submit_again" (who
  // submitted it).
  std::string after_time_limit = "end", after_preemption = "end";
};
void describe(Section<SubmissionRecord>& section);

// A file of the run folder, one line "path=value" for each setting that was changed since the last
// attempt; the agent of the next one moves it there.
inline constexpr const char* changed_settings_name = "changed_settings.txt";

// What is missing or of another kind has its default. Errors: those of read_file and parse_json.
Result<SubmissionRecord> read_submission_record(const std::filesystem::path& path);

}  // namespace trainyard
