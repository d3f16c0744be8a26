// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_cluster_text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string_view>

#include <QHash>

#include "remote/schedulers/slurm/slurm_states.h"
#include "remote/values/numbers.h"

namespace trainyard {
namespace {

// More than any cluster has; whatever exceeds this in a corrupt answer is dropped.
constexpr qsizetype maxNodes = 50'000, maxReservations = 1000, maxClasses = 1000, maxJobs = 100'000,
                    maxName = 200, maxNames = 1000, maxReasons = 100, maxNodesOfAReason = 20;

QString nameFrom(QByteArrayView text) {
  return QString::fromUtf8(text.first(std::min(text.size(), maxName)));
}

QStringList namesFrom(QByteArrayView text) {
  if (text.isEmpty() || text == "(null)" || text == "N/A") return {};
  QStringList names;
  for (qsizetype begin = 0; begin <= text.size() && names.size() < maxNames;) {
    qsizetype end = text.indexOf(',', begin);
    if (end < 0) end = text.size();
    if (end > begin) names << nameFrom(text.sliced(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

int countFrom(QByteArrayView text) {
  const auto number = slurmNumber(text);
  return number ? static_cast<int>(std::min<qint64>(*number, std::numeric_limits<int>::max() / 4))
                : 0;
}

// The words KEY=VALUE of a line. A value may contain spaces (the system, a reason); what follows
// such a space has no key, or comes after all keys of interest, and the first occurrence of a key
// counts.
QHash<QByteArrayView, QByteArrayView> wordsOf(QByteArrayView line) {
  QHash<QByteArrayView, QByteArrayView> words;
  for (qsizetype begin = 0; begin < line.size();) {
    qsizetype end = line.indexOf(' ', begin);
    if (end < 0) end = line.size();
    const QByteArrayView word = line.sliced(begin, end - begin);
    const qsizetype equals = word.indexOf('=');
    if (equals > 0 && !words.contains(word.first(equals)))
      words.insert(word.first(equals), word.sliced(equals + 1));
    begin = end + 1;
  }
  return words;
}

// GPUs in "cpu=12,mem=154000M,gres/gpu=8,gres/gpu:a100=8": by type if types are counted. Nothing:
// the site does not track GPUs there.
std::optional<QList<SlurmGpus>> trackedGpus(QByteArrayView tres) {
  QList<SlurmGpus> typed, untyped;
  bool isTracked = false;
  for (qsizetype begin = 0; begin <= tres.size();) {
    qsizetype end = tres.indexOf(',', begin);
    if (end < 0) end = tres.size();
    const QByteArrayView word = tres.sliced(begin, end - begin);
    begin = end + 1;
    const qsizetype equals = word.indexOf('=');
    if (equals < 0 || !word.startsWith("gres/gpu")) continue;
    const QByteArrayView key = word.first(equals);
    const int count = countFrom(word.sliced(equals + 1));
    if (key == "gres/gpu")
      isTracked = true, untyped = {{{}, count}};
    else if (key.startsWith("gres/gpu:"))
      isTracked = true, typed.append({key.sliced(9).toByteArray(), count});
  }
  if (!isTracked) return std::nullopt;
  return typed.isEmpty() ? untyped : typed;
}

int sum(const QList<SlurmGpus>& gpus) {
  qint64 all = 0;
  for (const SlurmGpus& each : gpus) all += each.count;
  return static_cast<int>(std::min<qint64>(all, std::numeric_limits<int>::max() / 4));
}

// The free GPUs of each kind on the node. Used ones of an unknown or different type are subtracted
// from what is left.
QList<int> freeGpus(const SlurmNode& node) {
  QList<int> free;
  QList<SlurmGpus> used = node.usedGpus;
  for (const SlurmGpus& kind : node.gpus) {
    int left = kind.count;
    for (SlurmGpus& taken : used)
      if (taken.type == kind.type) {
        const int here = std::min(left, taken.count);
        left -= here;
        taken.count -= here;
      }
    free << left;
  }
  int rest = sum(used);
  for (int& left : free) {
    const int here = std::min(left, rest);
    left -= here;
    rest -= here;
  }
  return free;
}

// "Reason=bad fan [root@2026-11-25T01:02:03]": everything before the user.
QString reasonOf(QByteArrayView line) {
  constexpr QByteArrayView key(" Reason=");
  const qsizetype begin = line.indexOf(key);
  if (begin < 0) return {};
  QByteArrayView reason = line.sliced(begin + key.size());
  if (const qsizetype end = reason.indexOf(" ["); end >= 0) reason = reason.first(end);
  return nameFrom(reason).simplified();
}

SlurmNode nodeFrom(QByteArrayView line) {
  const auto words = wordsOf(line);
  SlurmNode node;
  node.name = nameFrom(words.value("NodeName"));
  node.use = nodeUse(words.value("State"));
  node.partitions = namesFrom(words.value("Partitions"));
  node.features = namesFrom(words.value("ActiveFeatures"));
  node.gpus = slurmGpus(words.value("Gres"));
  node.processors = countFrom(words.value("CPUTot"));
  node.usedProcessors = std::min(countFrom(words.value("CPUAlloc")), node.processors);
  if (node.use == SlurmNode::Use::down) node.reason = reasonOf(line);
  node.memoryMib = slurmMebibytes(words.value("RealMemory")).value_or(0);
  if (words.contains("GresUsed"))
    node.usedGpus = slurmGpus(words.value("GresUsed"));
  else if (trackedGpus(words.value("CfgTRES")))
    node.usedGpus = trackedGpus(words.value("AllocTRES")).value_or(QList<SlurmGpus>());
  else if (node.use != SlurmNode::Use::idle)
    node.usedGpus = node.gpus;  // unknown, so nothing is promised
  return node;
}

struct UseCounts {
  NodeCounts& nodes;
  QList<GpuCount>& gpus;
  QStringList& features;
};

void countUse(const SlurmNode& node, const QList<int>& free, UseCounts into) {
  using Use = SlurmNode::Use;
  constexpr std::array counts{&NodeCounts::idle, &NodeCounts::mixed, &NodeCounts::busy,
                              &NodeCounts::reserved, &NodeCounts::down};
  ++(into.nodes.*counts[static_cast<std::size_t>(node.use)]);
  for (const QString& feature : node.features)
    if (into.features.size() < maxNames && !into.features.contains(feature))
      into.features << feature;
  if (node.use == Use::down) return;
  for (qsizetype i = 0; i < node.gpus.size(); ++i)
    addGpus(into.gpus, QString::fromUtf8(node.gpus[i].type), node.gpus[i].count,
            node.use == Use::reserved ? 0 : free[i]);
}

void addKinds(const SlurmNode& node, PartitionFacts& limits) {
  limits.processorsPerNode = std::max(limits.processorsPerNode, node.processors);
  limits.memoryMibPerNode = std::max(limits.memoryMibPerNode, node.memoryMib);
  for (const SlurmGpus& gpus : node.gpus) {
    const QString type = QString::fromUtf8(gpus.type);
    const auto same = std::find_if(
        limits.gpus.begin(), limits.gpus.end(),
        [&](const GpuKind& kind) { return kind.type == type && kind.perNode == gpus.count; });
    if (same == limits.gpus.end())
      limits.gpus.append({type, gpus.count, 1});
    else
      same->nodes = countSum(same->nodes, 1);
  }
}

void addOut(const SlurmNode& node, QList<NodesOut>& out) {
  if (node.use != SlurmNode::Use::down || node.reason.isEmpty()) return;
  const auto same = std::find_if(
      out.begin(), out.end(), [&](const NodesOut& known) { return known.reason == node.reason; });
  if (same == out.end() && out.size() >= maxReasons) return;
  NodesOut& entry = same == out.end() ? out.emplaceBack() : *same;
  entry.reason = node.reason;
  ++entry.count;
  if (entry.nodes.size() < maxNodesOfAReason) entry.nodes << node.name;
}

qint64 tasksOf(const SlurmTasks& tasks) {
  qint64 count = 0;
  for (const SlurmTasks::Range& range : tasks.ranges)
    count += (qint64{range.last} - range.first) / range.step + 1;
  return std::clamp<qint64>(count, 1, 100'000'000);
}

// Someone must act, a date must be reached, or another job must end: until then it does not block
// anyone.
bool waitsForItsTurn(const SlurmJobRow& row) {
  static constexpr std::array<std::string_view, 3> others{"BeginTime", "Dependency",
                                                          "JobArrayTaskLimit"};
  const std::string_view reason(row.reason.constData(),
                                static_cast<std::size_t>(row.reason.size()));
  if (std::any_of(others.begin(), others.end(),
                  [&](std::string_view word) { return reason.starts_with(word); }))
    return false;
  const ReasonGroup group = reasonMeaning(row.reason).group;
  return group != ReasonGroup::held && group != ReasonGroup::never;
}

}  // namespace

SlurmNode::Use nodeUse(QByteArrayView state) {
  using Use = SlurmNode::Use;
  // From https://slurm.schedmd.com/sinfo.html#lbAG and the long names in scontrol.
  static constexpr std::array<std::string_view, 17> out{
      "DRAIN",         "DRAINED",     "DRAINING",      "DOWN",       "FAIL",           "FAILING",
      "INVAL",         "INVALID_REG", "FUTURE",        "NO_RESPOND", "NOT_RESPONDING", "REBOOT",
      "REBOOT_ISSUED", "POWER_DOWN",  "POWERING_DOWN", "PERFCTRS",   "BLOCKED"};
  Use use = Use::down;
  bool isFirst = true, isReserved = false, isOut = false;
  for (qsizetype begin = 0; begin <= state.size();) {
    qsizetype end = state.indexOf('+', begin);
    if (end < 0) end = state.size();
    QByteArrayView word = state.sliced(begin, end - begin);
    begin = end + 1;
    // Flags after a word: only the asterisk means that it does not respond.
    while (!word.isEmpty() && !(word.last(1)[0] >= 'A' && word.last(1)[0] <= 'Z')) {
      isOut = isOut || word.endsWith('*');
      word.chop(1);
    }
    const std::string_view text(word.data(), static_cast<std::size_t>(word.size()));
    if (isFirst && text == "IDLE") use = Use::idle;
    if (isFirst && text == "MIXED") use = Use::mixed;
    if (isFirst && (text == "ALLOCATED" || text == "COMPLETING")) use = Use::busy;
    if (isFirst && (text == "RESERVED" || text == "MAINT")) use = Use::reserved;
    if (isFirst && text == "PLANNED") use = Use::idle;
    isReserved = isReserved || text == "RESERVED" || text == "MAINT";
    isOut = isOut || std::find(out.begin(), out.end(), text) != out.end();
    isFirst = false;
  }
  if (isOut || use == Use::down) return Use::down;
  return isReserved ? Use::reserved : use;
}

QList<SlurmNode> readNodes(QByteArrayView text) {
  QList<SlurmNode> nodes;
  for (const QByteArrayView line : slurmLines(text)) {
    if (nodes.size() == maxNodes) break;
    if (!line.startsWith("NodeName=")) continue;
    SlurmNode node = nodeFrom(line);
    // Without CPUs the line was truncated.
    if (!node.name.isEmpty() && node.processors > 0) nodes.append(std::move(node));
  }
  return nodes;
}

QList<ReservationState> readReservations(QByteArrayView text) {
  QList<ReservationState> found;
  for (const QByteArrayView line : slurmLines(text)) {
    if (found.size() == maxReservations) break;
    if (!line.startsWith("ReservationName=")) continue;
    const auto words = wordsOf(line);
    ReservationState one;
    one.name = nameFrom(words.value("ReservationName"));
    one.start = slurmTime(words.value("StartTime")).value_or(0);
    one.end = slurmTime(words.value("EndTime")).value_or(0);
    one.nodes = namesFrom(words.value("Nodes")).join(QLatin1Char(',')).left(maxName);
    one.nodeCount = countFrom(words.value("NodeCnt"));
    const QStringList partition = namesFrom(words.value("PartitionName"));
    one.partition = partition.isEmpty() ? QString() : partition.first();
    one.users = namesFrom(words.value("Users"));
    one.accounts = namesFrom(words.value("Accounts"));
    one.isActive = words.value("State") == "ACTIVE";
    if (!one.name.isEmpty() && words.contains("State")) found.append(std::move(one));
  }
  return found;
}

QList<ServiceClass> readServiceClasses(QByteArrayView text) {
  QList<ServiceClass> found;
  for (const QByteArrayView line : slurmLines(text)) {
    if (found.size() == maxClasses) break;
    const QList<QByteArray> columns = line.toByteArray().split('|');
    if (columns.size() != 5 || columns[0].isEmpty()) continue;
    found.append({nameFrom(columns[0]), slurmNumber(columns[1]), slurmDuration(columns[2]),
                  slurmNumber(columns[4]), nameFrom(columns[3])});
  }
  return found;
}

// Each of these is a line of its own, whatever stands in it. A name or comment of the job may have
// lines that look alike, but the job's files come last.
QueuedFiles readQueuedFiles(const QByteArray& shown) {
  QueuedFiles files;
  const std::pair<const char*, QString*> keys[] = {{"Command=", &files.command},
                                                   {"WorkDir=", &files.workFolder},
                                                   {"StdOut=", &files.output},
                                                   {"StdErr=", &files.errorOutput}};
  for (const QByteArray& line : shown.split('\n'))
    for (const auto& [key, place] : keys)
      if (const QByteArray words = line.trimmed(); words.startsWith(key))
        *place = QString::fromUtf8(words.sliced(qstrlen(key)));
  if (files.command == QLatin1String("(null)")) files.command.clear();
  for (QString* path : {&files.workFolder, &files.output, &files.errorOutput})
    if (!path->startsWith(QLatin1Char('/'))) path->clear();
  return files;
}

void addUse(const QList<SlurmNode>& nodes, ClusterState& state) {
  QHash<QString, PartitionState*> byName;
  for (PartitionState& partition : state.partitions)
    byName.insert(partition.limits.name, &partition);
  for (const SlurmNode& node : nodes) {
    const QList<int> free = freeGpus(node);
    countUse(node, free, {state.nodes, state.gpus, state.features});
    addOut(node, state.out);
    for (const QString& name : node.partitions) {
      PartitionState* partition = byName.value(name);
      if (!partition) continue;
      countUse(node, free, {partition->nodes, partition->gpus, partition->features});
      addKinds(node, partition->limits);
      if (node.use == SlurmNode::Use::down) continue;
      partition->processors = countSum(partition->processors, node.processors);
      if (node.use != SlurmNode::Use::reserved)
        partition->freeProcessors =
            countSum(partition->freeProcessors, node.processors - node.usedProcessors);
    }
  }
}

// "51", "51_3", "51_[2-15,20,...]"
QString shownId(const SlurmJobRow& row) {
  QString id = QString::number(row.job);
  if (row.task) id += QStringLiteral("_%1").arg(*row.task);
  if (!row.tasks) return id;
  QStringList ranges;
  for (const SlurmTasks::Range& range :
       row.tasks->ranges.first(std::min<qsizetype>(row.tasks->ranges.size(), 4)))
    ranges << (range.first == range.last
                   ? QString::number(range.first)
                   : QStringLiteral("%1-%2").arg(range.first).arg(range.last));
  if (row.tasks->isCut || row.tasks->ranges.size() > 4) ranges << QStringLiteral("...");
  return id + QStringLiteral("_[%1]").arg(ranges.join(QLatin1Char(',')));
}

QueuedJob queuedJobFrom(const SlurmJobRow& row) {
  QueuedJob job;
  job.number = QString::number(row.job);
  job.id = shownId(row);
  if (row.tasks) job.tasks = tasksOf(*row.tasks);
  job.user = nameFrom(row.user);
  job.account = nameFrom(row.account);
  job.qos = nameFrom(row.qos);
  job.name = nameFrom(row.name);
  job.nodes = nameFrom(row.nodes);
  job.partitions = namesFrom(row.partition);
  job.nodeCount = static_cast<int>(std::min<qint64>(row.nodeCount, 1'000'000));
  const auto tracked = trackedGpus(row.tres);
  job.gpus = tracked ? sum(*tracked)
                     : static_cast<int>(std::min<qint64>(
                           qint64{sum(slurmGpus(row.tresPerNode))} * std::max(1, job.nodeCount),
                           1'000'000'000));
  job.submitted = row.submitted.value_or(0);
  job.start = row.start.value_or(0);
  job.elapsedSeconds = row.elapsedSeconds;
  job.limitSeconds = row.limitSeconds;
  job.priority = static_cast<double>(row.priority);
  const JobState state = jobStateFrom(row);
  using Phase = QueuedJob::Phase;
  job.phase = state.isEnding                            ? Phase::ending
              : state.phase == JobState::Phase::running ? Phase::running
              : state.phase == JobState::Phase::gone    ? Phase::ending
                                                        : Phase::waiting;
  job.why = Message(state.code, state.arguments, state.reason);
  job.isEligible = job.phase == Phase::waiting && row.priority > 0 && waitsForItsTurn(row);
  return job;
}

void addJobs(const SlurmJobRows& rows, ClusterState& state) {
  QHash<QString, PartitionState*> byName;
  for (PartitionState& partition : state.partitions)
    byName.insert(partition.limits.name, &partition);
  for (const SlurmJobRow& row : rows.rows.first(std::min(rows.rows.size(), maxJobs))) {
    QueuedJob job = queuedJobFrom(row);
    for (const QString& name : job.partitions)
      if (PartitionState* partition = byName.value(name)) {
        if (job.phase == QueuedJob::Phase::waiting)
          partition->waiting += job.tasks;
        else
          partition->running += 1;
      }
    state.jobs.append(std::move(job));
  }
}

}  // namespace trainyard
