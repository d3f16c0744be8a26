// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster has, what is free now, and who is waiting for it: for users who write an
// experiment or wonder why a job does not start. Independent of the kind of scheduler.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/schedulers/target_facts.h"
#include "remote/values/message.h"

namespace trainyard {

// On nodes that can take jobs: those that are down or drained do not count.
struct GpuCount {
  QString type;  // empty if the site does not name any
  int total = 0, free = 0;
  int maxOnANode = 0;  // the maximum that is free on a single node
};

// Nodes that take no jobs, for the same reason.
struct NodesOut {
  QStringList nodes;  // the first of them
  int count = 0;
  QString reason;  // as given by the site
};

struct NodeCounts {
  int idle = 0, mixed = 0, busy = 0;  // mixed: partly in use
  int reserved = 0;                   // for others, or for maintenance
  int down = 0;                       // or drained, or not answering
  int total() const { return idle + mixed + busy + reserved + down; }
};

struct PartitionState {
  PartitionFacts limits;  // name, state, times, nodes, GPUs per node, who may use it
  NodeCounts nodes;
  QList<GpuCount> gpus;
  int processors = 0, freeProcessors = 0;
  QStringList features;             // of its nodes
  qint64 running = 0, waiting = 0;  // jobs; tasks of an array count individually
};

struct ReservationState {
  QString name, nodes, partition;
  int nodeCount = 0;
  double start = 0, end = 0;  // Unix seconds; 0: unknown
  bool isActive = false;
  QStringList users, accounts;  // who may use it; both empty: not stated
};

// A QOS, with its limits per user.
struct ServiceClass {
  QString name;
  std::optional<qint64> priority, maxSeconds, maxJobs;
  QString maxResources;  // in the scheduler's format: "cpu=64,gres/gpu=8"
};

struct QueuedJob {
  QString id;      // as displayed: "51", "51_3", "51_[2-15]"
  QString number;  // of the whole job: "51"
  QString user, account, qos, name, nodes;
  QStringList partitions;
  enum class Phase { waiting, running, ending } phase = Phase::waiting;
  Message why;                      // why it waits, or is in a state other than running
  qint64 tasks = 1;                 // of an array that are waiting together
  int nodeCount = 0, gpus = 0;      // on all its nodes
  double submitted = 0, start = 0;  // start: the expected one while it waits; 0: unknown
  std::optional<qint64> elapsedSeconds, limitSeconds;
  double priority = 0;
  bool isEligible = true;  // waiting: only for its turn, not for a user, a date or another job
};

template <>
struct Names<QueuedJob::Phase> {
  static constexpr std::pair<QueuedJob::Phase, std::string_view> all[] = {
      {QueuedJob::Phase::waiting, "waiting"},
      {QueuedJob::Phase::running, "running"},
      {QueuedJob::Phase::ending, "ending"}};
};

// What belongs to a job of the user; empty: the scheduler does not say.
struct QueuedFiles {
  QString workFolder, command, output, errorOutput;  // untrusted; absolute paths, but the command
};

struct ClusterState {
  double time = 0;  // of the answer, Unix seconds, by this computer's clock
  QList<PartitionState> partitions;
  NodeCounts nodes;
  QList<GpuCount> gpus;
  QStringList accounts, features;
  QList<ServiceClass> qos;  // available to this user
  QList<AccountBalance> balances{};
  QList<ReservationState> reservations;
  QList<NodesOut> out{};  // those with a reason given by the site
  QList<QueuedJob> jobs;  // all that are visible; not described: requested separately
  // Why parts of it are unknown, in the scheduler's words; empty: everything is known.
  QStringList silent{};
};

void describe(Section<GpuCount>& section);
void describe(Section<NodesOut>& section);
void describe(Section<NodeCounts>& section);
void describe(Section<PartitionState>& section);
void describe(Section<ReservationState>& section);
void describe(Section<ServiceClass>& section);
void describe(Section<QueuedJob>& section);
void describe(Section<QueuedFiles>& section);
void describe(Section<ClusterState>& section);

// Whether `other` is waiting for its turn in a partition of `job`, and is ahead of it.
bool isBefore(const QueuedJob& other, const QueuedJob& job);
// Whether this user may use the reservation.
bool isFor(const ReservationState& reservation, const QString& user, const QStringList& accounts);
// Adds to the count of its type. `total`, `free` are those of one node.
void addGpus(QList<GpuCount>& gpus, const QString& type, int total, int free);

}  // namespace trainyard
