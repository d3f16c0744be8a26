// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning of Slurm's states and reasons, and what the user can do. Two tables; words that are
// in neither are unknown.
#pragma once

#include <QByteArrayView>

#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_job_text.h"

namespace trainyard {

// Whether the job has ended in this state. Nothing for an unknown word.
std::optional<bool> isFinalState(QByteArrayView state);

// The state of a job from its row in squeue or sacct. `end` is set for a final state. An unknown
// state is Phase::unknown with the raw word in the text.
JobState jobStateFrom(const SlurmJobRow& row);

enum class ReasonGroup {
  wait,     // it starts by itself
  limit,    // a limit of the user, account or QOS: wait, or request less
  never,    // it does not start as requested
  held,     // someone must release it
  node,     // nodes are down or drained
  unknown,  // only the raw word is known
};
struct ReasonMeaning {
  ReasonGroup group;
  QString text;      // with the raw word in brackets
  std::string code;  // "slurm.reason.Priority"
  Map arguments;     // {word}: the raw one
};
ReasonMeaning reasonMeaning(QByteArrayView reason);

}  // namespace trainyard
