// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a scheduler about jobs. However many runs are followed, it gets one question at a time, and
// only while someone is waiting: 2 s after a job is new, then at growing intervals up to 30 s,
// 120 s if all of them have been running for long, slower if it is slow, silent or asks for it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <tuple>

#include <QCoroTask>
#include <QSet>

#include "remote/host/host.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/scheduler.h"

namespace trainyard {

class JobPoller {
 public:
  using Clock = std::function<double()>;  // in seconds

  // The clock is replaced in tests. Unlike wall-clock time it never goes back, and it continues
  // while the computer sleeps.
  explicit JobPoller(Clock clock = {});
  virtual ~JobPoller() = default;

  // Like Scheduler::state. Waits for the first answer that could include the job; later calls
  // return the newest answer. Errors: "cancelled"; if host or scheduler do not answer, the phase is
  // unknown.
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token stop);
  // A change is expected: resets the interval to its minimum.
  void expectChange() { m_interval = shortest; }

  double interval() const { return m_interval; }
  double lastPoll() const { return m_lastPoll; }  // by the clock

  static constexpr double shortest = 2, longest = 30, longestOfLongRuns = 120;

 protected:
  // The number is part of it: jobs that were started elsewhere may all have one name.
  struct Key {
    QString token;
    std::optional<int> task;
    QString job;
    bool operator<(const Key& other) const {
      return std::tie(token, task, job) < std::tie(other.token, other.task, other.job);
    }
  };
  struct Job {
    JobPlace place;
    JobState state;
    double lastAsked = 0;
    QString name;                    // in the queue; empty: not seen yet
    std::optional<double> answered;  // time of the newest answer about it
    std::optional<double> absentSince;
    int absences = 0;
    double runningSince = 0;
    double nextQuestion = 0;  // to the controller, which has said that it knows the job

    bool isGone() const { return state.phase == JobState::Phase::gone; }
    // Its newest state in the queue.
    void see(JobState now, const QString& itsName, double time);
    // The queue does not list it, which proves nothing.
    void miss(const char* code, double time);
  };
  struct Answer {
    bool hasChanged = false;
    std::optional<Message> silence;  // why there was none
    double pauseAtLeast = 0;         // seconds
  };

  // One question about all jobs that are not gone, whose answer it notes in jobs().
  virtual QCoro::Task<Answer> ask(std::stop_token stop) = 0;

  std::map<Key, Job>& jobs() { return m_jobs; }
  double now() const { return m_clock(); }

 private:
  QCoro::Task<void> poll(std::stop_token stop);
  void forgetEarlier(const Key& key);
  void nextInterval(const Answer& answer, double tookSeconds, double now);

  Clock m_clock;
  std::map<Key, Job> m_jobs;
  QSet<Waiter*> m_waiting;
  bool m_polling = false;
  double m_lastPoll = 0, m_interval = shortest;
};

// What the run folder says of a job that its scheduler does not know any more.
struct JobTraces {
  bool began = false;        // it made its output file, which is the first that it does
  bool isCancelled = false;  // the run has its mark
};
// `job`: the id in the name of the output file. Nothing if the folder cannot be read.
QCoro::Task<std::optional<JobTraces>> readTraces(Host& host, JobPlace place, QString job,
                                                 std::stop_token stop);

// The codes of a job without a record: one that began, one that was cancelled before, one that was
// lost before.
struct CodesWithoutRecord {
  const char *began, *cancelled, *lost;
};
JobState goneWithoutRecord(const JobTraces& traces, const CodesWithoutRecord& codes);

// Whether the name is one of ours, which no job that was started elsewhere has.
bool isToken(const QString& name);

}  // namespace trainyard
