// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a run that was stopped before its time limit, or lost a node, is restarted automatically,
// and the request to the scheduler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/agent/job/attempt.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/job/options.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

struct RestartDecision {
  bool is_wanted = false;
  std::optional<MessageEvent> message;  // "restart.requeued", or "restart.no_progress" (warning)
};

// A restart is due if --requeue lists how the attempt ended, and the run has progressed compared to
// before its last --max-without-progress attempts: the step of the newest checkpoint against the
// `resume_step` from which they started. A command that keeps its state in its own files has
// progressed if it reported a higher step than earlier attempts or, if it reports none, wrote into
// its checkpoints folder.
RestartDecision decide_restart(const Options& options, const Attempt& attempt, const EndEvent& end);

// Returns the step from which an attempt started, according to its events.jsonl; 0 if unknown.
std::int64_t resume_step_of(const RunFolder& run, std::int64_t attempt);

// Whether this same job has already completed the run. A scheduler that is killed before it
// records the job's start starts it a second time.
bool is_completed_by(const RunFolder& run, const std::string& job_id);

// Puts the job back into the queue; the scheduler then ends this job. Reports a refusal on stderr.
void requeue(const JobScheduler& scheduler, const std::string& job_id);

}  // namespace trainyard::agent
