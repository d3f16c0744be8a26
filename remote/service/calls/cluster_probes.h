// SPDX-License-Identifier: GPL-3.0-or-later
// What clusters have and who waits there, for whoever wants to know: each is asked at most every
// 30 s, whoever asks and however often, and never by itself. One thread.
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
  static constexpr std::chrono::minutes accountsAge{60};  // those cost the site's accounting

  explicit ClusterProbes(TargetRegistry& targets) : m_targets(targets) {}

  // Not older than `age`. The target is connected while this runs. Errors: those of
  // Scheduler::look, which also count for `age`; "cluster.none" of a kind that has no such thing.
  QCoro::Task<Result<ClusterState>> state(HeldTarget held, std::stop_token stop);
  // The last answer, however old; nothing: there was none from this machine.
  std::optional<ClusterState> known(const HeldTarget& held) const;
  // The next question goes to the cluster: a person named what the last answer does not have.
  void expire(const HeldTarget& held) { m_kept[held.target.name].age.invalidate(); }
  // Somebody ended it: it is shown so until the next answer.
  void noteCancelled(const HeldTarget& held, const QString& job);

 private:
  struct Kept {
    const Host* host = nullptr;
    std::optional<ClusterState> state;
    std::optional<Error> problem;  // of the newest question
    QElapsedTimer age, accountsAge;
  };
  void keepFacts(const HeldTarget& held, const ClusterState& state);

  TargetRegistry& m_targets;
  std::map<QString, Kept> m_kept;
};

}  // namespace trainyard
