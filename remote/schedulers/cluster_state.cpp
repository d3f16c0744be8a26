// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/cluster_state.h"

#include "remote/values/numbers.h"
#include "remote/values/records.h"

#include <algorithm>

namespace trainyard {

void describe(Section<GpuCount>& section) {
  section.field("type", &GpuCount::type);
  section.field("total", &GpuCount::total);
  section.field("free", &GpuCount::free);
  section.field("most_on_a_node", &GpuCount::maxOnANode);
}

void describe(Section<NodesOut>& section) {
  section.field("nodes", &NodesOut::nodes);
  section.field("count", &NodesOut::count);
  section.field("reason", &NodesOut::reason);
}

void describe(Section<NodeCounts>& section) {
  section.field("idle", &NodeCounts::idle);
  section.field("mixed", &NodeCounts::mixed);
  section.field("busy", &NodeCounts::busy);
  section.field("reserved", &NodeCounts::reserved);
  section.field("down", &NodeCounts::down);
}

void describe(Section<PartitionState>& section) {
  section.field("limits", &PartitionState::limits);
  section.field("nodes", &PartitionState::nodes);
  section.field("gpus", &PartitionState::gpus);
  section.field("processors", &PartitionState::processors);
  section.field("free_processors", &PartitionState::freeProcessors);
  section.field("features", &PartitionState::features);
  section.field("running", &PartitionState::running);
  section.field("waiting", &PartitionState::waiting);
}

void describe(Section<ReservationState>& section) {
  section.field("name", &ReservationState::name);
  section.field("nodes", &ReservationState::nodes);
  section.field("partition", &ReservationState::partition);
  section.field("node_count", &ReservationState::nodeCount);
  section.field("start", &ReservationState::start);
  section.field("end", &ReservationState::end);
  section.field("active", &ReservationState::isActive);
  section.field("users", &ReservationState::users);
  section.field("accounts", &ReservationState::accounts);
}

void describe(Section<ServiceClass>& section) {
  section.field("name", &ServiceClass::name);
  section.field("priority", &ServiceClass::priority);
  section.field("max_seconds", &ServiceClass::maxSeconds);
  section.field("max_jobs", &ServiceClass::maxJobs);
  section.field("max_resources", &ServiceClass::maxResources);
}

void describe(Section<QueuedJob>& section) {
  section.field("job", &QueuedJob::id);
  section.field("number", &QueuedJob::number);
  section.field("user", &QueuedJob::user);
  section.field("account", &QueuedJob::account);
  section.field("qos", &QueuedJob::qos);
  section.field("name", &QueuedJob::name);
  section.field("nodes", &QueuedJob::nodes);
  section.field("partitions", &QueuedJob::partitions);
  section.field("phase", &QueuedJob::phase);
  section.field("why", &QueuedJob::why);
  section.field("tasks", &QueuedJob::tasks);
  section.field("node_count", &QueuedJob::nodeCount);
  section.field("gpus", &QueuedJob::gpus);
  section.field("submitted", &QueuedJob::submitted);
  section.field("start", &QueuedJob::start);
  section.field("elapsed_seconds", &QueuedJob::elapsedSeconds);
  section.field("limit_seconds", &QueuedJob::limitSeconds);
  section.field("priority", &QueuedJob::priority);
  section.field("eligible", &QueuedJob::isEligible);
}

void describe(Section<QueuedFiles>& section) {
  section.field("work_folder", &QueuedFiles::workFolder);
  section.field("command", &QueuedFiles::command);
  section.field("output", &QueuedFiles::output);
  section.field("error_output", &QueuedFiles::errorOutput);
}

void describe(Section<ClusterState>& section) {
  section.field("time", &ClusterState::time);
  section.field("partitions", &ClusterState::partitions);
  section.field("nodes", &ClusterState::nodes);
  section.field("gpus", &ClusterState::gpus);
  section.field("accounts", &ClusterState::accounts);
  section.field("features", &ClusterState::features);
  section.field("qos", &ClusterState::qos);
  section.field("balances", &ClusterState::balances);
  section.field("reservations", &ClusterState::reservations);
  section.field("out", &ClusterState::out);
  section.field("silent", &ClusterState::silent);
}

bool isBefore(const QueuedJob& other, const QueuedJob& job) {
  using Phase = QueuedJob::Phase;
  if (other.phase != Phase::waiting || job.phase != Phase::waiting || !other.isEligible)
    return false;
  if (other.id == job.id) return false;
  const bool meet =
      std::any_of(other.partitions.begin(), other.partitions.end(),
                  [&](const QString& partition) { return job.partitions.contains(partition); });
  if (!meet) return false;
  if (other.priority != job.priority) return other.priority > job.priority;
  if (other.submitted != job.submitted) return other.submitted < job.submitted;
  return other.number.toLongLong() < job.number.toLongLong();
}

bool isFor(const ReservationState& reservation, const QString& user, const QStringList& accounts) {
  if (reservation.users.isEmpty() && reservation.accounts.isEmpty()) return true;
  return reservation.users.contains(user) ||
         std::any_of(accounts.begin(), accounts.end(), [&](const QString& account) {
           return reservation.accounts.contains(account);
         });
}

void addGpus(QList<GpuCount>& gpus, const QString& type, int total, int free) {
  const auto same = std::find_if(gpus.begin(), gpus.end(),
                                 [&](const GpuCount& count) { return count.type == type; });
  if (same == gpus.end()) {
    gpus.append({type, total, free, free});
  } else {
    same->total = countSum(same->total, total);
    same->free = countSum(same->free, free);
    same->maxOnANode = std::max(same->maxOnANode, free);
  }
}

}  // namespace trainyard
