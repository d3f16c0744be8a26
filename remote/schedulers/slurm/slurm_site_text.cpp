// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_site_text.h"

#include <algorithm>
#include <limits>

#include <QRegularExpression>

#include "remote/schedulers/slurm/slurm_values.h"
#include "remote/values/numbers.h"

namespace trainyard {
namespace {

QList<QByteArrayView> columnsOf(QByteArrayView line) {
  QList<QByteArrayView> columns;
  for (qsizetype begin = 0;;) {
    const qsizetype end = line.indexOf('|', begin);
    columns.append(end < 0 ? line.sliced(begin) : line.sliced(begin, end - begin));
    if (end < 0) return columns;
    begin = end + 1;
  }
}

QStringList allowed(QByteArrayView list) {
  if (list.isEmpty() || list == "ALL" || list == "(null)" || list == "N/A") return {};
  return QString::fromUtf8(list).split(QLatin1Char(','), Qt::SkipEmptyParts);
}

int intOf(QByteArrayView text) {
  if (text.endsWith('+')) text.chop(1);
  const auto number = slurmNumber(text);
  return number && *number <= std::numeric_limits<int>::max() ? static_cast<int>(*number) : 0;
}

void set(PartitionFacts& facts, QByteArrayView key, QByteArrayView value) {
  if (key == "PartitionName")
    facts.name = QString::fromUtf8(value);
  else if (key == "Default")
    facts.isDefault = value == "YES";
  else if (key == "State")
    facts.state = QString::fromUtf8(value);
  else if (key == "MaxTime")
    facts.maxSeconds = slurmDuration(value);
  else if (key == "DefaultTime")
    facts.defaultSeconds = slurmDuration(value);
  else if (key == "MaxNodes" && slurmNumber(value))
    facts.maxNodes = intOf(value);
  else if (key == "TotalNodes")
    facts.nodes = intOf(value);
  else if (key == "AllowAccounts")
    facts.accounts = allowed(value);
  else if (key == "AllowQos")
    facts.qos = allowed(value);
}

void addGpus(PartitionFacts& partition, const QList<SlurmGpus>& gpus, int nodes) {
  for (const SlurmGpus& gpu : gpus) {
    const QString type = QString::fromUtf8(gpu.type);
    const auto same = std::find_if(
        partition.gpus.begin(), partition.gpus.end(),
        [&](const GpuKind& kind) { return kind.type == type && kind.perNode == gpu.count; });
    if (same != partition.gpus.end())
      same->nodes = countSum(same->nodes, nodes);
    else
      partition.gpus.append({type, gpu.count, nodes});
  }
}

}  // namespace

QList<PartitionFacts> readPartitions(QByteArrayView text) {
  QList<PartitionFacts> partitions;
  for (const QByteArrayView line : slurmLines(text)) {
    if (!line.startsWith("PartitionName=")) continue;
    PartitionFacts facts;
    for (qsizetype begin = 0; begin < line.size();) {
      const qsizetype space = line.indexOf(' ', begin);
      const QByteArrayView word =
          space < 0 ? line.sliced(begin) : line.sliced(begin, space - begin);
      if (const qsizetype equals = word.indexOf('='); equals > 0)
        set(facts, word.first(equals), word.sliced(equals + 1));
      begin = space < 0 ? line.size() : space + 1;
    }
    // Without a state the line was truncated.
    if (!facts.name.isEmpty() && !facts.state.isEmpty()) partitions.append(facts);
  }
  return partitions;
}

void addNodes(QByteArrayView text, const char* letters, QList<PartitionFacts>& partitions) {
  const QByteArrayView format(letters);
  for (const QByteArrayView line : slurmLines(text)) {
    const QList<QByteArrayView> columns = columnsOf(line);
    if (columns.size() != format.size()) continue;
    const auto column = [&](char letter) {
      const qsizetype at = format.indexOf(letter);
      return at < 0 ? QByteArrayView() : columns[at];
    };
    QByteArrayView name = column('P');
    if (name.endsWith('*')) name.chop(1);
    const int nodes = format.contains('D') ? intOf(column('D')) : 1;
    const auto memory = slurmMebibytes(column('m'));
    const auto partition = std::find_if(
        partitions.begin(), partitions.end(),
        [&](const PartitionFacts& facts) { return facts.name == QString::fromUtf8(name); });
    if (partition == partitions.end() || !memory || nodes == 0) continue;
    partition->processorsPerNode = std::max(partition->processorsPerNode, intOf(column('c')));
    partition->memoryMibPerNode = std::max(partition->memoryMibPerNode, *memory);
    addGpus(*partition, slurmGpus(column('G')), nodes);
  }
}

QStringList readFeatures(QByteArrayView text, const char* letters) {
  constexpr qsizetype maxFeatures = 1000;
  const QByteArrayView format(letters);
  QStringList features;
  for (const QByteArrayView line : slurmLines(text)) {
    const QList<QByteArrayView> columns = columnsOf(line);
    if (columns.size() != format.size()) continue;
    for (const QString& feature : allowed(columns[format.indexOf('f')]))
      if (features.size() < maxFeatures && !features.contains(feature)) features << feature;
  }
  return features;
}

QHash<QString, QString> readConfig(QByteArrayView text) {
  QHash<QString, QString> config;
  for (const QByteArrayView line : slurmLines(text))
    if (const qsizetype equals = line.indexOf('='); equals > 0)
      config.insert(QString::fromUtf8(line.first(equals)).trimmed(),
                    QString::fromUtf8(line.sliced(equals + 1)).trimmed());
  return config;
}

Associations readAssociations(QByteArrayView text) {
  Associations found;
  for (const QByteArrayView line : slurmLines(text)) {
    const QList<QByteArrayView> columns = columnsOf(line);
    if (columns.size() < 2 || columns[0].isEmpty()) continue;
    if (const QString account = QString::fromUtf8(columns[0]); !found.accounts.contains(account))
      found.accounts << account;
    for (const QString& qos : allowed(columns[1]))
      if (!found.qos.contains(qos)) found.qos << qos;
  }
  return found;
}

QString readVersion(QByteArrayView text) {
  static const QRegularExpression version(QStringLiteral("^slurm\\S* (\\d+\\.\\d+(\\.\\d+)?)"),
                                          QRegularExpression::MultilineOption);
  return version.match(QString::fromUtf8(text)).captured(1);
}

}  // namespace trainyard
