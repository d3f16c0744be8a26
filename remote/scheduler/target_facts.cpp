#include "remote/scheduler/target_facts.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include "engine/contract/run_folder.h"
#include "remote/host/places.h"

namespace trainyard {
namespace {

template <class T>
QJsonValue orNull(const std::optional<T>& value) {
  return value ? QJsonValue(*value) : QJsonValue();
}

std::optional<qint64> integer(const QJsonValue& value) {
  return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}
std::optional<bool> truth(const QJsonValue& value) {
  return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

QStringList texts(const QJsonValue& value) {
  QStringList list;
  for (const QJsonValue& each : value.toArray()) list << each.toString();
  return list;
}

QJsonObject toJson(const PartitionFacts& facts) {
  QJsonArray gpus;
  for (const GpuKind& gpu : facts.gpus)
    gpus.append(QJsonObject{{"type", gpu.type}, {"per_node", gpu.perNode}, {"nodes", gpu.nodes}});
  return {{"name", facts.name},
          {"default", facts.isDefault},
          {"state", facts.state},
          {"max_seconds", orNull(facts.maxSeconds)},
          {"default_seconds", orNull(facts.defaultSeconds)},
          {"max_nodes", orNull(facts.maxNodes)},
          {"nodes", facts.nodes},
          {"processors_per_node", facts.processorsPerNode},
          {"memory_mib_per_node", facts.memoryMibPerNode},
          {"gpus", gpus},
          {"accounts", QJsonArray::fromStringList(facts.accounts)},
          {"qos", QJsonArray::fromStringList(facts.qos)}};
}

PartitionFacts partitionFrom(const QJsonObject& json) {
  PartitionFacts facts;
  facts.name = json["name"].toString();
  facts.isDefault = json["default"].toBool();
  facts.state = json["state"].toString();
  facts.maxSeconds = integer(json["max_seconds"]);
  facts.defaultSeconds = integer(json["default_seconds"]);
  if (const auto nodes = integer(json["max_nodes"])) facts.maxNodes = static_cast<int>(*nodes);
  facts.nodes = json["nodes"].toInt();
  facts.processorsPerNode = json["processors_per_node"].toInt();
  facts.memoryMibPerNode = json["memory_mib_per_node"].toInteger();
  for (const QJsonValue& value : json["gpus"].toArray())
    facts.gpus.append(
        {value["type"].toString(), value["per_node"].toInt(), value["nodes"].toInt()});
  facts.accounts = texts(json["accounts"]);
  facts.qos = texts(json["qos"]);
  return facts;
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
          {"reachable", orNull(facts.isReachable)}};
}

NodeFacts nodeFrom(const QJsonObject& json) {
  NodeFacts facts;
  facts.time = json["time"].toDouble();
  facts.node = json["node"].toString();
  facts.glibc = json["glibc"].toString();
  facts.kernel = json["kernel"].toString();
  facts.driver = json["driver"].toString();
  facts.gpus = texts(json["gpus"]);
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
          {"can_forward", orNull(facts.canForward)},
          {"base_free_bytes", orNull(facts.baseFreeBytes)},
          {"base_quota_bytes", orNull(facts.baseQuotaBytes)},
          {"max_array_size", facts.maxArraySize},
          {"partitions", partitions},
          {"accounts", QJsonArray::fromStringList(facts.accounts)},
          {"qos", QJsonArray::fromStringList(facts.qos)},
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
  facts.baseFreeBytes = integer(json["base_free_bytes"]);
  facts.baseQuotaBytes = integer(json["base_quota_bytes"]);
  facts.maxArraySize = json["max_array_size"].toInt();
  for (const QJsonValue& partition : json["partitions"].toArray())
    facts.partitions.append(partitionFrom(partition.toObject()));
  facts.accounts = texts(json["accounts"]);
  facts.qos = texts(json["qos"]);
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
