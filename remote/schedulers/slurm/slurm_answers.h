// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm's commands say when they do not do what was asked, and what sbatch answers.
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
  noAccounting,  // the cluster keeps none
  noMunge,       // authentication: munged is down, clocks differ
  rateLimit,     // asked too often
  noConfig,      // no slurm.conf on this machine
  noCommand,     // the command is not there
  invalidJob,    // the id is not known to the controller
  other,
};
struct SlurmSilence {
  SlurmTrouble trouble = SlurmTrouble::none;
  QString sentence;  // with Slurm's own last words
  Map why;           // the same as an argument of another message
};
// Of any of Slurm's commands; `none` only for exit code 0. A message about an error with exit code
// 0 is `other`.
SlurmSilence silenceOf(const ProgramOutput& output);

// The job of `sbatch --parsable`: "123", "123;cluster", also with a site's lines around it.
std::optional<qint64> submittedJob(QByteArrayView out);

// Why sbatch refused: its own words, one line, without "sbatch: error: " before them. Also the
// lines of a site's own plugin.
QString refusalOf(QByteArrayView err);

// `sbatch --test-only`: when the job would start and where, or why it is refused.
struct TestedSubmission {
  std::optional<double> start;  // Unix seconds, where SLURM_TIME_FORMAT was %s
  QString nodes, partition;
  QString refusal;  // empty: it would be accepted
};
// Nothing when the answer is neither.
std::optional<TestedSubmission> testedSubmission(const ProgramOutput& output);

}  // namespace trainyard
