// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/target_usage.h"

#include <algorithm>

#include <QRegularExpression>

#include "remote/transfer/engine.h"

namespace trainyard {
namespace {

bool isUnfinished(const QString& name) {
  return name.section(QLatin1Char('/'), -1).startsWith(QLatin1String(".partial-"));
}

KeptKind kindOf(const FoundFolder& folder) {
  if (folder.isRun) return KeptKind::run;
  if (isUnfinished(folder.name)) return KeptKind::unfinished;
  return folder.name.startsWith(QLatin1String("engine/")) ? KeptKind::engine : KeptKind::data;
}

// Where a run's job has its name from: "sft-1234abcd.2".
bool isJobOf(const QString& job, const QString& folder) {
  return job.startsWith(folder + QLatin1Char('.')) || job.startsWith(folder + QLatin1Char('-'));
}

// Whether a job of this name could be a run's that is not known here: a site may have renamed it.
bool saysNothing(const QString& job, const QList<FoundFolder>& folders) {
  static const QRegularExpression check(QStringLiteral("^trainyard-check-"));
  if (check.match(job).hasMatch()) return false;
  return std::ranges::none_of(folders, [&](const FoundFolder& folder) {
    return folder.isRun && isJobOf(job, folder.name);
  });
}

QString newestEngine(const QList<FoundFolder>& folders) {
  const FoundFolder* newest = nullptr;
  for (const FoundFolder& folder : folders)
    if (folder.name.startsWith(QLatin1String("engine/trainyard-")) &&
        (!newest || folder.modified > newest->modified))
      newest = &folder;
  return newest ? newest->name : QString();
}

// What these name, and what that names.
QSet<QString> usedBy(const QSet<QString>& users, const FoundFolders& found) {
  QSet<QString> used;
  for (const QString& user : users)
    for (const QString& direct : found.uses.values(user)) {
      used << direct;
      for (const QString& further : found.uses.values(direct)) used << further;
    }
  return used;
}

Result<FolderUsers> usersOf(CallContext& context, const Target& target) {
  FolderUsers users;
  TRY(const auto runs, context.runs.registry().store.runs());
  const QString base = target.base + QLatin1Char('/');
  for (const RunRecord& run : runs) {
    if (run.target != target.name || !run.folder.startsWith(base)) continue;
    const QString name = run.folder.sliced(base.size()).section(QLatin1Char('/'), 0, 0);
    users.knownRuns << name;
    if (isOpen(run.state)) users.openRuns << name;
  }
  for (const EngineParts parts : {EngineParts::agentOnly, EngineParts::processor, EngineParts::gpu})
    if (const QString folder = engineFolder(target.base, ownPrograms(), parts); !folder.isEmpty())
      users.newest << folder.sliced(base.size());
  return users;
}

// Jobs of the user that no run of this computer is known to have.
Answering<QStringList> strangeJobs(CallContext& context, HeldTarget held, std::stop_token stop) {
  QStringList names;
  if (!held.target.scheduler->kind().can.showsCluster) co_return names;
  context.probes.expire(held);
  CO_TRY(const auto state, co_await context.probes.state(held, stop));
  const QString user = context.targets.facts(held.target.name).user;
  QSet<QString> known;
  RunStore& store = context.runs.registry().store;
  CO_TRY(const auto runs, store.runs());
  for (const RunRecord& run : runs) {
    if (run.target != held.target.name || !isOpen(run.state)) continue;
    CO_TRY(const auto jobs, store.jobs(run.run));
    for (const JobRecord& job : jobs) known << job.job;
  }
  for (const QueuedJob& job : state.jobs)
    if (job.user == user && !known.contains(job.number)) names << job.name;
  co_return names;
}

}  // namespace

QList<KeptFolder> keptFolders(const FoundFolders& found, const FolderUsers& users) {
  const bool isDoubtful = std::ranges::any_of(
      users.jobs, [&](const QString& job) { return saysNothing(job, found.folders); });
  QSet<QString> open = users.openRuns;
  for (const FoundFolder& folder : found.folders)
    if (folder.isRun && std::ranges::any_of(users.jobs, [&](const QString& job) {
          return isJobOf(job, folder.name);
        }))
      open << folder.name;
  for (const FoundFolder& folder : found.folders)
    if (folder.isRun && isDoubtful && !users.knownRuns.contains(folder.name)) open << folder.name;
  const QSet<QString> usedByOpen = usedBy(open, found),
                      usedByKnown = usedBy(users.knownRuns, found);
  QSet<QString> newest = users.newest;
  newest << newestEngine(found.folders);
  newest += usedBy(newest, found);
  QList<KeptFolder> kept;
  for (const FoundFolder& folder : found.folders) {
    KeptFolder one{kindOf(folder), folder.name, folder.bytes, folder.modified, KeptFor::nothing};
    if (open.contains(folder.name))
      one.keptFor = isDoubtful && !users.openRuns.contains(folder.name) ? KeptFor::unknown
                                                                        : KeptFor::open_run;
    else if (usedByOpen.contains(folder.name))
      one.keptFor = KeptFor::open_run;
    else if (users.knownRuns.contains(folder.name) ||
             (one.kind == KeptKind::data && usedByKnown.contains(folder.name)))
      one.keptFor = KeptFor::known_run;
    else if (newest.contains(folder.name))
      one.keptFor = KeptFor::newest;
    kept << one;
  }
  std::ranges::stable_sort(kept, [](const KeptFolder& a, const KeptFolder& b) {
    return a.bytes.value_or(0) > b.bytes.value_or(0);
  });
  return kept;
}

QCoro::Task<Result<TargetUsage>> usageOf(CallContext& context, QString target, Measure measure,
                                         std::stop_token stop) {
  CO_TRY(auto held, co_await context.targets.ready(target, TargetRegistry::Login::onDemand, stop));
  CO_TRY(const auto found,
         co_await findKeptFolders(*held.target.host, held.target.base, measure, stop));
  // Asked after the folders were listed: a run that begins meanwhile is not in that list.
  CO_TRY(auto users, usersOf(context, held.target));
  CO_TRY(users.jobs, co_await strangeJobs(context, held, stop));
  const TargetFacts facts = context.targets.facts(target);
  co_return TargetUsage{held.target.base, facts.baseFreeBytes, facts.baseQuotaBytes,
                        keptFolders(found, users)};
}

QCoro::Task<Result<CleanedFolders>> cleanTarget(CallContext& context, CleanArguments arguments,
                                                std::stop_token stop) {
  const QString target = arguments.name;
  const QStringList wanted = arguments.folders;
  CO_TRY(auto held, co_await context.targets.ready(target, TargetRegistry::Login::onDemand, stop));
  CO_TRY(const auto usage, co_await usageOf(context, target, Measure::no, stop));
  CleanedFolders cleaned;
  for (const QString& name : wanted) {
    const auto folder = std::ranges::find(usage.folders, name, &KeptFolder::name);
    if (folder == usage.folders.end()) continue;  // it is gone
    if (folder->keptFor != KeptFor::nothing) {
      cleaned.left << name;
      continue;
    }
    CO_TRY(co_await held.target.host->removeTree(usage.base + QLatin1Char('/') + name, stop));
    cleaned.removed << name;
  }
  co_return cleaned;
}

}  // namespace trainyard
