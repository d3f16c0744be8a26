// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission to Slurm asks of sbatch.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/submit_once.h"

namespace trainyard {

const SubmissionDialect& slurmSubmission();

// The arguments of sbatch for this run, without --parsable, --hold, --job-name and the token at the
// end, which the script adds.
QStringList sbatchArguments(const JobRequest& request);

// `sbatch --test-only` for a script, on the login node: nothing is submitted. Errors: those of the
// host, and "scheduler.no_answer".
QCoro::Task<Result<TestedSubmission>> testSubmission(Host& host, QByteArray script,
                                                     JobRequest request, std::stop_token stop);

}  // namespace trainyard
