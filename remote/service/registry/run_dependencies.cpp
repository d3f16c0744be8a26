// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/registry/run_dependencies.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/registry/job_place.h"
#include "remote/store/named_runs.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

bool isMet(AfterWhen when, const RunRecord& run) {
  return !isOpen(run.state) && isMetBy(when, run.state == RunState::completed);
}

Result<void> checkPlace(const RunRecord& run, const QString& target) {
  if (run.target == target || !isOpen(run.state)) return {};
  return make_error("after.elsewhere", {{"run", nameToAPerson(run).toStdString()},
                                        {"other", run.target.toStdString()},
                                        {"target", target.toStdString()}});
}

// Returns its job, or nothing if it ended as required.
Result<std::optional<JobDependency>> jobOfRun(RunStore& store, AfterWhen when,
                                              const RunRecord& run) {
  if (isMet(when, run)) return std::optional<JobDependency>();
  if (!isOpen(run.state)) return neverAfter(when, nameToAPerson(run));
  const JobPlace place = placeOf(store, run);
  // A run that is being resubmitted has an older job, which has ended.
  if (place.job.isEmpty() || run.state == RunState::preparing)
    return make_error("after.no_job", {{"run", nameToAPerson(run).toStdString()}});
  TRY(const auto jobs, store.jobs(run.run));
  const QString scheduler = jobs.isEmpty() ? QString() : jobs.last().scheduler;
  return std::optional(JobDependency{when, taskJob(scheduler, place.job, place.task), run.folder,
                                     nameToAPerson(run)});
}

// For an array: its own job, as long as all of its tasks are in it.
Result<void> addJobs(RunStore& store, AfterWhen when, const RunRecord& run,
                     std::vector<JobDependency>& jobs) {
  TRY(const auto tasks, store.tasksOf(run.run));
  if (tasks.isEmpty() || isMet(when, run)) {
    TRY(auto job, jobOfRun(store, when, run));
    if (job) jobs.push_back(std::move(*job));
    return {};
  }
  for (const RunRecord& task : tasks) {
    TRY(auto job, jobOfRun(store, when, task));
    if (job) jobs.push_back(std::move(*job));
  }
  return {};
}

}  // namespace

QString nameToAPerson(const RunRecord& run) {
  const QString folder = run.folder.section(QLatin1Char('/'), -1);
  if (run.parent.isEmpty()) return folder.isEmpty() ? run.run.left(8) : folder;
  return run.folder.section(QLatin1Char('/'), -3, -3) + QLatin1Char('_') + folder;
}

Result<QStringList> runsToWaitFor(RunStore& store, const std::vector<std::string>& after,
                                  const QString& target) {
  QStringList found;
  for (const std::string& one : after) {
    AfterRun asked = afterFrom(text(one));
    TRY(const auto named, namedRuns(store, asked.run));
    for (const RunRecord& run : named.runs) {
      TRY(checkPlace(run, target));
      asked.run = run.run;
      if (const QString written = toText(asked); !found.contains(written)) found << written;
    }
  }
  return found;
}

Result<std::vector<JobDependency>> jobsToWaitFor(RunStore& store, const QStringList& after,
                                                 const QString& target, Unknown unknown) {
  std::vector<JobDependency> jobs;
  for (const QString& one : after) {
    const AfterRun asked = afterFrom(one);
    auto run = store.run(asked.run);
    if (!run && run.error().kind == ErrorKind::not_found && unknown == Unknown::isLeftOut) continue;
    if (!run) return run.error();
    TRY(checkPlace(*run, target));
    TRY(addJobs(store, asked.when, *run, jobs));
  }
  return jobs;
}

Result<RunsBefore> runsBefore(RunStore& store, const std::vector<std::string>& after,
                              const QString& target) {
  TRY(const QStringList runs, runsToWaitFor(store, after, target));
  auto jobs = jobsToWaitFor(store, runs, target, Unknown::isRefused);
  if (!jobs && !may_succeed_later(jobs.error())) return jobs.error();
  return RunsBefore{runs, std::move(jobs)};
}

std::vector<JobDependency> checkRunsBefore(RunStore& store, const std::vector<std::string>& after,
                                           const QString& target, std::vector<Diagnostic>& found) {
  const auto add = [&](Severity severity, const std::string& code, const Map& arguments) {
    found.push_back(make_diagnostic(severity, code, "resources.after", arguments));
  };
  const auto before = runsBefore(store, after, target);
  if (!before) {
    add(Severity::error, before.error().code, before.error().arguments);
    return {};
  }
  if (const auto waits = waitsFor(store, before->runs))
    add(Severity::info, waits->code, waits->arguments);
  return before->jobs ? *before->jobs : std::vector<JobDependency>();
}

std::optional<Message> waitsFor(RunStore& store, const QStringList& after) {
  std::optional<Message> first;
  std::int64_t more = 0;
  for (const QString& one : after) {
    const AfterRun asked = afterFrom(one);
    auto run = store.run(asked.run);
    if (!run || isMet(asked.when, *run)) continue;
    if (first) ++more;
    if (!first) first = waitingFor(asked.when, nameToAPerson(*run));
  }
  if (more == 0) return first;
  return makeMessage("after.and_more", {{"first", asArgument(*first)}, {"count", more}});
}

std::optional<Message> neverStarts(RunStore& store, const QStringList& after) {
  for (const QString& one : after) {
    const AfterRun asked = afterFrom(one);
    auto run = store.run(asked.run);
    if (run && !isOpen(run->state) && !isMet(asked.when, *run))
      return messageOf(neverAfter(asked.when, nameToAPerson(*run)));
  }
  return {};
}

}  // namespace trainyard
