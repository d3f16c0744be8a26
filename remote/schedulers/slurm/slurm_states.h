// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm's words for states and reasons mean, and what a person can do. Two tables; a word that
// is in neither stays unknown.
#pragma once

#include <QByteArrayView>

#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_job_text.h"

namespace trainyard {

// Whether the job is over in this state. Nothing for a word that is not known.
std::optional<bool> isFinalState(QByteArrayView state);

// The state of a job from its row, as squeue or sacct printed it. `end` is there for a final state.
// An unknown state is Phase::unknown with the raw word in the sentence.
JobState jobStateFrom(const SlurmJobRow& row);

enum class ReasonGroup {
  wait,     // it starts by itself
  limit,    // a limit of the person, account or class of service: wait, or ask for less
  never,    // it does not start as it was asked for
  held,     // somebody has to release it
  node,     // nodes are down or drained
  unknown,  // the raw word is all there is
};
struct ReasonMeaning {
  ReasonGroup group;
  QString sentence;  // with the raw word in brackets
  std::string code;  // "slurm.reason.Priority"
  Map arguments;     // {word}: the raw one
};
ReasonMeaning reasonMeaning(QByteArrayView reason);

}  // namespace trainyard
