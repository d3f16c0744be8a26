// From an experiment file to what a submission needs: checked, with overrides in its text and every path absolute.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ExperimentSource {
  QString path;                    // absolute; relative paths in the document count from its folder
  std::optional<QByteArray> text;  // instead of the file's content
  QStringList overrides;           // "path=value"
  QProcessEnvironment environment; // programs are looked up in its PATH
};

struct PreparedExperiment {
  QByteArray text;        // the user's bytes with the overrides written into them
  Experiment experiment;  // paths absolute
  std::vector<Diagnostic> diagnostics;  // also warnings; with an error, nothing else here may be used
};

// Reads and checks everything that can be known on this computer, for a run on this computer whose programs are in
// `programs`: fields, rules, files, programs. A file that cannot be read is an error, what is wrong in it a diagnostic.
Result<PreparedExperiment> prepareExperiment(const ExperimentSource& source, const QString& programs);

// "experiment.invalid" with the diagnostics as argument and their lines as message.
Error diagnosticsError(const std::vector<Diagnostic>& diagnostics);

}  // namespace trainyard
