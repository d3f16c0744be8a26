// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/cluster_values.h"

#include <algorithm>
#include <array>

#include <QHash>
#include <QJsonArray>
#include <QRegularExpression>

#include "remote/json_values.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {
namespace {

constexpr std::array lookNames{"known", "connected", "ask"};
constexpr std::array queuedPhaseNames{"waiting", "running", "ending"};
// What a person can look through; an answer stays far below the longest line.
constexpr qsizetype mostOfMine = 1000, mostBefore = 300, mostRunning = 300;

QJsonArray gpusJson(const QList<GpuCount>& gpus) {
  QJsonArray list;
  for (const GpuCount& each : gpus)
    list.append(QJsonObject{{"type", each.type},
                            {"total", each.total},
                            {"free", each.free},
                            {"most_on_a_node", each.mostOnANode}});
  return list;
}

QList<GpuCount> gpusFrom(const QJsonValue& json) {
  QList<GpuCount> gpus;
  for (const QJsonValue& each : json.toArray())
    gpus.append({each["type"].toString(), each["total"].toInt(), each["free"].toInt(),
                 each["most_on_a_node"].toInt()});
  return gpus;
}

QJsonObject nodesJson(const NodeCounts& nodes) {
  return {{"idle", nodes.idle},
          {"mixed", nodes.mixed},
          {"busy", nodes.busy},
          {"reserved", nodes.reserved},
          {"down", nodes.down}};
}

NodeCounts nodesFrom(const QJsonValue& json) {
  return {json["idle"].toInt(), json["mixed"].toInt(), json["busy"].toInt(),
          json["reserved"].toInt(), json["down"].toInt()};
}

QJsonObject partitionJson(const PartitionState& partition) {
  return {{"limits", toJson(partition.limits)},
          {"nodes", nodesJson(partition.nodes)},
          {"gpus", gpusJson(partition.gpus)},
          {"processors", partition.processors},
          {"free_processors", partition.freeProcessors},
          {"features", QJsonArray::fromStringList(partition.features)},
          {"running", partition.running},
          {"waiting", partition.waiting}};
}

PartitionState partitionStateFrom(const QJsonValue& json) {
  PartitionState partition;
  partition.limits = partitionFactsFrom(json["limits"].toObject());
  partition.nodes = nodesFrom(json["nodes"]);
  partition.gpus = gpusFrom(json["gpus"]);
  partition.processors = json["processors"].toInt();
  partition.freeProcessors = json["free_processors"].toInt();
  partition.features = textsFrom(json["features"]);
  partition.running = json["running"].toInteger();
  partition.waiting = json["waiting"].toInteger();
  return partition;
}

QJsonObject reservationJson(const ReservationState& one) {
  return {{"name", one.name},
          {"nodes", one.nodes},
          {"partition", one.partition},
          {"node_count", one.nodeCount},
          {"start", one.start},
          {"end", one.end},
          {"active", one.isActive},
          {"users", QJsonArray::fromStringList(one.users)},
          {"accounts", QJsonArray::fromStringList(one.accounts)}};
}

ReservationState reservationFrom(const QJsonValue& json) {
  return {json["name"].toString(),    json["nodes"].toString(), json["partition"].toString(),
          json["node_count"].toInt(), json["start"].toDouble(), json["end"].toDouble(),
          json["active"].toBool(),    textsFrom(json["users"]), textsFrom(json["accounts"])};
}

QJsonObject classJson(const ServiceClass& one) {
  return {{"name", one.name},
          {"priority", jsonOrNull(one.priority)},
          {"max_seconds", jsonOrNull(one.maxSeconds)},
          {"max_jobs", jsonOrNull(one.maxJobs)},
          {"max_resources", one.maxResources}};
}

ServiceClass serviceClassFrom(const QJsonValue& json) {
  return {json["name"].toString(), integerFrom(json["priority"]), integerFrom(json["max_seconds"]),
          integerFrom(json["max_jobs"]), json["max_resources"].toString()};
}

QJsonObject queuedJson(const QueueEntry& entry) {
  const QueuedJob& job = entry.job;
  return {{"job", job.id},
          {"number", job.number},
          {"user", job.user},
          {"account", job.account},
          {"qos", job.qos},
          {"name", job.name},
          {"nodes", job.nodes},
          {"partitions", QJsonArray::fromStringList(job.partitions)},
          {"phase", QLatin1String(queuedPhaseNames[static_cast<std::size_t>(job.phase)])},
          {"why", toJson(job.why)},
          {"tasks", job.tasks},
          {"node_count", job.nodeCount},
          {"gpus", job.gpus},
          {"submitted", job.submitted},
          {"start", job.start},
          {"elapsed_seconds", jsonOrNull(job.elapsedSeconds)},
          {"limit_seconds", jsonOrNull(job.limitSeconds)},
          {"priority", job.priority},
          {"eligible", job.isEligible},
          {"mine", entry.isMine},
          {"runs", entry.isRuns},
          {"check", entry.isCheck},
          {"run", entry.run},
          {"before", entry.before}};
}

QueueEntry queuedFrom(const QJsonObject& json) {
  QueueEntry entry;
  QueuedJob& job = entry.job;
  job.id = json["job"].toString();
  job.number = json["number"].toString();
  job.user = json["user"].toString();
  job.account = json["account"].toString();
  job.qos = json["qos"].toString();
  job.name = json["name"].toString();
  job.nodes = json["nodes"].toString();
  job.partitions = textsFrom(json["partitions"]);
  for (std::size_t i = 0; i < queuedPhaseNames.size(); ++i)
    if (json["phase"].toString() == QLatin1String(queuedPhaseNames[i]))
      job.phase = static_cast<QueuedJob::Phase>(i);
  job.why = sentenceFrom(json["why"].toObject());
  job.tasks = json["tasks"].toInteger(1);
  job.nodeCount = json["node_count"].toInt();
  job.gpus = json["gpus"].toInt();
  job.submitted = json["submitted"].toDouble();
  job.start = json["start"].toDouble();
  job.elapsedSeconds = integerFrom(json["elapsed_seconds"]);
  job.limitSeconds = integerFrom(json["limit_seconds"]);
  job.priority = json["priority"].toDouble();
  job.isEligible = json["eligible"].toBool();
  entry.isMine = json["mine"].toBool();
  entry.isRuns = json["runs"].toBool();
  entry.isCheck = json["check"].toBool();
  entry.run = json["run"].toString();
  entry.before = json["before"].toInteger();
  return entry;
}

// The order in which it may be their turn.
bool hasEarlierTurn(const QueuedJob* a, const QueuedJob* b) {
  if (a->priority != b->priority) return a->priority > b->priority;
  return a->submitted < b->submitted;
}

QueueEntry entryOf(const QueuedJob& job, const QHash<QString, QString>& runs) {
  // The name that a run's job has: its run's, 8 digits of its UUID, the number of the submission.
  static const QRegularExpression token(QStringLiteral("-[0-9a-f]{8}\\.[0-9]{1,6}$"));
  QueueEntry entry;
  entry.job = job;
  entry.run = runs.value(job.number);
  entry.isCheck = entry.run.isEmpty() && job.name.startsWith(QLatin1String("trainyard-check-"));
  entry.isRuns = !entry.run.isEmpty() || (!entry.isCheck && token.match(job.name).hasMatch());
  return entry;
}

}  // namespace

QString nameOf(LookWhen when) { return QLatin1String(lookNames[static_cast<std::size_t>(when)]); }

std::optional<LookWhen> lookWhenFrom(const QString& name) {
  for (std::size_t i = 0; i < lookNames.size(); ++i)
    if (name == QLatin1String(lookNames[i])) return static_cast<LookWhen>(i);
  return std::nullopt;
}

QJsonObject toJson(const ClusterState& state) {
  QJsonArray partitions, reservations, classes, out;
  for (const NodesOut& each : state.out)
    out.append(QJsonObject{{"nodes", QJsonArray::fromStringList(each.nodes)},
                           {"count", each.count},
                           {"reason", each.reason}});
  for (const PartitionState& each : state.partitions) partitions.append(partitionJson(each));
  for (const ReservationState& each : state.reservations)
    reservations.append(reservationJson(each));
  for (const ServiceClass& each : state.qos) classes.append(classJson(each));
  return {{"time", state.time},
          {"partitions", partitions},
          {"nodes", nodesJson(state.nodes)},
          {"gpus", gpusJson(state.gpus)},
          {"accounts", QJsonArray::fromStringList(state.accounts)},
          {"features", QJsonArray::fromStringList(state.features)},
          {"qos", classes},
          {"reservations", reservations},
          {"out", out},
          {"silent", QJsonArray::fromStringList(state.silent)}};
}

ClusterState clusterStateFrom(const QJsonObject& json) {
  ClusterState state;
  state.time = json["time"].toDouble();
  for (const QJsonValue& each : json["partitions"].toArray())
    state.partitions.append(partitionStateFrom(each));
  state.nodes = nodesFrom(json["nodes"]);
  state.gpus = gpusFrom(json["gpus"]);
  state.accounts = textsFrom(json["accounts"]);
  state.features = textsFrom(json["features"]);
  for (const QJsonValue& each : json["qos"].toArray()) state.qos.append(serviceClassFrom(each));
  for (const QJsonValue& each : json["reservations"].toArray())
    state.reservations.append(reservationFrom(each));
  for (const QJsonValue& each : json["out"].toArray())
    state.out.append({textsFrom(each["nodes"]), each["count"].toInt(), each["reason"].toString()});
  state.silent = textsFrom(json["silent"]);
  return state;
}

QJsonObject toJson(const QueueAnswer& answer) {
  QJsonArray jobs;
  for (const QueueEntry& each : answer.jobs) jobs.append(queuedJson(each));
  return {{"time", answer.time},
          {"user", answer.user},
          {"jobs", jobs},
          {"left_out", answer.leftOut},
          {"silent", QJsonArray::fromStringList(answer.silent)}};
}

QueueAnswer queueAnswerFrom(const QJsonObject& json) {
  QueueAnswer answer;
  answer.time = json["time"].toDouble();
  answer.user = json["user"].toString();
  for (const QJsonValue& each : json["jobs"].toArray())
    answer.jobs.append(queuedFrom(each.toObject()));
  answer.leftOut = json["left_out"].toInteger();
  answer.silent = textsFrom(json["silent"]);
  return answer;
}

QueueAnswer queueAnswerOf(const ClusterState& state, const QString& user,
                          const QHash<QString, QString>& runs) {
  QueueAnswer answer{state.time, user, {}, 0, state.silent};
  QList<const QueuedJob*> mine, waiting, others, running;
  for (const QueuedJob& job : state.jobs) {
    if (!user.isEmpty() && job.user == user)
      mine << &job;
    else
      (job.phase == QueuedJob::Phase::waiting ? waiting : running) << &job;
  }
  std::stable_sort(mine.begin(), mine.end(), [](const QueuedJob* a, const QueuedJob* b) {
    const bool aRuns = a->phase != QueuedJob::Phase::waiting,
               bRuns = b->phase != QueuedJob::Phase::waiting;
    return aRuns != bRuns ? aRuns : !aRuns && hasEarlierTurn(a, b);
  });
  std::stable_sort(waiting.begin(), waiting.end(), hasEarlierTurn);
  answer.leftOut = std::max<qsizetype>(mine.size() - mostOfMine, 0);
  mine.resize(std::min(mine.size(), mostOfMine));
  QList<qsizetype> isBeforeMine(waiting.size(), 0);
  for (const QueuedJob* job : mine) {
    QueueEntry entry = entryOf(*job, runs);
    entry.isMine = true;
    if (job->isEligible)
      for (qsizetype i = 0; i < waiting.size(); ++i)
        if (isBefore(*waiting[i], *job)) entry.before += waiting[i]->tasks, ++isBeforeMine[i];
    if (job->isEligible)
      for (const QueuedJob* own : mine)
        if (isBefore(*own, *job)) entry.before += own->tasks;
    answer.jobs.append(entry);
  }
  for (qsizetype i = 0; i < waiting.size(); ++i)
    if (isBeforeMine[i] > 0) others << waiting[i];
  for (const QueuedJob* job : others.first(std::min(others.size(), mostBefore)))
    answer.jobs.append(entryOf(*job, runs));
  for (const QueuedJob* job : running.first(std::min(running.size(), mostRunning)))
    answer.jobs.append(entryOf(*job, runs));
  answer.leftOut += std::max<qsizetype>(others.size() - mostBefore, 0) +
                    std::max<qsizetype>(running.size() - mostRunning, 0);
  return answer;
}

}  // namespace trainyard
