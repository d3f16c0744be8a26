// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/submission_record.h"

#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"

namespace trainyard {

void describe(Section<SubmissionRecord>& section) {
  section.field("target", &SubmissionRecord::target);
  section.field("scheduler", &SubmissionRecord::scheduler);
  section.field("token", &SubmissionRecord::token);
  section.field("created", &SubmissionRecord::created);
  section.field("version", &SubmissionRecord::version);
  section.field("programs", &SubmissionRecord::programs);
  section.field("after_time_limit", &SubmissionRecord::after_time_limit);
  section.field("after_preemption", &SubmissionRecord::after_preemption);
}

Result<SubmissionRecord> read_submission_record(const std::filesystem::path& path) {
  TRY(const std::string text, read_file(path, 1u << 20));
  TRY(const Value parsed, parse_json(text));
  return read_leniently<SubmissionRecord>(parsed);
}

}  // namespace trainyard
