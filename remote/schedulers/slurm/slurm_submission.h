// SPDX-License-Identifier: GPL-3.0-or-later
// A submission to Slurm from the laptop's side: starts the script that performs it on the login
// node, and reads its journal. The script and its output are described at its top
// (resources/sbatch/submit_once.sh).
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/submission_journal.h"

namespace trainyard {

// The arguments of sbatch for this run, without --parsable, --hold, --job-name and the token at the
// end, which the script adds.
QStringList sbatchWords(const JobRequest& request);

// Copies one of resources/sbatch to the run folder.
QCoro::Task<Result<void>> placeSubmitScript(Host& host, QString folder, QString name,
                                            std::stop_token stop);

// `sbatch --test-only` for a script, on the login node: nothing is submitted. Errors: those of the
// host, and "scheduler.no_answer".
QCoro::Task<Result<TestedSubmission>> testSubmission(Host& host, QByteArray script,
                                                     JobRequest request, std::stop_token stop);

struct SubmissionPatience {
  std::chrono::seconds silence{
      20};  // then the script is started again: it does nothing if one is already running
  std::chrono::seconds afterJob{5};  // the same, once the job exists and only needs to be released
  std::chrono::seconds all{180};     // without a new line
};
// Like Scheduler::submit. A request that no node of the cluster can ever satisfy is rejected before
// the submission: Slurm would silently accept it for a held job, and let it wait forever.
QCoro::Task<Result<QString>> submitToSlurm(Host& host, JobRequest request,
                                           SubmissionPatience patience, std::stop_token stop);

// Like Scheduler::withdraw. The mark is created before the journal is read, and the script checks
// for the mark after it has recorded that it runs sbatch: at least one of the two sees the other.
QCoro::Task<Result<bool>> withdrawFromSlurm(Host& host, QString folder, int submission,
                                            std::stop_token stop);
// Returns the job in the submission's journal; empty: none yet.
QCoro::Task<Result<QString>> journalledJob(Host& host, QString folder, int submission,
                                           std::stop_token stop);
// Returns the first submission from `number` on that has not ended without a job: the one to use.
QCoro::Task<Result<int>> nextSubmission(Host& host, QString folder, int number,
                                        std::stop_token stop);

}  // namespace trainyard
