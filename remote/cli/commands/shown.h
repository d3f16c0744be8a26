// SPDX-License-Identifier: GPL-3.0-or-later
// What several commands print; each returns the exit code.
#pragma once

#include <QString>

#include "remote/cli/options.h"

namespace trainyard {

// `yard runs STUDY`.
Result<int> printRunsOf(const QString& study, Format format);
// `yard show`: a run, or the runs of a study.
Result<int> printRun(const QString& name, Format format);
// `yard study show`.
Result<int> printStudy(const QString& name, Format format);

}  // namespace trainyard
