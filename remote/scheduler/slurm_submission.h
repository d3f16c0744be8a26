// One submission to Slurm, seen from the laptop: starts the script that does it on the login node, and reads its journal. What
// the script does and writes is described at its top (resources/sbatch/submit_once.sh).
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/scheduler/scheduler.h"

namespace trainyard {

// What the journal of a submission tells.
struct SubmissionJournal {
  enum class Last { nothing, claimed, asked, held, releasing, released, refused, cancelled, lost } last = Last::nothing;
  QString job;
};
// Whole lines only; unknown words are skipped.
SubmissionJournal readSubmissionJournal(QByteArrayView text);

// The words of sbatch that belong to this run, without --parsable, --hold and --job-name, which the script adds.
QStringList sbatchWords(const JobRequest& request);

struct SubmissionPatience {
  std::chrono::seconds silence{60};    // then the script is started again: it does nothing where one is at work
  std::chrono::seconds afterJob{10};   // for its release, once the job is there
  std::chrono::seconds all{180};       // without a new line
};
// As Scheduler::submit.
QCoro::Task<Result<QString>> submitToSlurm(Host& host, JobRequest request, SubmissionPatience patience, std::stop_token stop);

}  // namespace trainyard
