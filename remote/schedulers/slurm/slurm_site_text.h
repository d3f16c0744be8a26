// SPDX-License-Identifier: GPL-3.0-or-later
// Parses Slurm's output about its partitions, nodes, settings and associations.
#pragma once

#include <QByteArrayView>
#include <QHash>
#include <QString>
#include <QStringList>

#include "remote/schedulers/target_facts.h"

namespace trainyard {

// `scontrol show partition -o`. Does not include nodes and GPUs. Lines that are not a partition are
// skipped.
QList<PartitionFacts> readPartitions(QByteArrayView text);

// `sinfo -h -o` with `|` between columns; `letters` are those of its format: "PDcmG", or "NPtcmGf"
// with one row per node. Adds CPUs, memory and GPUs of the nodes to their partitions; a damaged row
// is skipped.
void addNodes(QByteArrayView text, const char* letters, QList<PartitionFacts>& partitions);

// The features in such rows, without duplicates.
QStringList readFeatures(QByteArrayView text, const char* letters);

// `scontrol show config`: key -> value, both as printed.
QHash<QString, QString> readConfig(QByteArrayView text);

// `sacctmgr -nP show assoc format=account,qos`.
struct Associations {
  QStringList accounts, qos;
};
Associations readAssociations(QByteArrayView text);

// "slurm 22.05.8" -> "22.05.8"; also "slurm-wlm 21.08.5". Empty for other texts.
QString readVersion(QByteArrayView text);

}  // namespace trainyard
