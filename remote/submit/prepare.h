// SPDX-License-Identifier: GPL-3.0-or-later
// From an experiment file to the input of a submission: checked, with overrides in its text and
// every path absolute.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QCoroTask>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/submit/target_needs.h"
#include "remote/target/target.h"

namespace trainyard {

struct ExperimentSource {
  QString path;  // absolute; relative paths in the document are relative to its folder
  std::optional<QByteArray> text;   // replaces the file's content
  QStringList overrides;            // "path=value"
  QProcessEnvironment environment;  // programs are searched in its PATH
};

// A file or folder on this computer to transfer; the field ("data.train[0]") is set to its location
// on the target.
struct TravellingPath {
  std::string field;
  QString path;
};

struct PreparedExperiment {
  QByteArray written;     // the user's bytes
  QByteArray text;        // the same with the overrides applied
  QByteArray jobScript;   // the script's bytes, if the workload is one
  Experiment experiment;  // paths absolute; those to transfer still as on this computer
  std::vector<Diagnostic>
      diagnostics;  // including warnings; if there is an error, nothing else here may be used
  std::vector<TravellingPath> travelling;  // empty for a run on this computer
  std::vector<TargetNeed> needs;  // the same: what the target itself must have, not checked yet
};

enum class RunsWhere { here, elsewhere };

// Reads and checks everything that does not depend on the target: fields, rules, files, programs.
// `programs`: the folder of engine and yard-agent on this computer; those on the target are
// `there`, if it has its own. A file that cannot be read is an error, its mistakes are diagnostics.
Result<PreparedExperiment> prepareExperiment(const ExperimentSource& source,
                                             const QString& programs,
                                             RunsWhere where = RunsWhere::here,
                                             const QString& there = {});

// The same, including findingsInFiles(). Blocks for some seconds.
Result<PreparedExperiment> prepareWithFiles(const ExperimentSource& source,
                                            const QString& programs);

// Adds findings of other checks, each where its field is written in the document; none twice.
// Errors: those of reading the document.
Result<void> addFindings(const ExperimentSource& source, std::vector<Diagnostic> findings,
                         PreparedExperiment& prepared);

// Checks all of `prepared.needs` on the target, in one command: what is missing becomes a
// diagnostic, and paths that start with ~ become absolute. `prepared` must outlive it. Errors:
// those of the host.
QCoro::Task<Result<void>> askWhatIsThere(Target target, ExperimentSource source,
                                         PreparedExperiment& prepared, std::stop_token stop);

// Like prepareWithFiles(), followed by checks on the target: required paths, programs and
// variables, in one command, and its scheduler. Paths that start with ~ are absolute afterwards.
// Errors: those of the host.
QCoro::Task<Result<PreparedExperiment>> prepareForTarget(Target target, ExperimentSource source,
                                                         std::stop_token stop);

// "experiment.invalid" with the diagnostics as argument and their lines as message.
Error diagnosticsError(const std::vector<Diagnostic>& diagnostics);

// The folder of our programs on this computer.
QString ownPrograms();

}  // namespace trainyard
