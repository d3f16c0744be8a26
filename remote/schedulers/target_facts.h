// SPDX-License-Identifier: GPL-3.0-or-later
// What was learned about a cluster at login and by its check job. Stored in
// $XDG_DATA_HOME/trainyard/targets/<name>.json, so that forms and checks know limits without asking
// again. Any value may be unknown.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"

namespace trainyard {

struct GpuKind {
  QString type;  // empty if the site does not name any
  int perNode = 0;
  int nodes = 0;
};

struct PartitionFacts {
  QString name;
  bool isDefault = false;
  QString state;                     // UP, DOWN, DRAIN, INACTIVE
  std::optional<qint64> maxSeconds;  // nothing: unlimited or unknown
  std::optional<qint64> defaultSeconds;
  std::optional<int> maxNodes;
  int nodes = 0;
  int processorsPerNode = 0;    // of its largest node
  qint64 memoryMibPerNode = 0;  // of its largest node
  QList<GpuKind> gpus;
  QStringList accounts, qos;  // allowed ones; empty: all
};

// What is left of an account's budget, by the site's own command (SiteProfile::balance).
struct AccountBalance {
  QString account;
  std::optional<double> granted, left;
  QString unit;  // "core-hours"
};

// What the check job found on a node.
struct NodeFacts {
  double time = 0;                      // Unix seconds; 0: the job has not run
  QString node, glibc, kernel, driver;  // driver: of the GPUs, "580.65"; empty: none
  QStringList gpus;  // names with compute capability, "NVIDIA A100-SXM4-40GB 8.0"
  bool hasModules = false;
  bool seesBase = false, writesBase = false;
  std::optional<bool> isReachable;  // whether a forward to the node worked
};

struct TargetFacts {
  double time = 0;  // of the last login; 0: never
  QString user, home, shell, loginHost, glibc, rsyncVersion;
  QString scheduler;  // SchedulerKind::name; empty: not learned yet
  QString schedulerVersion, clusterName;
  bool hasAccounting = false;
  bool canRequeue = true;
  std::optional<bool> canForward;
  std::optional<qint64> baseFreeBytes, baseQuotaBytes;
  int maxArraySize = 0;
  QList<PartitionFacts> partitions;
  QStringList accounts, qos;  // of this user
  QList<AccountBalance> balances;
  QStringList features, reservations;  // of its nodes; those available to this user
  NodeFacts node;
};

void describe(Section<GpuKind>& section);
void describe(Section<PartitionFacts>& section);
void describe(Section<AccountBalance>& section);
void describe(Section<NodeFacts>& section);
void describe(Section<TargetFacts>& section);

// Reads the stored file; empty facts if it is missing or damaged.
TargetFacts readTargetFacts(const QString& target);
Result<void> writeTargetFacts(const QString& target, const TargetFacts& facts);
void removeTargetFacts(const QString& target);

}  // namespace trainyard
