// SPDX-License-Identifier: GPL-3.0-or-later
// What can be known of a job script before it is submitted.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// Slurm's own limit (max_script_size).
inline constexpr qint64 kJobScriptLimit = 4 << 20;

// Reads the script at `path`. Errors as diagnostics of script.file: not there, too large, no
// #! at its beginning, line breaks of Windows, as sbatch refuses them.
QByteArray readJobScript(const QString& path, std::vector<Diagnostic>& findings);

// Takes its #SBATCH lines into the experiment where `document` does not say otherwise, and says
// what a person should know of it: lines that Slurm does not read, options that sbatch does not
// know, jobs that it submits itself; on this computer what cannot be.
void takeJobScript(Experiment& experiment, const QByteArray& script, const QByteArray& document,
                   bool isHere, std::vector<Diagnostic>& findings);

// The experiment of a file that is a job script: one that begins with #!, or is called like one.
// Nothing for other files. `from`: the folder that it is submitted from, whose files are its code,
// as sbatch takes it; where the script lies outside of it, its own folder. A home folder never
// travels. `place`: the folder of the document, from which its paths count; empty: that of the
// script.
std::optional<QByteArray> documentOfScript(const QString& path, const QString& from,
                                           const QString& place = {});

// The first line that runs sbatch, from 1; 0: none.
int lineThatSubmits(const QByteArray& script);

// Whether its #SBATCH lines name a folder of the target by an absolute path.
bool worksElsewhere(const Experiment& experiment);

}  // namespace trainyard
