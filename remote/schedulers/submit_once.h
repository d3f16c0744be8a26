// SPDX-License-Identifier: GPL-3.0-or-later
// A submission from the laptop's side: starts the script that performs it on the login node, and
// reads its journal. The script and its output are described at its top
// (resources/submit/submit_once.sh).
#pragma once

#include <chrono>
#include <stop_token>

#include <QByteArrayView>
#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"

namespace trainyard {

// What a submission needs to know of a scheduler.
struct SubmissionDialect {
  const char* script = nullptr;  // the file of resources/submit with its functions
  // The arguments of the program that submits, without those that the script adds.
  QStringList (*arguments)(const JobRequest& request) = nullptr;
  // The scheduler's reason in what that program printed; empty: none.
  QString (*refusal)(QByteArrayView printed) = nullptr;
  // Rejects what no node can ever satisfy, where a held job would be accepted and wait forever;
  // null: the scheduler itself does.
  QCoro::Task<Result<void>> (*checkPossible)(Host& host, const JobRequest& request,
                                             std::stop_token stop) = nullptr;
};

// Copies the scripts to the run folder. `fromLogin`: also the one that submits with the environment
// of a login.
QCoro::Task<Result<void>> placeSubmitScripts(const SubmissionDialect& dialect, Host& host,
                                             QString folder, bool fromLogin, std::stop_token stop);

// "scheduler.refused" and its like.
Error refusedError(const JobRequest& request, const QString& words);

struct SubmissionPatience {
  std::chrono::seconds silence{
      20};  // then the script is started again: it does nothing if one is already running
  std::chrono::seconds afterJob{5};  // the same, once the job exists and only needs to be released
  std::chrono::seconds all{180};     // without a new line
};
// Like Scheduler::submit.
QCoro::Task<Result<QString>> submitOnce(const SubmissionDialect& dialect, Host& host,
                                        JobRequest request, SubmissionPatience patience,
                                        std::stop_token stop);

// Like Scheduler::withdraw. The mark is created before the journal is read, and the script checks
// for the mark after it has recorded that it submits: at least one of the two sees the other.
QCoro::Task<Result<bool>> withdrawSubmission(Host& host, QString folder, int submission,
                                             std::stop_token stop);
// Returns the job in the submission's journal; empty: none yet.
QCoro::Task<Result<QString>> journalledJob(Host& host, QString folder, int submission,
                                           std::stop_token stop);
// Returns the first submission from `number` on that has not ended without a job: the one to use.
QCoro::Task<Result<int>> nextSubmission(Host& host, QString folder, int number,
                                        std::stop_token stop);

}  // namespace trainyard
