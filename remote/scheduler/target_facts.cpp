// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/scheduler/target_facts.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include "engine/contract/run_folder.h"
#include "remote/host/places.h"
#include "remote/json_values.h"

namespace trainyard {
namespace {

std::optional<bool> truth(const QJsonValue& value) {
  return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

QJsonObject toJson(const NodeFacts& facts) {
  return {{"time", facts.time},
          {"node", facts.node},
          {"glibc", facts.glibc},
          {"kernel", facts.kernel},
          {"driver", facts.driver},
          {"gpus", QJsonArray::fromStringList(facts.gpus)},
          {"modules", facts.hasModules},
          {"sees_base", facts.seesBase},
          {"writes_base", facts.writesBase},
          {"reachable", jsonOrNull(facts.isReachable)}};
}

NodeFacts nodeFrom(const QJsonObject& json) {
  NodeFacts facts;
  facts.time = json["time"].toDouble();
  facts.node = json["node"].toString();
  facts.glibc = json["glibc"].toString();
  facts.kernel = json["kernel"].toString();
  facts.driver = json["driver"].toString();
  facts.gpus = textsFrom(json["gpus"]);
  facts.hasModules = json["modules"].toBool();
  facts.seesBase = json["sees_base"].toBool();
  facts.writesBase = json["writes_base"].toBool();
  facts.isReachable = truth(json["reachable"]);
  return facts;
}

QString factsPath(const QString& target) {
  return QStringLiteral("%1/targets/%2.json").arg(dataFolder(), target);
}

}  // namespace

QJsonObject toJson(const PartitionFacts& facts) {
  QJsonArray gpus;
  for (const GpuKind& gpu : facts.gpus)
    gpus.append(QJsonObject{{"type", gpu.type}, {"per_node", gpu.perNode}, {"nodes", gpu.nodes}});
  return {{"name", facts.name},
          {"default", facts.isDefault},
          {"state", facts.state},
          {"max_seconds", jsonOrNull(facts.maxSeconds)},
          {"default_seconds", jsonOrNull(facts.defaultSeconds)},
          {"max_nodes", jsonOrNull(facts.maxNodes)},
          {"nodes", facts.nodes},
          {"processors_per_node", facts.processorsPerNode},
          {"memory_mib_per_node", facts.memoryMibPerNode},
          {"gpus", gpus},
          {"accounts", QJsonArray::fromStringList(facts.accounts)},
          {"qos", QJsonArray::fromStringList(facts.qos)}};
}

PartitionFacts partitionFactsFrom(const QJsonObject& json) {
  PartitionFacts facts;
  facts.name = json["name"].toString();
  facts.isDefault = json["default"].toBool();
  facts.state = json["state"].toString();
  facts.maxSeconds = integerFrom(json["max_seconds"]);
  facts.defaultSeconds = integerFrom(json["default_seconds"]);
  if (const auto nodes = integerFrom(json["max_nodes"])) facts.maxNodes = static_cast<int>(*nodes);
  facts.nodes = json["nodes"].toInt();
  facts.processorsPerNode = json["processors_per_node"].toInt();
  facts.memoryMibPerNode = json["memory_mib_per_node"].toInteger();
  for (const QJsonValue& value : json["gpus"].toArray())
    facts.gpus.append(
        {value["type"].toString(), value["per_node"].toInt(), value["nodes"].toInt()});
  facts.accounts = textsFrom(json["accounts"]);
  facts.qos = textsFrom(json["qos"]);
  return facts;
}

QJsonObject toJson(const TargetFacts& facts) {
  QJsonArray partitions;
  for (const PartitionFacts& partition : facts.partitions) partitions.append(toJson(partition));
  return {{"time", facts.time},
          {"user", facts.user},
          {"home", facts.home},
          {"shell", facts.shell},
          {"login_host", facts.loginHost},
          {"glibc", facts.glibc},
          {"rsync", facts.rsyncVersion},
          {"slurm", facts.slurmVersion},
          {"cluster", facts.clusterName},
          {"accounting", facts.hasAccounting},
          {"can_requeue", facts.canRequeue},
          {"can_forward", jsonOrNull(facts.canForward)},
          {"base_free_bytes", jsonOrNull(facts.baseFreeBytes)},
          {"base_quota_bytes", jsonOrNull(facts.baseQuotaBytes)},
          {"max_array_size", facts.maxArraySize},
          {"partitions", partitions},
          {"accounts", QJsonArray::fromStringList(facts.accounts)},
          {"qos", QJsonArray::fromStringList(facts.qos)},
          {"features", QJsonArray::fromStringList(facts.features)},
          {"reservations", QJsonArray::fromStringList(facts.reservations)},
          {"node", toJson(facts.node)}};
}

TargetFacts targetFactsFrom(const QJsonObject& json) {
  TargetFacts facts;
  facts.time = json["time"].toDouble();
  facts.user = json["user"].toString();
  facts.home = json["home"].toString();
  facts.shell = json["shell"].toString();
  facts.loginHost = json["login_host"].toString();
  facts.glibc = json["glibc"].toString();
  facts.rsyncVersion = json["rsync"].toString();
  facts.slurmVersion = json["slurm"].toString();
  facts.clusterName = json["cluster"].toString();
  facts.hasAccounting = json["accounting"].toBool();
  facts.canRequeue = json["can_requeue"].toBool(true);
  facts.canForward = truth(json["can_forward"]);
  facts.baseFreeBytes = integerFrom(json["base_free_bytes"]);
  facts.baseQuotaBytes = integerFrom(json["base_quota_bytes"]);
  facts.maxArraySize = json["max_array_size"].toInt();
  for (const QJsonValue& partition : json["partitions"].toArray())
    facts.partitions.append(partitionFactsFrom(partition.toObject()));
  facts.accounts = textsFrom(json["accounts"]);
  facts.qos = textsFrom(json["qos"]);
  facts.features = textsFrom(json["features"]);
  facts.reservations = textsFrom(json["reservations"]);
  facts.node = nodeFrom(json["node"].toObject());
  return facts;
}

TargetFacts readTargetFacts(const QString& target) {
  QFile file(factsPath(target));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return targetFactsFrom(QJsonDocument::fromJson(file.read(4 << 20)).object());
}

Result<void> writeTargetFacts(const QString& target, const TargetFacts& facts) {
  if (auto made = ensureFolder(dataFolder() + QStringLiteral("/targets")); !made) return made;
  return write_file_atomically(QFile::encodeName(factsPath(target)).toStdString(),
                               QJsonDocument(toJson(facts)).toJson().toStdString());
}

void removeTargetFacts(const QString& target) { QFile::remove(factsPath(target)); }

}  // namespace trainyard
