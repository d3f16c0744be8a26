// SPDX-License-Identifier: GPL-3.0-or-later
// #PBS lines: those for fields of `resources`, and those of a job script. Pure.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

struct Experiment;
struct ResourcesSection;

// -l select=2:ncpus=8:mpiprocs=1:ngpus=4:mem=65536mb, -l place=scatter and -l walltime=01:00:00.
QStringList pbsSizeLines(const Experiment& experiment);
// -q, which is also how a reservation is named, and -A.
QStringList pbsPlaceLines(const ResourcesSection& resources);

// The lines of a job script's job: its own ones unchanged and in order, except that a field that
// differs from what they say replaces them.
QStringList pbsScriptLines(const Experiment& experiment);
// What the job is called without us.
QString pbsScriptName(const Experiment& experiment);
// The file of its output as a word for the job's bash.
QString pbsOutputFile(const Experiment& experiment);

}  // namespace trainyard
