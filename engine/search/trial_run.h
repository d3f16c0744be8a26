// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a study whose trials are jobs of their own: their UUIDs follow from the study's, so
// that a trial that is submitted again after a crash is the same run, whoever looks.
#pragma once

#include <cstdint>
#include <string>

namespace trainyard::search {

// The UUID of the run of a trial with the seed of this index, counting from 0: of version 5
// (RFC 9562), in the namespace of the study's UUID; empty if `study` is not a UUID.
std::string trial_run(const std::string& study, std::int64_t trial, std::int64_t seed_index);

}  // namespace trainyard::search
