// SPDX-License-Identifier: GPL-3.0-or-later
// The open tunnels of this user: each is a port on this computer that leads to one on a node. Kept
// only in memory, with the tokens of their services. A run's tunnel ends when the run is no longer
// running; each ends when the user ends its target's connection, and with the service. After a lost
// connection it waits for the next one. One thread.
#pragma once

#include <map>
#include <memory>
#include <stop_token>

#include <QCoroTask>
#include <QObject>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/service/protocol/tunnel_values.h"
#include "remote/service/runs/runs.h"
#include "remote/service/targets/target_registry.h"
#include "remote/service/tunnels/announced_service.h"

namespace trainyard {

class Tunnels : public QObject {
  Q_OBJECT

 public:
  // Both must outlive it.
  Tunnels(Runs& runs, TargetRegistry& targets);

  // Returns an existing tunnel to the same port, if there is one. Errors: those of
  // TargetRegistry::ready and of a forward, "tunnel.no_node", "tunnel.not_running",
  // "tunnel.nothing_announced", "tunnel.relay", "tunnel.no_relay", "tunnel.too_many",
  // "tunnel.here".
  QCoro::Task<Result<TunnelRecord>> open(TunnelRequest request, std::stop_token stop);
  QList<TunnelRecord> list() const;
  // Also closes its connections. Error "tunnel.unknown".
  Result<void> close(qint64 id);
  void closeAll() { m_open.clear(); }
  int size() const { return static_cast<int>(m_open.size()); }

  static constexpr int limit = 64;

 private:
  struct Open {
    TunnelRecord record;
    HeldTarget held;  // keeps the connection as long as it is needed
    std::unique_ptr<Forward> forward;
  };
  // A service announced by a run, on its node.
  struct Found {
    AnnouncedService service;
    QString node;
  };
  QCoro::Task<Result<TunnelRecord>> openToRun(TunnelRequest request, std::stop_token stop);
  QCoro::Task<Result<Found>> findAnnounced(Host& host, RunRecord run, QString node, quint16 port,
                                           std::stop_token stop);
  QCoro::Task<Result<CommandLine>> relayOf(Host& host, RunRecord run, QString node, quint16 port,
                                           Error direct, std::stop_token stop);
  const TunnelRecord* known(const TunnelRequest& request) const;
  TunnelRecord keep(TunnelRecord record, HeldTarget held, std::unique_ptr<Forward> forward);
  void noteRun(const QString& run);
  void noteTarget(const QString& target);

  Runs& m_runs;
  TargetRegistry& m_targets;
  std::map<qint64, Open> m_open;
  qint64 m_lastId = 0;
};

}  // namespace trainyard
