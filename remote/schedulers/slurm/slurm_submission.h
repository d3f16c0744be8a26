// SPDX-License-Identifier: GPL-3.0-or-later
// One submission to Slurm, seen from the laptop: starts the script that does it on the login node,
// and reads its journal. What the script does and writes is described at its top
// (resources/sbatch/submit_once.sh).
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/slurm/slurm_answers.h"

namespace trainyard {

// What the journal of a submission tells.
struct SubmissionJournal {
  enum class Last {
    nothing,
    claimed,
    asked,
    held,
    releasing,
    released,
    refused,
    cancelled,
    lost
  } last = Last::nothing;
  QString job;
};
// Whole lines only; unknown words are skipped.
SubmissionJournal readSubmissionJournal(QByteArrayView text);
// Whether the submission made no job and never will.
bool isWithoutJob(const SubmissionJournal& journal);

// The words of sbatch that belong to this run, without --parsable, --hold, --job-name and the token
// at the end, which the script adds.
QStringList sbatchWords(const JobRequest& request);

// `sbatch --test-only` of a script, on the login node: nothing is submitted. Errors: the host's,
// and "scheduler.no_answer".
QCoro::Task<Result<TestedSubmission>> testSubmission(Host& host, QByteArray script,
                                                     JobRequest request, std::stop_token stop);

struct SubmissionPatience {
  std::chrono::seconds silence{
      20};  // then the script is started again: it does nothing where one is at work
  std::chrono::seconds afterJob{5};  // the same, once the job is there and only to be released
  std::chrono::seconds all{180};     // without a new line
};
// As Scheduler::submit. A request that no node of the cluster can ever fulfil is refused before the
// submission: Slurm takes it without a word when the job is held, and lets it wait for ever.
QCoro::Task<Result<QString>> submitToSlurm(Host& host, JobRequest request,
                                           SubmissionPatience patience, std::stop_token stop);

// As Scheduler::withdraw. The mark is made before the journal is read, and the script looks for the
// mark after it has written that it runs sbatch: one of the two sees the other.
QCoro::Task<Result<bool>> withdrawFromSlurm(Host& host, QString folder, int submission,
                                            std::stop_token stop);
// The job that the submission's journal names; empty: none yet.
QCoro::Task<Result<QString>> journalledJob(Host& host, QString folder, int submission,
                                           std::stop_token stop);
// The first submission from `number` on that is not over without a job: the one to ask for.
QCoro::Task<Result<int>> nextSubmission(Host& host, QString folder, int number,
                                        std::stop_token stop);

}  // namespace trainyard
