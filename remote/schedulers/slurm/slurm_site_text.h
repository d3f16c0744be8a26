// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm says of itself: its partitions, nodes, settings and who may do what.
#pragma once

#include <QByteArrayView>
#include <QHash>
#include <QString>
#include <QStringList>

#include "remote/schedulers/target_facts.h"

namespace trainyard {

// `scontrol show partition -o`. Nodes and GPUs are not in it. Lines that are no partition are left
// out.
QList<PartitionFacts> readPartitions(QByteArrayView text);

// `sinfo -h -o` with `|` between columns; `letters` are those of its format: "PDcmG", or "NPtcmGf"
// of one row a node. Adds processors, memory and GPUs of the nodes to their partitions; a damaged
// row is left out.
void addNodes(QByteArrayView text, const char* letters, QList<PartitionFacts>& partitions);

// The features of such rows, each once.
QStringList readFeatures(QByteArrayView text, const char* letters);

// `scontrol show config`: key -> value, both as printed.
QHash<QString, QString> readConfig(QByteArrayView text);

// `sacctmgr -nP show assoc format=account,qos`.
struct Associations {
  QStringList accounts, qos;
};
Associations readAssociations(QByteArrayView text);

// "slurm 22.05.8" -> "22.05.8"; "slurm-wlm 21.08.5" too. Empty when it is none.
QString readVersion(QByteArrayView text);

}  // namespace trainyard
