// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a study whose trials are jobs of their own: their UUIDs follow from the study's, so
// that a trial that is submitted again after a crash is the same run.
#pragma once

#include <cstdint>

#include <QString>

namespace trainyard {

// The UUID of the run of a trial with the seed of this index, counting from 0: of version 5, in the
// namespace of the study's UUID.
QString trialRun(const QString& study, std::int64_t trial, std::int64_t seedIndex);

}  // namespace trainyard
