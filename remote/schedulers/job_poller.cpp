// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/job_poller.h"

#include <algorithm>
#include <cmath>

#include <QRegularExpression>

#include <time.h>

namespace trainyard {
namespace {

constexpr double forgetAfter = 3600;  // a job that nobody asks about
constexpr double longRun = 600;       // a job that has been running for this long rarely changes

// gcc 12 moves from the operand of co_return, even from a member of an object that lives on.
JobState copyOf(const JobState& state) { return state; }

double secondsSinceBoot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

}  // namespace

bool isToken(const QString& name) {
  static const QRegularExpression token(QStringLiteral("-[0-9a-f]{8}\\.[0-9]+$"));
  return token.match(name).hasMatch();
}

QCoro::Task<std::optional<JobTraces>> readTraces(Host& host, JobPlace place, QString job,
                                                 std::stop_token stop) {
  auto files = co_await host.list(
      QStringLiteral("%1/submissions/%2").arg(place.folder).arg(place.submission), stop);
  auto run = co_await host.list(place.folder, stop);
  if (!files || !run) co_return std::nullopt;
  const QString output = QStringLiteral("output-%1.").arg(job);
  JobTraces traces;
  for (const FolderEntry& entry : *files) traces.began |= entry.name.startsWith(output);
  for (const FolderEntry& entry : *run) traces.isCancelled |= entry.name == QLatin1String("cancel");
  co_return traces;
}

JobState goneWithoutRecord(const JobTraces& traces, const CodesWithoutRecord& codes) {
  JobState gone;
  gone.phase = JobState::Phase::gone;
  gone.explain(traces.began ? codes.began : traces.isCancelled ? codes.cancelled : codes.lost);
  if (traces.began) return gone;
  JobEnd end{Outcome::failed,
             gone.code,
             gone.reason,
             static_cast<int>(ExitCode::refused_by_scheduler),
             true,
             {}};
  if (traces.isCancelled) end.outcome = Outcome::cancelled, end.exitCode = 128 + 15;
  gone.end = end;
  return gone;
}

JobPoller::JobPoller(Clock clock) : m_clock(clock ? std::move(clock) : secondsSinceBoot) {}

void JobPoller::Job::see(JobState now, const QString& itsName, double time) {
  state = std::move(now);
  name = itsName;
  answered = time;
  absentSince.reset();
  absences = 0;
  if (state.phase != JobState::Phase::running)
    runningSince = 0;
  else if (runningSince == 0)
    runningSince = time;
}

void JobPoller::Job::miss(const char* code, double time) {
  ++absences;
  if (!absentSince) absentSince = time;
  state.phase = JobState::Phase::unknown;
  state.explain(code);
  answered = time;
}

QCoro::Task<Result<JobState>> JobPoller::state(JobPlace place, std::stop_token stop) {
  const Key key{place.token, place.task, place.job};
  auto [found, isNew] = m_jobs.try_emplace(key);
  if (isNew) {
    m_interval = shortest;
    forgetEarlier(key);
  }
  found->second.place = place;
  while (true) {
    if (stop.stop_requested()) co_return cancelledError();
    Job& job = m_jobs[key];
    const double now = m_clock();
    job.lastAsked = now;
    if (job.isGone()) co_return copyOf(job.state);
    const double wait =
        m_lastPoll + (job.answered ? m_interval : std::min(m_interval, shortest)) - now;
    if (!m_polling && wait <= 0) {
      co_await poll(stop);
      if (stop.stop_requested()) co_return cancelledError();
      co_return copyOf(m_jobs[key].state);
    }
    if (job.answered) co_return copyOf(job.state);
    Waiter waiter;
    m_waiting.insert(&waiter);
    QDeadlineTimer next(QDeadlineTimer::Forever);
    if (!m_polling) next = QDeadlineTimer(static_cast<qint64>(std::ceil(wait * 1000)));
    co_await waiter.wait(stop, next);
    m_waiting.remove(&waiter);
  }
}

// A controller that forgot a job gives its submission another number.
void JobPoller::forgetEarlier(const Key& key) {
  if (!isToken(key.token)) return;
  std::erase_if(m_jobs, [&](const auto& entry) {
    return entry.first.token == key.token && entry.first.task == key.task &&
           entry.first.job != key.job;
  });
}

// One question and the handling of its answer. Waiting callers are always woken at the end, even if
// the one that asks was stopped.
QCoro::Task<void> JobPoller::poll(std::stop_token stop) {
  m_polling = true;
  const double began = m_clock();
  std::erase_if(m_jobs,
                [&](const auto& entry) { return began - entry.second.lastAsked > forgetAfter; });
  const Answer answer = co_await ask(stop);
  if (!stop.stop_requested()) {
    const double answered = m_clock();
    if (answer.silence)
      for (auto& [key, job] : m_jobs)
        if (!job.isGone()) {
          job.state.phase = JobState::Phase::unknown;
          job.state.explain(*answer.silence);
          job.answered = answered;
        }
    m_lastPoll = m_clock();
    nextInterval(answer, answered - began, m_lastPoll);
  }
  m_polling = false;
  for (Waiter* waiter : std::as_const(m_waiting)) waiter->wake();
}

void JobPoller::nextInterval(const Answer& answer, double tookSeconds, double now) {
  const bool allRunLong =
      !m_jobs.empty() && std::all_of(m_jobs.begin(), m_jobs.end(), [&](const auto& entry) {
        const Job& job = entry.second;
        return job.isGone() || (job.runningSince != 0 && now - job.runningSince >= longRun);
      });
  m_interval = answer.hasChanged
                   ? shortest
                   : std::min(m_interval * 2, allRunLong ? longestOfLongRuns : longest);
  if (answer.silence) m_interval = std::min(std::max(m_interval, 10.0), longestOfLongRuns);
  // Reduces the load on a slow controller.
  if (tookSeconds > 3)
    m_interval = std::min(std::max(m_interval, 10 * tookSeconds), longestOfLongRuns);
  m_interval = std::max(m_interval, answer.pauseAtLeast);
}

}  // namespace trainyard
