// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_queue.h"

#include <algorithm>

#include <QHash>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_commands.h"
#include "remote/schedulers/slurm/slurm_controller.h"
#include "remote/schedulers/slurm/slurm_states.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr double secondLook = 30;  // a job counts as absent if it is still missing after this time
constexpr double secondQuestion = 60;    // a controller that knows a job is not asked again before
constexpr double accountingLag = 600;    // accounting lags behind the controller; a record that is
                                         // not closed by then never will be
constexpr double clockMarginHours = 24;  // between this computer's clock and the cluster's

QDeadlineTimer patience() { return QDeadlineTimer(std::chrono::seconds(90)); }

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

void see(auto& job, const SlurmJobRow& row, double now) {
  job.see(jobStateFrom(row), QString::fromUtf8(row.name), now);
}

}  // namespace

SlurmQueue::SlurmQueue(Host& host, TargetFacts facts, Clock clock)
    : JobPoller(std::move(clock)), m_host(host), m_facts(std::move(facts)) {}

QCoro::Task<JobPoller::Answer> SlurmQueue::ask(std::stop_token stop) {
  auto output = co_await askQueue(stop);
  Answer answer;
  if (stop.stop_requested()) co_return answer;
  const SlurmSilence silence = output
                                   ? silenceOf(*output)
                                   : SlurmSilence{SlurmTrouble::other, text(output.error().message),
                                                  as_argument(output.error())};
  if (silence.trouble != SlurmTrouble::none) {
    answer.silence = makeMessage("slurm.no_answer", {{"why", silence.why}});
    if (silence.trouble == SlurmTrouble::rateLimit) answer.pauseAtLeast = 60;
    co_return answer;
  }
  const SlurmJobRows rows = readJobRows(output->out, squeueLayout());
  answer.hasChanged = take(rows, now());
  if (rows.damaged == 0) {
    co_await lookUpRenamed(stop);
    co_await lookUpVanished(stop);
  }
  co_return answer;
}

QCoro::Task<Result<ProgramOutput>> SlurmQueue::askQueue(std::stop_token stop) {
  QStringList names;
  for (const auto& [key, job] : jobs())
    if (!job.isGone()) names << (job.name.isEmpty() ? key.token : job.name);
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
  for (auto& [key, job] : jobs()) {
    if (job.isGone()) continue;
    const auto found = shown.find({job.place.job.toLongLong(), key.task});
    const JobState before = job.state;
    if (found != shown.end() && isItsRow(*found->second, job.place)) {
      see(job, *found->second, now);
    } else if (rows.damaged > 0) {
      job.state.phase = JobState::Phase::unknown;
      job.state.explain("slurm.damaged_list");
      job.answered = now;
    } else {
      job.miss("slurm.vanished", now);
    }
    changed = changed || job.state.phase != before.phase || job.state.code != before.code;
  }
  return changed;
}

// A site's plugin may rename jobs after submission.
QCoro::Task<void> SlurmQueue::lookUpRenamed(std::stop_token stop) {
  QStringList ids;
  for (const auto& [key, job] : jobs())
    if (job.absences > 0 && !job.isGone()) ids << job.place.job;
  ids.removeDuplicates();
  for (const QStringList& batch : inBatches(ids)) {
    const CommandLine command = squeueCommandFor(m_facts, batch);
    auto output = co_await m_host.run(command, {}, stop, patience());
    if (!output || stop.stop_requested() || silenceOf(*output).trouble != SlurmTrouble::none)
      continue;  // also if there are none of them
    const SlurmJobRows rows = readJobRows(output->out, squeueLayout());
    const RowsByJob sorted = byJob(rows);
    for (auto& [key, job] : jobs())
      for (const SlurmJobRow* row : sorted.value(job.place.job.toLongLong()))
        if (job.absences > 0 && !row->tasks && row->task == key.task && isItsRow(*row, job.place))
          see(job, *row, now());
  }
}

QCoro::Task<Result<QString>> SlurmQueue::nameOf(JobPlace place, std::stop_token stop) {
  for (const auto& [key, job] : jobs())
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
          readJobRows(output.out, sacctLayout(!m_facts.schedulerVersion.isEmpty() &&
                                              isSlurmAtLeast(m_facts.schedulerVersion, 24, 11)))
              .rows;
  }
  co_return records;
}

// What became of jobs that squeue does not list: from accounting, else from the run folder.
QCoro::Task<void> SlurmQueue::lookUpVanished(std::stop_token stop) {
  QStringList ids;
  QList<Key> vanished;
  const double now = this->now(), today = unix_time();
  double earliest = today;
  for (const auto& [key, job] : jobs()) {
    if (job.absences == 0 || job.isGone()) continue;
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
    if (!jobs().contains(key)) continue;
    Job& job = jobs()[key];
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
  const JobPlace place = jobs()[key].place;
  const ControllerAnswer answer = co_await askController(m_host, place.job, stop);
  if (stop.stop_requested() || !jobs().contains(key)) co_return;
  const double asked = now();
  if (const SlurmJobRow* row = newestRecord(byJob(answer), place)) {
    see(jobs()[key], *row, asked);
    jobs()[key].nextQuestion = asked + secondQuestion;
    co_return;
  }
  // Without a word of the controller nothing is proved; in the end the run's own files have to do.
  const bool isProved = answer.isGiven;
  if (!isProved && asked - jobs()[key].absentSince.value_or(asked) < accountingLag) co_return;
  auto traces =
      co_await readTraces(m_host, place, taskJob(slurmKind().name, place.job, place.task), stop);
  if (!traces || !jobs().contains(key)) co_return;
  Job& job = jobs()[key];
  // Missing only once: the controller may have just been started.
  if (!traces->began && now() - job.absentSince.value_or(now()) < secondLook) co_return;
  traces->began |= !isProved;
  job.state =
      goneWithoutRecord(*traces, {"slurm.no_record", "slurm.cancelled_before_start", "slurm.lost"});
}

}  // namespace trainyard
