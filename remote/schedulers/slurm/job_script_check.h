// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a job script before it is submitted.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

struct Experiment;

// Slurm's own limit (max_script_size).
inline constexpr qint64 kJobScriptLimit = 4 << 20;

// Reads the script at `path`. Errors are diagnostics of script.file: missing, too large, no #! at
// its start, Windows line breaks, as sbatch rejects them.
QByteArray readJobScript(const QString& path, std::vector<Diagnostic>& findings);

// Applies its #SBATCH lines to the experiment unless `document` overrides them, and adds findings
// about it: lines that Slurm does not read, options that sbatch does not know, jobs that it submits
// itself; on this computer what is not supported.
void takeJobScript(Experiment& experiment, const QByteArray& script, const QByteArray& document,
                   bool isHere, std::vector<Diagnostic>& findings);

// The first line that runs sbatch, from 1; 0: none.
int lineThatSubmits(const QByteArray& script);

// Whether its #SBATCH lines have a folder on the target as an absolute path.
bool worksElsewhere(const Experiment& experiment);

}  // namespace trainyard
