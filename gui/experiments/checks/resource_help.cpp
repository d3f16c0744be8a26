// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/resource_help.h"

#include <algorithm>

#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const PartitionFacts* partitionFor(const TargetFacts& facts, const Experiment& experiment) {
  const auto& wanted = experiment.resources.partition;
  const auto found = std::find_if(
      facts.partitions.begin(), facts.partitions.end(), [&](const PartitionFacts& partition) {
        return wanted ? partition.name == QString::fromStdString(*wanted) : partition.isDefault;
      });
  return found == facts.partitions.end() ? nullptr : &*found;
}

int maxNodes(const PartitionFacts& partition) {
  return std::min(partition.maxNodes.value_or(partition.nodes), partition.nodes);
}

QString gpuWords(const PartitionFacts& partition) {
  QStringList kinds;
  for (const GpuKind& kind : partition.gpus)
    kinds << (kind.type.isEmpty() ? ResourceHelp::tr("%1 on each of %2")
                                        .arg(QuantityText::gpus(kind.perNode))
                                        .arg(kind.nodes)
                                  : ResourceHelp::tr("%1 %2 on each of %3")
                                        .arg(kind.perNode)
                                        .arg(kind.type)
                                        .arg(kind.nodes));
  return kinds.join(u", "_s);
}

QString timeWords(const PartitionFacts& partition) {
  return partition.maxSeconds
             ? ResourceHelp::tr("at most %1")
                   .arg(QuantityText::duration(static_cast<double>(*partition.maxSeconds)))
             : ResourceHelp::tr("no time limit");
}

QString partitionWords(const PartitionFacts& partition) {
  QStringList words;
  if (!partition.state.isEmpty() && partition.state != u"UP"_s)
    words << ResourceHelp::tr("closed now (%1)").arg(partition.state);
  words << timeWords(partition) << QuantityText::nodes(maxNodes(partition));
  if (const QString gpus = gpuWords(partition); !gpus.isEmpty()) words << gpus;
  return words.join(u", "_s);
}

// Those that can be had now, and for how long; empty: it is not known.
QString freeWords(const PartitionFacts& partition, const ClusterState* state) {
  if (!state) return {};
  const auto found = std::ranges::find_if(state->partitions, [&](const PartitionState& each) {
    return each.limits.name == partition.name;
  });
  if (found == state->partitions.end()) return {};
  QStringList words;
  for (const GpuCount& gpus : found->gpus)
    words << (gpus.type.isEmpty() ? ResourceHelp::tr("%1 GPUs free").arg(gpus.free)
                                  : ResourceHelp::tr("%1 %2 free").arg(gpus.free).arg(gpus.type));
  if (words.isEmpty()) words << ResourceHelp::tr("%1 nodes free").arg(found->nodes.idle);
  return words.join(u", "_s);
}

QList<ResourceOffer> namesAllowed(const QStringList& own, const QStringList& allowed) {
  QList<ResourceOffer> offers;
  for (const QString& name : own.isEmpty() ? allowed : own) {
    const bool isAllowed = allowed.isEmpty() || allowed.contains(name);
    offers.append(
        {name, isAllowed ? QString() : ResourceHelp::tr("not in this partition"), !isAllowed});
  }
  return offers;
}

QList<ResourceOffer> gpuTypes(const TargetFacts& facts, const PartitionFacts* chosen) {
  QList<ResourceOffer> offers;
  for (const PartitionFacts& partition : facts.partitions) {
    if (chosen && partition.name != chosen->name) continue;
    for (const GpuKind& kind : partition.gpus) {
      const auto same = std::find_if(offers.begin(), offers.end(), [&](const ResourceOffer& offer) {
        return offer.value == kind.type;
      });
      if (kind.type.isEmpty()) continue;
      const QString hint = ResourceHelp::tr("%1 on each of %2").arg(kind.perNode).arg(kind.nodes);
      if (same == offers.end())
        offers.append({kind.type, hint});
      else if (chosen)
        same->hint += u", "_s + hint;
      else
        same->hint.clear();
    }
  }
  return offers;
}

void addBalances(QList<ResourceOffer>& offers, const TargetFacts& facts) {
  for (ResourceOffer& offer : offers)
    for (const AccountBalance& each : facts.balances)
      if (each.account.compare(offer.value, Qt::CaseInsensitive) == 0)
        offer.hint = QuantityText::balance(each.left.value_or(0), each.granted, each.unit);
}

}  // namespace

QStringList ResourceHelp::fields() {
  return {u"resources.partition"_s, u"resources.account"_s, u"resources.qos"_s,
          u"resources.gpu_type"_s, u"resources.reservation"_s};
}

QList<ResourceOffer> ResourceHelp::offers(const QString& field, const TargetFacts& facts,
                                          const Experiment& experiment) {
  const PartitionFacts* partition = partitionFor(facts, experiment);
  QList<ResourceOffer> offers;
  if (field == u"resources.partition"_s)
    for (const PartitionFacts& each : facts.partitions)
      offers.append({each.name, partitionWords(each)});
  if (field == u"resources.account"_s)
    offers = namesAllowed(facts.accounts, partition ? partition->accounts : QStringList());
  if (field == u"resources.account"_s) addBalances(offers, facts);
  if (field == u"resources.qos"_s)
    offers = namesAllowed(facts.qos, partition ? partition->qos : QStringList());
  if (field == u"resources.gpu_type"_s) offers = gpuTypes(facts, partition);
  if (field == u"resources.reservation"_s)
    for (const QString& name : facts.reservations) offers.append({name, QString()});
  return offers;
}

QMap<QString, QString> ResourceHelp::limits(const TargetFacts& facts, const Experiment& experiment,
                                            const ClusterState* state) {
  QMap<QString, QString> words;
  if (!facts.features.isEmpty())
    words[u"resources.extra_directives"_s] =
        tr("features for --constraint=: %1")
            .arg(
                facts.features.first(std::min<qsizetype>(facts.features.size(), 12)).join(u", "_s));
  for (const AccountBalance& each : facts.balances)
    if (experiment.resources.account &&
        each.account.compare(QString::fromStdString(*experiment.resources.account),
                             Qt::CaseInsensitive) == 0)
      words[u"resources.account"_s] =
          QuantityText::balance(each.left.value_or(0), each.granted, each.unit);
  const PartitionFacts* partition = partitionFor(facts, experiment);
  if (!partition) return words;
  const QString free = freeWords(*partition, state);
  words[u"resources.partition"_s] =
      free.isEmpty() ? partitionWords(*partition) : free + u", "_s + timeWords(*partition);
  words[u"resources.time_limit"_s] = timeWords(*partition);
  if (maxNodes(*partition) > 0)
    words[u"resources.nodes"_s] = tr("at most %1").arg(maxNodes(*partition));
  if (const QString gpus = gpuWords(*partition); !gpus.isEmpty())
    words[u"resources.gpus_per_node"_s] = gpus;
  if (partition->memoryMibPerNode > 0)
    words[u"resources.memory_gib_per_node"_s] =
        tr("at most %1 GiB").arg(partition->memoryMibPerNode / 1024);
  return words;
}

}  // namespace trainyard
