// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a run that was stopped before its time limit, or lost a node, goes on by itself, and
// asking Slurm for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/agent/coordinator/attempt.h"
#include "engine/agent/options.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

struct RestartDecision {
  bool is_wanted = false;
  std::optional<MessageEvent> message;  // "restart.requeued", or "restart.no_progress" (warning)
};

// Wanted when --requeue names how the attempt ended, and the run has come further than it was
// before its last --max-without-progress attempts: the step of the newest checkpoint against the
// `resume_step` from which they began. A command that keeps its state in files of its own has come
// further when it told of a higher step than the attempts before, or, telling of none, wrote into
// its checkpoints folder.
RestartDecision decide_restart(const Options& options, const Attempt& attempt, const EndEvent& end);

// The step from which an attempt began, out of its events.jsonl; 0 when it says none.
std::int64_t resume_step_of(const RunFolder& run, std::int64_t attempt);

// Whether this very job has completed the run already. A controller that was killed before it wrote
// down that the job began starts it once more.
bool is_completed_by(const RunFolder& run, const std::string& job_id);

// `scontrol requeue <job>`; Slurm then ends this very job. Says on stderr when Slurm refuses.
void requeue(const std::string& job_id);

}  // namespace trainyard::agent
