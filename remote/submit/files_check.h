// SPDX-License-Identifier: GPL-3.0-or-later
// Finds before a submission what training would find wrong in files on this computer that an
// experiment names: tokenizer, weights, data, templates.
#pragma once

#include <vector>

#include <QString>

#include "engine/contract/describe/diagnostic.h"
#include "remote/submit/prepare.h"

namespace trainyard {

// Runs the engine on this computer, which reads headers and starts of files: blocks for some
// seconds. Does nothing if the trainer is not used, if a file that it needs is on the target, or if
// there is no engine in `programs`. Findings name fields but have no location yet.
std::vector<Diagnostic> findingsInFiles(const PreparedExperiment& prepared,
                                        const QString& programs);

}  // namespace trainyard
