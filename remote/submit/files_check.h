// SPDX-License-Identifier: GPL-3.0-or-later
// What training would find wrong in the files of this computer that an experiment names, found
// before it is submitted: tokenizer, weights, data, templates.
#pragma once

#include <vector>

#include <QString>

#include "engine/contract/diagnostic.h"
#include "remote/submit/prepare.h"

namespace trainyard {

// Asks the engine of this computer, which reads headers and beginnings of files: some seconds, in
// which it blocks. Nothing where the trainer does not run, where a file that it would need lies on
// the target, or where there is no engine in `programs`. Findings name fields, and no place yet.
std::vector<Diagnostic> findingsInFiles(const PreparedExperiment& prepared,
                                        const QString& programs);

}  // namespace trainyard
