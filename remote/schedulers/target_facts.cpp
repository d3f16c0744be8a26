// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/target_facts.h"

#include <QFile>
#include <QJsonDocument>

#include "engine/contract/files/whole_file.h"
#include "remote/host/places.h"
#include "remote/values/records.h"

namespace trainyard {
namespace {

QString factsPath(const QString& target) {
  return QStringLiteral("%1/targets/%2.json").arg(dataFolder(), target);
}

}  // namespace

void describe(Section<GpuKind>& section) {
  section.field("type", &GpuKind::type);
  section.field("per_node", &GpuKind::perNode);
  section.field("nodes", &GpuKind::nodes);
}

void describe(Section<PartitionFacts>& section) {
  section.field("name", &PartitionFacts::name);
  section.field("default", &PartitionFacts::isDefault);
  section.field("state", &PartitionFacts::state);
  section.field("max_seconds", &PartitionFacts::maxSeconds);
  section.field("default_seconds", &PartitionFacts::defaultSeconds);
  section.field("max_nodes", &PartitionFacts::maxNodes);
  section.field("nodes", &PartitionFacts::nodes);
  section.field("processors_per_node", &PartitionFacts::processorsPerNode);
  section.field("memory_mib_per_node", &PartitionFacts::memoryMibPerNode);
  section.field("gpus", &PartitionFacts::gpus);
  section.field("accounts", &PartitionFacts::accounts);
  section.field("qos", &PartitionFacts::qos);
}

void describe(Section<AccountBalance>& section) {
  section.field("account", &AccountBalance::account);
  section.field("granted", &AccountBalance::granted);
  section.field("left", &AccountBalance::left);
  section.field("unit", &AccountBalance::unit);
}

void describe(Section<NodeFacts>& section) {
  section.field("time", &NodeFacts::time);
  section.field("node", &NodeFacts::node);
  section.field("glibc", &NodeFacts::glibc);
  section.field("kernel", &NodeFacts::kernel);
  section.field("driver", &NodeFacts::driver);
  section.field("gpus", &NodeFacts::gpus);
  section.field("modules", &NodeFacts::hasModules);
  section.field("sees_base", &NodeFacts::seesBase);
  section.field("writes_base", &NodeFacts::writesBase);
  section.field("reachable", &NodeFacts::isReachable);
}

void describe(Section<TargetFacts>& section) {
  section.field("time", &TargetFacts::time);
  section.field("user", &TargetFacts::user);
  section.field("home", &TargetFacts::home);
  section.field("shell", &TargetFacts::shell);
  section.field("login_host", &TargetFacts::loginHost);
  section.field("glibc", &TargetFacts::glibc);
  section.field("rsync", &TargetFacts::rsyncVersion);
  section.field("scheduler", &TargetFacts::scheduler);
  section.field("scheduler_version", &TargetFacts::schedulerVersion);
  section.field("cluster", &TargetFacts::clusterName);
  section.field("accounting", &TargetFacts::hasAccounting);
  section.field("can_requeue", &TargetFacts::canRequeue);
  section.field("can_forward", &TargetFacts::canForward);
  section.field("base_free_bytes", &TargetFacts::baseFreeBytes);
  section.field("base_quota_bytes", &TargetFacts::baseQuotaBytes);
  section.field("max_array_size", &TargetFacts::maxArraySize);
  section.field("partitions", &TargetFacts::partitions);
  section.field("accounts", &TargetFacts::accounts);
  section.field("qos", &TargetFacts::qos);
  section.field("balances", &TargetFacts::balances);
  section.field("features", &TargetFacts::features);
  section.field("reservations", &TargetFacts::reservations);
  section.field("node", &TargetFacts::node);
}

TargetFacts readTargetFacts(const QString& target) {
  QFile file(factsPath(target));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return fromJson<TargetFacts>(QJsonDocument::fromJson(file.read(4 << 20)).object());
}

Result<void> writeTargetFacts(const QString& target, const TargetFacts& facts) {
  if (auto made = ensureFolder(dataFolder() + QStringLiteral("/targets")); !made) return made;
  return write_file_atomically(QFile::encodeName(factsPath(target)).toStdString(),
                               QJsonDocument(toJson(facts)).toJson().toStdString());
}

void removeTargetFacts(const QString& target) { QFile::remove(factsPath(target)); }

}  // namespace trainyard
