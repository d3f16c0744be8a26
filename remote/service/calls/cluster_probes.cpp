// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/cluster_probes.h"

#include "engine/contract/messages.h"
#include "remote/target/site_balance.h"
#include "remote/transfer/turns.h"

namespace trainyard {
namespace {

bool isFresh(const QElapsedTimer& timer, std::chrono::milliseconds age) {
  return timer.isValid() && !timer.hasExpired(age.count());
}

// A scheduler that does not answer is a result to keep; an unreachable host is not.
bool isWord(const Error& error) {
  return error.code == "cluster.no_answer" || error.code == "host.other_answer";
}

QCoro::Task<void> addBalances(Target target, ClusterState& state, std::stop_token stop) {
  if (target.site.balance.command.isEmpty()) co_return;
  auto balances = co_await probeBalances(*target.host, target.site.balance, stop);
  if (balances)
    state.balances = std::move(*balances);
  else
    state.silent << QString::fromStdString(balances.error().message);
}

}  // namespace

QCoro::Task<Result<ClusterState>> ClusterProbes::state(HeldTarget held, std::stop_token stop) {
  const QString name = held.target.name;
  if (!held.target.scheduler->kind().can.showsCluster)
    co_return make_error("cluster.none", {{"target", name.toStdString()}});
  CO_TRY(const auto turn,
         co_await TransferTurn::take(*held.target.host, QStringLiteral("cluster.state"), stop));
  Kept& kept = m_kept[name];
  if (kept.host != held.target.host) kept = Kept{held.target.host, {}, {}, {}, {}};
  if (isFresh(kept.age, age)) {
    if (kept.problem) co_return Error(*kept.problem);
    co_return ClusterState(*kept.state);
  }
  const bool knowsAccounts = kept.state && isFresh(kept.accountsAge, accountsAge);
  const Look what = knowsAccounts ? Look::use : Look::everything;
  auto state = co_await held.target.scheduler->look(what, stop);
  // A map's entries keep their address while others are added.
  if (!state) {
    if (isWord(state.error())) kept.problem = state.error(), kept.age.start();
    co_return state.error();
  }
  if (knowsAccounts) {
    state->accounts = kept.state->accounts, state->qos = kept.state->qos;
    state->balances = kept.state->balances;
  } else {
    co_await addBalances(held.target, *state, stop);
    kept.accountsAge.start();
  }
  kept.state = *state;
  kept.problem.reset();
  kept.age.start();
  keepFacts(held, *state);
  co_return state;
}

std::optional<ClusterState> ClusterProbes::known(const HeldTarget& held) const {
  const auto kept = m_kept.find(held.target.name);
  if (kept == m_kept.end() || kept->second.host != held.target.host) return std::nullopt;
  return kept->second.state;
}

void ClusterProbes::noteCancelled(const HeldTarget& held, const QString& job) {
  const auto kept = m_kept.find(held.target.name);
  if (kept == m_kept.end() || kept->second.host != held.target.host || !kept->second.state) return;
  for (QueuedJob& each : kept->second.state->jobs)
    if (each.id == job || each.number == job) {
      each.phase = QueuedJob::Phase::ending;
      each.why = makeMessage("queue.ending");
    }
}

// Makes it known to forms and checks, also after this program has ended.
void ClusterProbes::keepFacts(const HeldTarget& held, const ClusterState& state) {
  TargetFacts facts = m_targets.facts(held.target.name);
  const QJsonObject before = toJson(facts);
  facts.partitions.clear();
  for (const PartitionState& partition : state.partitions) facts.partitions << partition.limits;
  facts.features = state.features;
  facts.accounts = state.accounts;
  facts.balances = state.balances;
  facts.reservations.clear();
  for (const ReservationState& one : state.reservations)
    if (isFor(one, facts.user, facts.accounts)) facts.reservations << one.name;
  if (!state.partitions.isEmpty() && toJson(facts) != before)
    m_targets.keepFacts(held.target.name, facts);
}

}  // namespace trainyard
