// SPDX-License-Identifier: GPL-3.0-or-later
// Error messages of Slurm's commands, and the answers of sbatch.
#pragma once

#include <optional>

#include <QByteArrayView>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/run_program.h"

namespace trainyard {

enum class SlurmTrouble {
  none,
  noController,  // slurmctld does not answer
  noDatabase,    // slurmdbd, or the database behind it
  noAccounting,  // the cluster has no accounting
  noMunge,       // authentication: munged is down, clocks differ
  rateLimit,     // too many requests
  noConfig,      // no slurm.conf on this machine
  noCommand,     // the command is not installed
  invalidJob,    // the controller does not know the id
  other,
};
struct SlurmSilence {
  SlurmTrouble trouble = SlurmTrouble::none;
  QString sentence;  // with Slurm's own last message
  Map why;           // the same as an argument of another message
};
// For any Slurm command; `none` only for exit code 0. An error message with exit code 0 is `other`.
SlurmSilence silenceOf(const ProgramOutput& output);

// Parses the job id from `sbatch --parsable`: "123", "123;cluster", also with a site's own lines
// around it.
std::optional<qint64> submittedJob(QByteArrayView out);

// Why sbatch rejected it: its own words, on one line, without the prefix "sbatch: error: ".
// Includes lines of a site's plugin.
QString refusalOf(QByteArrayView err);

// `sbatch --test-only`: when the job would start and where, or why it is rejected.
struct TestedSubmission {
  std::optional<double> start;  // Unix seconds, if SLURM_TIME_FORMAT was %s
  QString nodes, partition;
  QString refusal;  // empty: it would be accepted
};
// Nothing if the output is neither.
std::optional<TestedSubmission> testedSubmission(const ProgramOutput& output);

}  // namespace trainyard
