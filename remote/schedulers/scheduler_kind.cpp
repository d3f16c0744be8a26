// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/scheduler_kind.h"

#include <algorithm>

namespace trainyard {

const std::vector<const SchedulerKind*>& schedulerKinds() {
  static const std::vector<const SchedulerKind*> kinds{&directKind(), &slurmKind()};
  return kinds;
}

const SchedulerKind& kindOfTarget(const QString& target) {
  return target == QLatin1String("here") ? directKind() : slurmKind();
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

bool isLostJob(const std::string& code) { return isAmong(code, &SchedulerKind::jobLost); }

bool isNodeLoss(const std::string& code) { return isAmong(code, &SchedulerKind::nodeLost); }

}  // namespace trainyard
