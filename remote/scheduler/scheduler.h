// What a target can do as a queue: take a rendered script, say what became of it, end it.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QProcessEnvironment>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/command_line.h"

namespace trainyard {

struct JobRequest {
  QString folder;      // the run folder, with job.sh in it
  int submission = 1;  // its submissions/<n>/ exists
  int nodes = 1;
  int processors = 1;  // per node
  int gpus = 0;        // per node
  QProcessEnvironment environment;  // of the person who submits
};

struct JobState {
  enum class Phase { waiting, running, gone } phase = Phase::gone;
  QString reason;  // why it waits, in words
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  virtual QString name() const = 0;

  // What `submit` would run. Pure.
  virtual CommandLine commandLine(const JobRequest& request) const = 0;
  // Starts the script once; the answer is what the scheduler calls the job. Asked again for the same submission it finds the
  // job that is there and starts no second one.
  virtual QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) = 0;
  virtual QCoro::Task<Result<JobState>> state(QString folder, int submission, QString job, std::stop_token stop) = 0;
  // Tells the job to end; a waiting one never starts. One that is gone is no error.
  virtual QCoro::Task<Result<void>> cancel(QString folder, int submission, QString job, std::stop_token stop) = 0;
  // After the job is gone: ends what it left behind of this run's processes. Returns how many there were.
  virtual QCoro::Task<Result<int>> reap(QString folder, std::stop_token stop) = 0;
};

}  // namespace trainyard
