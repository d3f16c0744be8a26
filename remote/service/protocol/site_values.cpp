// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/site_values.h"

#include <array>

#include <QJsonArray>

#include "remote/json_values.h"

namespace trainyard {
namespace {

constexpr std::array<const char*, 3> requestNames{"gres", "gpus", "gpus_per_node"};

std::optional<double> realFrom(const QJsonValue& value) {
  return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

QJsonObject partitionJson(const SitePartition& partition) {
  return {{"name", partition.name},
          {"nodes", jsonOrNull(partition.nodes)},
          {"cores", jsonOrNull(partition.cores)},
          {"memory_gib", jsonOrNull(partition.memoryGib)},
          {"gpus", jsonOrNull(partition.gpus)},
          {"gpu_type", partition.gpuType},
          {"gpu_memory_gib", jsonOrNull(partition.gpuMemoryGib)},
          {"time_limit", partition.timeLimit},
          {"bf16", jsonOrNull(partition.hasBf16)}};
}

SitePartition sitePartitionFrom(const QJsonValue& json) {
  SitePartition partition;
  partition.name = json["name"].toString();
  partition.nodes = integerFrom(json["nodes"]);
  partition.cores = integerFrom(json["cores"]);
  partition.memoryGib = realFrom(json["memory_gib"]);
  partition.gpus = integerFrom(json["gpus"]);
  partition.gpuType = json["gpu_type"].toString();
  partition.gpuMemoryGib = realFrom(json["gpu_memory_gib"]);
  partition.timeLimit = json["time_limit"].toString();
  if (json["bf16"].isBool()) partition.hasBf16 = json["bf16"].toBool();
  return partition;
}

}  // namespace

QJsonObject toJson(const SiteProfile& site) {
  QJsonArray partitions;
  for (const SitePartition& partition : site.partitions)
    partitions.append(partitionJson(partition));
  return {{"title", site.name},
          {"summary", site.summary},
          {"gpu_request", QLatin1String(requestNames[static_cast<std::size_t>(site.gpuRequest)])},
          {"names_gpu_type", site.namesGpuType},
          {"account_required", site.needsAccount},
          {"cores_per_gpu", jsonOrNull(site.coresPerGpu)},
          {"partitions", partitions},
          {"directives", QJsonArray::fromStringList(site.directives)},
          {"modules", QJsonArray::fromStringList(site.modules)},
          {"output", site.output},
          {"array_output", site.arrayOutput},
          {"error", site.error},
          {"lacks_internet", site.lacksInternet},
          {"lacks_ssh", site.lacksSsh}};
}

SiteProfile siteProfileFrom(const QJsonObject& json) {
  SiteProfile site;
  site.name = json["title"].toString();
  site.summary = json["summary"].toString();
  for (std::size_t i = 0; i < requestNames.size(); ++i)
    if (json["gpu_request"].toString() == QLatin1String(requestNames[i]))
      site.gpuRequest = static_cast<SiteProfile::GpuRequest>(i);
  site.namesGpuType = json["names_gpu_type"].toBool();
  site.needsAccount = json["account_required"].toBool();
  site.coresPerGpu = integerFrom(json["cores_per_gpu"]);
  for (const QJsonValue& partition : json["partitions"].toArray())
    site.partitions.append(sitePartitionFrom(partition));
  site.directives = textsFrom(json["directives"]);
  site.modules = textsFrom(json["modules"]);
  site.output = json["output"].toString();
  site.arrayOutput = json["array_output"].toString();
  site.error = json["error"].toString();
  site.lacksInternet = json["lacks_internet"].toBool();
  site.lacksSsh = json["lacks_ssh"].toBool();
  return site;
}

}  // namespace trainyard
