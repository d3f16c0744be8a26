// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what would make a command or a job script fail at its start, without running it: its syntax
// and that of its Python programs, files and modules that it names and the run does not get,
// options that its programs do not know.
#pragma once

#include <stop_token>
#include <vector>

#include <QCoroTask>

#include "engine/contract/describe/diagnostic.h"
#include "remote/submit/prepare.h"

namespace trainyard {

// `gpuWithoutBf16`: the GPU that the run gets, if it does not compute in bf16; else empty.
// `environment`: in which programs are searched for a run on this computer. Findings name fields
// but have no location yet. None for a training of the engine, and where a tool that looks
// (python3, the script's shell) is missing. Takes seconds.
QCoro::Task<std::vector<Diagnostic>> findingsInCode(PreparedExperiment prepared, RunsWhere where,
                                                    QString gpuWithoutBf16,
                                                    QProcessEnvironment environment,
                                                    std::stop_token stop);

}  // namespace trainyard
