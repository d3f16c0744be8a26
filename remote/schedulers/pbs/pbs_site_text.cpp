// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_site_text.h"

#include <algorithm>

#include "remote/schedulers/pbs/pbs_jobs.h"

namespace trainyard {
namespace {

// Values that look like numbers are printed as such.
QString textOf(const QJsonObject& object, const char* name) {
  return object.value(QLatin1String(name)).toVariant().toString();
}

int countOf(const QJsonObject& object, const char* name) {
  return static_cast<int>(std::clamp(textOf(object, name).toLongLong(), 0LL, 1'000'000'000LL));
}

QJsonObject partOf(const QJsonObject& object, const char* name) {
  return object.value(QLatin1String(name)).toObject();
}

QStringList wordsOf(const QString& text) {
  QStringList words;
  for (const QString& word : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
    words << word.trimmed();
  return words;
}

bool uses(const QString& queue, const PbsNode& node) {
  if (!node.queue.isEmpty()) return node.queue == queue;
  return node.queues.isEmpty() || node.queues.contains(queue);
}

void addNode(const PbsNode& node, PartitionFacts& queue) {
  ++queue.nodes;
  queue.processorsPerNode = std::max(queue.processorsPerNode, node.processors);
  queue.memoryMibPerNode = std::max(queue.memoryMibPerNode, node.memoryMib);
  if (node.gpus == 0) return;
  const auto same = std::find_if(queue.gpus.begin(), queue.gpus.end(), [&](const GpuKind& kind) {
    return kind.type == node.gpuType && kind.perNode == node.gpus;
  });
  if (same == queue.gpus.end())
    queue.gpus.append({node.gpuType, node.gpus, 1});
  else
    ++same->nodes;
}

void countNode(const PbsNode& node, NodeCounts& counts) {
  if (!node.takesJobs())
    ++counts.down;
  else if (node.states.contains(QLatin1String("resv-exclusive")))
    ++counts.reserved;
  else if (node.usedProcessors == 0 && node.usedGpus == 0)
    ++counts.idle;
  else if (node.usedProcessors >= node.processors)
    ++counts.busy;
  else
    ++counts.mixed;
}

}  // namespace

bool PbsNode::takesJobs() const {
  return std::none_of(states.begin(), states.end(), [](const QString& state) {
    return state.contains(QLatin1String("down")) || state.contains(QLatin1String("offline")) ||
           state == QLatin1String("stale") || state == QLatin1String("state-unknown") ||
           state == QLatin1String("unresolvable") || state == QLatin1String("maintenance");
  });
}

QList<PbsNode> pbsNodesFrom(const QJsonObject& printed) {
  QList<PbsNode> nodes;
  const QJsonObject all = partOf(printed, "nodes");
  for (auto each = all.begin(); each != all.end(); ++each) {
    const QJsonObject object = each->toObject();
    const QJsonObject has = partOf(object, "resources_available"),
                      used = partOf(object, "resources_assigned");
    PbsNode node;
    node.name = each.key();
    node.queue = textOf(object, "queue");
    node.comment = textOf(object, "comment").simplified().left(200);
    node.states = wordsOf(textOf(object, "state"));
    node.queues = wordsOf(textOf(has, "Qlist"));
    node.processors = countOf(has, "ncpus");
    node.usedProcessors = countOf(used, "ncpus");
    node.gpus = countOf(has, "ngpus");
    node.usedGpus = countOf(used, "ngpus");
    node.gpuType = textOf(has, "gpu_type");
    node.memoryMib = pbsMebibytes(textOf(has, "mem")).value_or(0);
    nodes << node;
  }
  return nodes;
}

QList<PartitionFacts> pbsQueuesFrom(const QJsonObject& printed, const QString& defaultQueue,
                                    const QList<PbsNode>& nodes) {
  QList<PartitionFacts> queues;
  const QJsonObject all = partOf(printed, "Queue");
  for (auto each = all.begin(); each != all.end(); ++each) {
    const QJsonObject object = each->toObject();
    if (textOf(object, "queue_type").compare(QLatin1String("Execution"), Qt::CaseInsensitive) != 0)
      continue;
    const QJsonObject most = partOf(object, "resources_max");
    PartitionFacts queue;
    queue.name = each.key();
    queue.isDefault = queue.name == defaultQueue;
    const bool isOpen = textOf(object, "enabled") == QLatin1String("True") &&
                        textOf(object, "started") == QLatin1String("True");
    queue.state = isOpen ? QStringLiteral("UP") : QStringLiteral("DOWN");
    queue.maxSeconds = pbsSeconds(textOf(most, "walltime"));
    queue.defaultSeconds = pbsSeconds(textOf(partOf(object, "resources_default"), "walltime"));
    if (const int count = countOf(most, "nodect"); count > 0) queue.maxNodes = count;
    for (const PbsNode& node : nodes)
      if (uses(queue.name, node)) addNode(node, queue);
    queues << queue;
  }
  return queues;
}

void addUse(const QList<PbsNode>& nodes, ClusterState& state) {
  for (const PbsNode& node : nodes) {
    const int freeGpuCount = std::max(0, node.gpus - node.usedGpus);
    countNode(node, state.nodes);
    if (!node.takesJobs() && !node.comment.isEmpty())
      state.out.append({{node.name}, 1, node.comment});
    if (node.takesJobs() && node.gpus > 0)
      addGpus(state.gpus, node.gpuType, node.gpus, freeGpuCount);
    for (PartitionState& queue : state.partitions) {
      if (!uses(queue.limits.name, node)) continue;
      countNode(node, queue.nodes);
      if (!node.takesJobs()) continue;
      if (node.gpus > 0) addGpus(queue.gpus, node.gpuType, node.gpus, freeGpuCount);
      queue.processors += node.processors;
      queue.freeProcessors += std::max(0, node.processors - node.usedProcessors);
    }
  }
}

}  // namespace trainyard
