// SPDX-License-Identifier: GPL-3.0-or-later
// What whoever runs a study decides, wherever its trials run: all of it follows from the records,
// so that a study that goes on after a crash is the one that it would have been.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/search/pruner.h"
#include "engine/search/sampler.h"
#include "engine/search/space.h"
#include "engine/search/study_record.h"

namespace trainyard::search {

// The values of the study's next trial; nothing if a grid is complete. A sampler that learns from
// trials sees those that the pruner lets compete with the new one.
std::optional<Map> next_values(const RecordedStudy& recorded, const Space& space,
                               const Sampler& sampler, const Pruner& pruner);

// Whether the study has all trials that it shall have, and none of them runs.
bool is_over(const RecordedStudy& recorded);

// Whether the time for starting trials is over at this moment (Unix seconds). `limit`: as
// search.time_limit, counted from the first trial's start.
bool is_time_over(const Study& study, const std::optional<std::string>& limit, double now);

// The optimizer steps of all trainings that have ended.
std::int64_t trained_steps(const Study& study);

// Whether at least five trials have ended and all of them failed: more would fail, too.
bool is_hopeless(const Study& study);

// "search.all_failed", with the cause of the last one, if the study is hopeless, or has all its
// trials (`are_all_there`) and all of them failed.
std::optional<Error> all_failed(const Study& study, bool are_all_there);

}  // namespace trainyard::search
