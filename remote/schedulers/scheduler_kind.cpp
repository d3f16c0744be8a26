// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/scheduler_kind.h"

#include <algorithm>

namespace trainyard {

const std::vector<const SchedulerKind*>& schedulerKinds() {
  static const std::vector<const SchedulerKind*> kinds{&directKind(), &slurmKind(), &pbsKind()};
  return kinds;
}

const SchedulerKind& kindOfTarget(const QString& target, const TargetFacts& facts) {
  if (target == QLatin1String("here")) return directKind();
  const SchedulerKind* learned = kindNamed(facts.scheduler);
  return learned ? *learned : slurmKind();
}

const SchedulerKind* kindNamed(const QString& name) {
  for (const SchedulerKind* kind : schedulerKinds())
    if (kind->name == name) return kind;
  return nullptr;
}

namespace {

bool isAmong(const std::string& code, std::vector<std::string> SchedulerKind::* codes) {
  const auto& kinds = schedulerKinds();
  return std::any_of(kinds.begin(), kinds.end(), [&](const SchedulerKind* kind) {
    const std::vector<std::string>& own = kind->*codes;
    return std::find(own.begin(), own.end(), code) != own.end();
  });
}

}  // namespace

QString taskJob(const QString& scheduler, const QString& job, const std::optional<int>& task) {
  if (!task) return job;
  const SchedulerKind* kind = kindNamed(scheduler);
  if (kind && kind->taskJob) return kind->taskJob(job, *task);
  return QStringLiteral("%1_%2").arg(job).arg(*task);
}

bool isLostJob(const std::string& code) { return isAmong(code, &SchedulerKind::jobLost); }

bool isNodeLoss(const std::string& code) { return isAmong(code, &SchedulerKind::nodeLost); }

}  // namespace trainyard
