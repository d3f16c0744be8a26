// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster has, what of it is free now, and who waits for it: as a person wants to know it
// who writes an experiment or wonders why a job does not start. No kind of scheduler is named in
// it.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/schedulers/target_facts.h"
#include "remote/values/message.h"

namespace trainyard {

// Of nodes that can take jobs: those that are down or drained count nowhere.
struct GpuCount {
  QString type;  // empty where the site names none
  int total = 0, free = 0;
  int maxOnANode = 0;  // the greatest number that is free on one node
};

// Nodes that take no jobs, for one reason.
struct NodesOut {
  QStringList nodes;  // the first of them
  int count = 0;
  QString reason;  // in the site's words
};

struct NodeCounts {
  int idle = 0, mixed = 0, busy = 0;  // mixed: some of it is in use
  int reserved = 0;                   // for others, or for maintenance
  int down = 0;                       // or drained, or not answering
  int total() const { return idle + mixed + busy + reserved + down; }
};

struct PartitionState {
  PartitionFacts limits;  // name, state, times, nodes, GPUs of each node, who may use it
  NodeCounts nodes;
  QList<GpuCount> gpus;
  int processors = 0, freeProcessors = 0;
  QStringList features;             // of its nodes
  qint64 running = 0, waiting = 0;  // jobs; tasks of an array count one each
};

struct ReservationState {
  QString name, nodes, partition;
  int nodeCount = 0;
  double start = 0, end = 0;  // Unix seconds; 0: not known
  bool isActive = false;
  QStringList users, accounts;  // who may use it; both empty: not said
};

// A class of service, with what one person may have of it.
struct ServiceClass {
  QString name;
  std::optional<qint64> priority, maxSeconds, maxJobs;
  QString maxResources;  // in the scheduler's words: "cpu=64,gres/gpu=8"
};

struct QueuedJob {
  QString id;      // as a person writes it: "51", "51_3", "51_[2-15]"
  QString number;  // of the whole job: "51"
  QString user, account, qos, name, nodes;
  QStringList partitions;
  enum class Phase { waiting, running, ending } phase = Phase::waiting;
  Message why;                      // it waits, or is in another state than running
  qint64 tasks = 1;                 // of an array that wait together
  int nodeCount = 0, gpus = 0;      // of all its nodes
  double submitted = 0, start = 0;  // start: expected while it waits; 0: not known
  std::optional<qint64> elapsedSeconds, limitSeconds;
  double priority = 0;
  bool isEligible = true;  // waiting: for its turn alone, not for a person, a date or another job
};

template <>
struct Names<QueuedJob::Phase> {
  static constexpr std::pair<QueuedJob::Phase, std::string_view> all[] = {
      {QueuedJob::Phase::waiting, "waiting"},
      {QueuedJob::Phase::running, "running"},
      {QueuedJob::Phase::ending, "ending"}};
};

struct ClusterState {
  double time = 0;  // of the answer, Unix seconds, this computer's clock
  QList<PartitionState> partitions;
  NodeCounts nodes;
  QList<GpuCount> gpus;
  QStringList accounts, features;
  QList<ServiceClass> qos;  // this person's
  QList<ReservationState> reservations;
  QList<NodesOut> out{};  // those for which the site gives a reason
  QList<QueuedJob> jobs;  // all that the site shows; not described, since a queue is asked for
  // Why something of it is not known, in the scheduler's words; empty: all is.
  QStringList silent{};
};

void describe(Section<GpuCount>& section);
void describe(Section<NodesOut>& section);
void describe(Section<NodeCounts>& section);
void describe(Section<PartitionState>& section);
void describe(Section<ReservationState>& section);
void describe(Section<ServiceClass>& section);
void describe(Section<QueuedJob>& section);
void describe(Section<ClusterState>& section);

// Whether `other` waits for a turn in a partition of `job`, and has it earlier.
bool isBefore(const QueuedJob& other, const QueuedJob& job);
// Whether the reservation is for this person.
bool isFor(const ReservationState& reservation, const QString& user, const QStringList& accounts);
// Adds to the count of its type.
// `total`, `free`: of one node.
void addGpus(QList<GpuCount>& gpus, const QString& type, int total, int free);

}  // namespace trainyard
