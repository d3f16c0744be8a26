// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/scheduler/cluster_state.h"

#include <algorithm>

namespace trainyard {

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
    same->total += total;
    same->free += free;
    same->mostOnANode = std::max(same->mostOnANode, free);
  }
}

}  // namespace trainyard
