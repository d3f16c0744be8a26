// SPDX-License-Identifier: GPL-3.0-or-later
// From an experiment file to what a submission needs: checked, with overrides in its text and every
// path absolute.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QCoroTask>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/submit/target_needs.h"
#include "remote/target/target.h"

namespace trainyard {

struct ExperimentSource {
  QString path;                    // absolute; relative paths in the document count from its folder
  std::optional<QByteArray> text;  // instead of the file's content
  QStringList overrides;           // "path=value"
  QProcessEnvironment environment;  // programs are looked up in its PATH
};

// A file or folder of this computer that travels; the field ("data.train[0]") becomes its place on
// the target.
struct TravellingPath {
  std::string field;
  QString path;
};

struct PreparedExperiment {
  QByteArray written;     // the user's bytes
  QByteArray text;        // the same with the overrides written into them
  QByteArray jobScript;   // the script's bytes, where the workload is one
  Experiment experiment;  // paths absolute; those that travel still as they are here
  std::vector<Diagnostic>
      diagnostics;  // also warnings; with an error, nothing else here may be used
  std::vector<TravellingPath> travelling;  // nothing for a run on this computer
  std::vector<TargetNeed> needs;  // the same: what the target itself must have, not asked yet
};

enum class RunsWhere { here, elsewhere };

// Reads and checks everything that can be known without asking the target: fields, rules, files,
// programs. `programs`: the folder of engine and yard-agent on this computer; those of the target
// are `there`, if it has its own. A file that cannot be read is an error, what is wrong in it a
// diagnostic.
Result<PreparedExperiment> prepareExperiment(const ExperimentSource& source,
                                             const QString& programs,
                                             RunsWhere where = RunsWhere::here,
                                             const QString& there = {});

// The same, and what findingsInFiles() says. Blocks for some seconds.
Result<PreparedExperiment> prepareWithFiles(const ExperimentSource& source,
                                            const QString& programs);

// Asks the target for all of `prepared.needs`, in one command: what is not there becomes a
// diagnostic, and paths that begin with ~ absolute. `prepared` outlives it. Errors: those of the
// host.
QCoro::Task<Result<void>> askWhatIsThere(Target target, ExperimentSource source,
                                         PreparedExperiment& prepared, std::stop_token stop);

// The same as prepareWithFiles(), and then asks the target: paths, programs and variables that must
// be there, in one command, and its scheduler. Paths that begin with ~ are absolute afterwards.
// Errors: those of the host.
QCoro::Task<Result<PreparedExperiment>> prepareForTarget(Target target, ExperimentSource source,
                                                         std::stop_token stop);

// "experiment.invalid" with the diagnostics as argument and their lines as message.
Error diagnosticsError(const std::vector<Diagnostic>& diagnostics);

// The folder of this computer's own programs.
QString ownPrograms();

}  // namespace trainyard
