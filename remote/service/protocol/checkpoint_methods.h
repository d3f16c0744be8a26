// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about single checkpoints of a run, with what they are asked and what they answer.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "remote/service/protocol/method.h"
#include "remote/values/records.h"

namespace trainyard {

struct RemoveCheckpointsArguments {
  QString run;        // UUID
  QStringList names;  // of folders in the run's checkpoints/: "step-00000400"
};
inline void describe(Section<RemoveCheckpointsArguments>& section) {
  section.field("run", &RemoveCheckpointsArguments::run);
  section.field("names", &RemoveCheckpointsArguments::names).required();
}

struct RemovedCheckpoints {
  QStringList removed;  // without those that were gone already
};
inline void describe(Section<RemovedCheckpoints>& section) {
  section.field("removed", &RemovedCheckpoints::removed);
}

namespace methods {

// Permanently deletes checkpoints of a run, also while it goes on, but then neither the one that it
// would resume from nor the best one. Errors: "checkpoint.no_name", "checkpoint.needed",
// "run.being_resumed", "run.not_removed".
inline constexpr Method<RemoveCheckpointsArguments, RemovedCheckpoints> checkpointsRemove{
    "checkpoints.remove", OnLeave::goOn, Reaches::target};

}  // namespace methods

}  // namespace trainyard
