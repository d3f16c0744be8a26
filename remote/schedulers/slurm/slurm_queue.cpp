// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_queue.h"

#include <algorithm>
#include <cmath>

#include <QHash>
#include <QRegularExpression>

#include <time.h>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_commands.h"
#include "remote/schedulers/slurm/slurm_controller.h"
#include "remote/schedulers/slurm/slurm_states.h"
#include "remote/schedulers/slurm/task_job.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr double forgetAfter = 3600;  // a job that nobody asks about
constexpr double longRun = 600;       // a job that has been running for this long rarely changes
constexpr double secondLook = 30;  // a job counts as absent if it is still missing after this time
constexpr double secondQuestion = 60;    // a controller that knows a job is not asked again before
constexpr double accountingLag = 600;    // accounting lags behind the controller; a record that is
                                         // not closed by then never will be
constexpr double clockMarginHours = 24;  // between this computer's clock and the cluster's

// gcc 12 moves from the operand of co_return, even from a member of an object that lives on.
JobState copyOf(const JobState& state) { return state; }

QDeadlineTimer patience() { return QDeadlineTimer(std::chrono::seconds(90)); }

double secondsSinceBoot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// The name of a job that was started from here, which no other has.
bool isToken(const QString& name) {
  static const QRegularExpression token(QStringLiteral("-[0-9a-f]{8}\\.[0-9]+$"));
  return token.match(name).hasMatch();
}

// The id alone may have been reused for another job. A name that is a token identifies the job; a
// name made up by the site does not, but the folder does.
bool isItsRow(const SlurmJobRow& row, const JobPlace& place) {
  if (row.job != place.job.toLongLong()) return false;
  if (row.name.endsWith(place.token.toUtf8())) return true;
  return !isToken(QString::fromUtf8(row.name)) && row.folder == place.folder.toUtf8();
}

using RowsByJob = QHash<qint64, QList<const SlurmJobRow*>>;

// Either's rows must outlive what is returned.
template <class Rows>
RowsByJob byJob(const Rows& rows) {
  RowsByJob sorted;
  for (const SlurmJobRow& row : rows.rows) sorted[row.job].append(&row);
  return sorted;
}

// The newest record of the job: a requeue creates another one with the same id.
const SlurmJobRow* newestRecord(const RowsByJob& rows, const JobPlace& place) {
  const SlurmJobRow* newest = nullptr;
  for (const SlurmJobRow* each : rows.value(place.job.toLongLong())) {
    const SlurmJobRow& row = *each;
    if (!isItsRow(row, place)) continue;
    const bool itsTask = row.tasks ? place.task && row.tasks->holds(*place.task).value_or(false)
                                   : row.task == place.task;
    if (!itsTask || (row.submitted && *row.submitted + clockMarginHours * 3600 < place.submitted))
      continue;
    if (!newest || row.submitted.value_or(0) >= newest->submitted.value_or(0)) newest = &row;
  }
  return newest;
}

// A controller that is started without its saved state ends its jobs like this in accounting; if a
// user cancelled a job, the record names the user.
bool isForgotten(const SlurmJobRow& record) {
  return record.state == "CANCELLED" && !record.isBySomebody &&
         record.elapsedSeconds.value_or(0) == 0;
}

}  // namespace

SlurmQueue::SlurmQueue(Host& host, TargetFacts facts, Clock clock)
    : m_host(host),
      m_facts(std::move(facts)),
      m_clock(clock ? std::move(clock) : secondsSinceBoot) {}

QCoro::Task<Result<JobState>> SlurmQueue::state(JobPlace place, std::stop_token stop) {
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
    if (job.state.phase == JobState::Phase::gone) co_return copyOf(job.state);
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
void SlurmQueue::forgetEarlier(const Key& key) {
  if (!isToken(key.token)) return;
  std::erase_if(m_jobs, [&](const auto& entry) {
    return entry.first.token == key.token && entry.first.task == key.task &&
           entry.first.job != key.job;
  });
}

// One query and the handling of its answer. Waiting callers are always woken at the end, even if
// the one that queries was stopped.
QCoro::Task<void> SlurmQueue::poll(std::stop_token stop) {
  m_polling = true;
  const double began = m_clock();
  std::erase_if(m_jobs,
                [&](const auto& entry) { return began - entry.second.lastAsked > forgetAfter; });
  auto output = co_await askQueue(stop);
  if (!stop.stop_requested()) {
    const SlurmSilence silence =
        output ? silenceOf(*output)
               : SlurmSilence{SlurmTrouble::other, text(output.error().message),
                              as_argument(output.error())};
    const double now = m_clock();
    bool changed = false;
    if (silence.trouble == SlurmTrouble::none) {
      m_silence.clear();
      const SlurmJobRows rows = readJobRows(output->out, squeueLayout());
      changed = take(rows, now);
      if (rows.damaged == 0) co_await lookUpRenamed(stop);
      if (rows.damaged == 0) co_await lookUpVanished(stop);
    } else {
      m_silence = silence.sentence;
      for (auto& [key, job] : m_jobs)
        if (job.state.phase != JobState::Phase::gone) {
          job.state.phase = JobState::Phase::unknown;
          job.state.explain("slurm.no_answer", {{"why", silence.why}});
          job.answered = now;
        }
    }
    m_lastPoll = m_clock();
    nextInterval(changed, now - began, m_lastPoll);
    if (silence.trouble == SlurmTrouble::rateLimit) m_interval = std::max(m_interval, 60.0);
  }
  m_polling = false;
  wakeAll();
}

QCoro::Task<Result<ProgramOutput>> SlurmQueue::askQueue(std::stop_token stop) {
  QStringList names;
  for (const auto& [key, job] : m_jobs)
    if (job.state.phase != JobState::Phase::gone)
      names << (job.name.isEmpty() ? key.token : job.name);
  names.removeDuplicates();
  ++m_queries;
  const CommandLine command = squeueCommand(m_facts, names);
  co_return co_await m_host.run(command, {}, stop, patience());
}

// Returns whether something has changed.
bool SlurmQueue::take(const SlurmJobRows& rows, double now) {
  bool changed = false;
  std::map<std::pair<qint64, std::optional<int>>, const SlurmJobRow*> shown;
  for (const SlurmJobRow& row : rows.rows)
    if (!row.tasks) shown[{row.job, row.task}] = &row;
  for (auto& [key, job] : m_jobs) {
    if (job.state.phase == JobState::Phase::gone) continue;
    const auto found = shown.find({job.place.job.toLongLong(), key.task});
    const JobState before = job.state;
    if (found != shown.end() && isItsRow(*found->second, job.place)) {
      job.see(*found->second, now);
    } else if (rows.damaged > 0) {
      job.state.phase = JobState::Phase::unknown;
      job.state.explain("slurm.damaged_list");
      job.answered = now;
    } else {
      ++job.absences;
      if (!job.absentSince) job.absentSince = now;
      job.state.phase = JobState::Phase::unknown;
      job.state.explain("slurm.vanished");
      job.answered = now;
    }
    changed = changed || job.state.phase != before.phase || job.state.code != before.code;
  }
  return changed;
}

void SlurmQueue::Job::see(const SlurmJobRow& row, double now) {
  state = jobStateFrom(row);
  name = QString::fromUtf8(row.name);
  answered = now;
  absentSince.reset();
  absences = 0;
  if (state.phase != JobState::Phase::running)
    runningSince = 0;
  else if (runningSince == 0)
    runningSince = now;
}

// A site's plugin may rename jobs after submission.
QCoro::Task<void> SlurmQueue::lookUpRenamed(std::stop_token stop) {
  QStringList ids;
  for (const auto& [key, job] : m_jobs)
    if (job.absences > 0 && job.state.phase != JobState::Phase::gone) ids << job.place.job;
  ids.removeDuplicates();
  for (const QStringList& batch : inBatches(ids)) {
    const CommandLine command = squeueCommandFor(m_facts, batch);
    auto output = co_await m_host.run(command, {}, stop, patience());
    if (!output || stop.stop_requested() || silenceOf(*output).trouble != SlurmTrouble::none)
      continue;  // also if there are none of them
    const SlurmJobRows rows = readJobRows(output->out, squeueLayout());
    const RowsByJob sorted = byJob(rows);
    for (auto& [key, job] : m_jobs)
      for (const SlurmJobRow* row : sorted.value(job.place.job.toLongLong()))
        if (job.absences > 0 && !row->tasks && row->task == key.task && isItsRow(*row, job.place))
          job.see(*row, m_clock());
  }
}

QCoro::Task<Result<QString>> SlurmQueue::nameOf(JobPlace place, std::stop_token stop) {
  for (const auto& [key, job] : m_jobs)
    if (key.token == place.token && job.place.job == place.job && !job.name.isEmpty())
      co_return QString(job.name);
  const CommandLine command = squeueCommandFor(m_facts, {place.job});
  CO_TRY(const auto output, co_await m_host.run(command, {}, stop, patience()));
  const SlurmSilence silence = silenceOf(output);
  if (silence.trouble != SlurmTrouble::none && silence.trouble != SlurmTrouble::invalidJob)
    co_return make_error("scheduler.not_cancelled", {{"why", silence.why}});
  const SlurmJobRows rows = readJobRows(output.out, squeueLayout());
  for (const SlurmJobRow& row : rows.rows)
    if (isItsRow(row, place)) co_return QString::fromUtf8(row.name);
  co_return QString(place.token);
}

// In one query, or in several if the list is long.
QCoro::Task<Result<SlurmJobRows>> SlurmQueue::askAccounting(QStringList jobs, qint64 hours,
                                                            std::stop_token stop) {
  SlurmJobRows records;
  ++m_lookUps;
  for (const QStringList& batch : inBatches(jobs)) {
    const CommandLine command = sacctCommand(m_facts, batch, hours);
    CO_TRY(const auto output, co_await m_host.run(command, {}, stop, patience()));
    if (stop.stop_requested()) co_return cancelledError();
    if (silenceOf(output).trouble == SlurmTrouble::none)
      records.rows +=
          readJobRows(output.out, sacctLayout(!m_facts.slurmVersion.isEmpty() &&
                                              isSlurmAtLeast(m_facts.slurmVersion, 24, 11)))
              .rows;
  }
  co_return records;
}

// What became of jobs that squeue does not list: from accounting, else from the run folder.
QCoro::Task<void> SlurmQueue::lookUpVanished(std::stop_token stop) {
  QStringList ids;
  QList<Key> vanished;
  const double now = m_clock(), today = unix_time();
  double earliest = today;
  for (const auto& [key, job] : m_jobs) {
    if (job.absences == 0 || job.state.phase == JobState::Phase::gone) continue;
    vanished << key;
    ids << job.place.job;
    if (job.place.submitted > 0) earliest = std::min(earliest, job.place.submitted);
  }
  if (vanished.isEmpty()) co_return;
  ids.removeDuplicates();
  SlurmJobRows records;
  const bool asks = m_facts.hasAccounting || m_facts.time == 0;
  if (asks) {
    const auto hours = static_cast<qint64>((today - earliest) / 3600 + clockMarginHours + 1);
    auto answer = co_await askAccounting(ids, hours, stop);
    if (!answer) co_return;
    records = *answer;
  }
  const RowsByJob sorted = byJob(records);
  for (const Key& key : vanished) {
    if (!m_jobs.contains(key)) continue;
    Job& job = m_jobs[key];
    const SlurmJobRow* record = newestRecord(sorted, job.place);
    if (record && isFinalState(record->state).value_or(false) && !isForgotten(*record)) {
      job.state = jobStateFrom(*record);
      continue;
    }
    if (record && record->state == "RUNNING" && now - job.absentSince.value_or(now) < accountingLag)
      continue;
    if (now < job.nextQuestion) continue;
    if (!asks || now - job.absentSince.value_or(now) >= secondLook)
      co_await settleWithoutRecord(key, stop);
  }
}

// There is no record of an end. Slurm creates a job's output file first: if there is none, the job
// never started.
QCoro::Task<void> SlurmQueue::settleWithoutRecord(Key key, std::stop_token stop) {
  const JobPlace place = m_jobs[key].place;
  const ControllerAnswer answer = co_await askController(m_host, place.job, stop);
  if (stop.stop_requested() || !m_jobs.contains(key)) co_return;
  const double asked = m_clock();
  if (const SlurmJobRow* row = newestRecord(byJob(answer), place)) {
    m_jobs[key].see(*row, asked);
    m_jobs[key].nextQuestion = asked + secondQuestion;
    co_return;
  }
  // Without a word of the controller nothing is proved; in the end the run's own files have to do.
  const bool isProved = answer.isGiven;
  if (!isProved && asked - m_jobs[key].absentSince.value_or(asked) < accountingLag) co_return;
  auto files = co_await m_host.list(
      QStringLiteral("%1/submissions/%2").arg(place.folder).arg(place.submission), stop);
  auto run = co_await m_host.list(place.folder, stop);
  if (!files || !run || !m_jobs.contains(key)) co_return;
  const QString output = QStringLiteral("output-%1.").arg(taskJob(place.job, place.task));
  const bool began = std::any_of(files->begin(), files->end(), [&](const FolderEntry& entry) {
    return entry.name.startsWith(output);
  });
  const bool cancelled = std::any_of(run->begin(), run->end(), [](const FolderEntry& entry) {
    return entry.name == QLatin1String("cancel");
  });
  Job& job = m_jobs[key];
  // Missing only once: the controller may have just been started.
  if (!began && m_clock() - job.absentSince.value_or(m_clock()) < secondLook) co_return;
  job.state = JobState{};
  job.state.phase = JobState::Phase::gone;
  job.state.explain("slurm.no_record");
  if (began || !isProved) co_return;
  job.state.explain(cancelled ? "slurm.cancelled_before_start" : "slurm.lost");
  JobEnd end{Outcome::failed,
             job.state.code,
             job.state.reason,
             static_cast<int>(ExitCode::refused_by_scheduler),
             true,
             {}};
  if (cancelled) end.outcome = Outcome::cancelled, end.exitCode = 128 + 15;
  job.state.end = end;
}

void SlurmQueue::nextInterval(bool changed, double tookSeconds, double now) {
  bool allRunLong = !m_jobs.empty();
  for (const auto& [key, job] : m_jobs)
    if (job.state.phase != JobState::Phase::gone &&
        (job.runningSince == 0 || now - job.runningSince < longRun))
      allRunLong = false;
  m_interval =
      changed ? shortest : std::min(m_interval * 2, allRunLong ? longestOfLongRuns : longest);
  if (!m_silence.isEmpty()) m_interval = std::min(std::max(m_interval, 10.0), longestOfLongRuns);
  // Reduces the load on a slow controller.
  if (tookSeconds > 3)
    m_interval = std::min(std::max(m_interval, 10 * tookSeconds), longestOfLongRuns);
}

void SlurmQueue::wakeAll() {
  for (Waiter* waiter : std::as_const(m_waiting)) waiter->wake();
}

}  // namespace trainyard
