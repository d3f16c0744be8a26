// SPDX-License-Identifier: GPL-3.0-or-later
// What clusters have and who is waiting there: each cluster is queried at most every 30 s, whatever
// the number of callers, and only on request. One thread.
#pragma once

#include <map>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QElapsedTimer>

#include "remote/schedulers/cluster_state.h"
#include "remote/service/targets/target_registry.h"

namespace trainyard {

class ClusterProbes {
 public:
  static constexpr std::chrono::seconds age{30};
  static constexpr std::chrono::minutes accountsAge{60};  // accounts burden the site's accounting

  explicit ClusterProbes(TargetRegistry& targets) : m_targets(targets) {}

  // Returns a state not older than `age`. The target is connected while this runs. Errors: those of
  // Scheduler::look, which are also kept for `age`; "cluster.none" for a kind that does not support
  // it.
  QCoro::Task<Result<ClusterState>> state(HeldTarget held, std::stop_token stop);
  // Returns the last answer, however old; nothing if this machine never got one.
  std::optional<ClusterState> known(const HeldTarget& held) const;
  // Makes the next request query the cluster: the user named something that is not in the last
  // answer.
  void expire(const HeldTarget& held) { m_kept[held.target.name].age.invalidate(); }
  // The job was cancelled: it is shown as such until the next answer.
  void noteCancelled(const HeldTarget& held, const QString& job);

 private:
  struct Kept {
    const Host* host = nullptr;
    std::optional<ClusterState> state;
    std::optional<Error> problem;  // of the newest query
    QElapsedTimer age, accountsAge;
  };
  void keepFacts(const HeldTarget& held, const ClusterState& state);

  TargetRegistry& m_targets;
  std::map<QString, Kept> m_kept;
};

}  // namespace trainyard
