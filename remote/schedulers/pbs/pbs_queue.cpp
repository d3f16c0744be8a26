// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_queue.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/schedulers/pbs/pbs_commands.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// A server that has just been started may not have read all jobs yet.
constexpr double absentSeconds = 30;

QDeadlineTimer patience() { return QDeadlineTimer(std::chrono::seconds(90)); }

// The id of its own job, a task's for a task.
QString idOf(const JobPlace& place) { return taskJob(pbsKind().name, place.job, place.task); }

bool isItsJob(const PbsJob& job, const JobPlace& place) {
  if (job.id != idOf(place)) return false;
  if (job.name == place.token || job.token == place.token) return true;
  return !isToken(job.name) && job.token.isEmpty() && job.workFolder == place.folder;
}

}  // namespace

PbsQueue::PbsQueue(Host& host, Clock clock) : JobPoller(std::move(clock)), m_host(host) {}

QCoro::Task<JobPoller::Answer> PbsQueue::ask(std::stop_token stop) {
  QStringList ids;
  for (const auto& [key, job] : jobs())
    if (!job.isGone()) ids << job.place.job;
  ids.removeDuplicates();
  Answer answer;
  if (ids.isEmpty()) co_return answer;
  const CommandLine command = qstatOf(ids);
  auto output = co_await m_host.run(command, {}, stop, patience());
  if (stop.stop_requested()) co_return answer;
  const auto silence = output ? pbsSilence(*output) : std::optional(messageOf(output.error()));
  if (silence) {
    answer.silence = makeMessage("pbs.no_answer", {{"why", asArgument(*silence)}});
    co_return answer;
  }
  answer.hasChanged = note(readPbsJobs(output->out), now());
  co_await settleAbsent(stop);
  co_return answer;
}

// Returns whether something has changed.
bool PbsQueue::note(const QList<PbsJob>& known, double now) {
  bool changed = false;
  for (auto& [key, job] : jobs()) {
    if (job.isGone()) continue;
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const PbsJob& each) { return isItsJob(each, job.place); });
    const JobState before = job.state;
    if (found == known.end())
      job.miss("pbs.vanished", now);
    else
      job.see(jobStateFrom(*found), found->name, now);
    changed = changed || job.state.phase != before.phase || job.state.code != before.code;
  }
  return changed;
}

QCoro::Task<void> PbsQueue::settleAbsent(std::stop_token stop) {
  QList<Key> absent;
  for (const auto& [key, job] : jobs())
    if (!job.isGone() && job.absentSince && now() - *job.absentSince >= absentSeconds)
      absent << key;
  for (const Key& key : absent) co_await settleWithoutRecord(key, stop);
}

// The server does not know it, and keeps no history. job.sh makes the output file first of all: if
// there is none, the job never started.
QCoro::Task<void> PbsQueue::settleWithoutRecord(Key key, std::stop_token stop) {
  const JobPlace place = jobs()[key].place;
  const auto traces = co_await readTraces(m_host, place, idOf(place), stop);
  if (!traces || !jobs().contains(key)) co_return;
  jobs()[key].state = goneWithoutRecord(*traces, {"pbs.no_record", "pbs.deleted", "pbs.lost"});
}

QCoro::Task<Result<bool>> PbsQueue::isThere(JobPlace place, std::stop_token stop) {
  const CommandLine command = qstatOf({place.job});
  CO_TRY(const auto output, co_await m_host.run(command, {}, stop, patience()));
  if (const auto silence = pbsSilence(output))
    co_return make_error("scheduler.not_cancelled", {{"why", asArgument(*silence)}});
  for (const PbsJob& job : readPbsJobs(output.out))
    if (isItsJob(job, place)) co_return true;
  co_return false;
}

}  // namespace trainyard
