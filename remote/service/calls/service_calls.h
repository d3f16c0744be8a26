// SPDX-License-Identifier: GPL-3.0-or-later
// The methods of the service's protocol: from parameters to a result. resources/help/formats.md
// documents them. One thread.
#pragma once

#include <map>
#include <stop_token>

#include <QCoroTask>
#include <QJsonObject>
#include <QString>

#include "engine/contract/result.h"
#include "remote/service/calls/cluster_looks.h"
#include "remote/service/calls/path_looks.h"
#include "remote/service/calls/run_logs.h"
#include "remote/service/runs/run_keeper.h"
#include "remote/service/targets/target_keeper.h"
#include "remote/service/tunnels/tunnel_keeper.h"

namespace trainyard {

class ServiceCalls {
 public:
  ServiceCalls(RunKeeper& runs, TargetKeeper& targets, TunnelKeeper& tunnels)
      : m_runs(runs), m_targets(targets), m_tunnels(tunnels), m_looks(targets) {}

  static bool knows(const QString& method);
  // A call whose `stop` is requested when nobody waits for its answer any more: it ends, or what it
  // began goes on without it (a submission). Others do not end in the middle.
  static bool endsWithItsCaller(const QString& method);
  QCoro::Task<Result<QJsonObject>> call(QString method, QJsonObject parameters,
                                        std::stop_token stop);
  // Before a call that a person has just typed: a login that was refused, or that needs somebody,
  // is tried again where the call reaches for its target. Whether it helped is what the call finds.
  QCoro::Task<void> logInAgain(QString method, QJsonObject parameters, std::stop_token stop);

 private:
  using Handler = QCoro::Task<Result<QJsonObject>> (ServiceCalls::*)(QJsonObject parameters,
                                                                     std::stop_token stop);
  enum class OnLeave { goOn, end };
  struct Method {
    Handler handler;
    OnLeave onLeave;
  };
  static const std::map<QString, Method>& methods();

  // Without a login: who types a path has not asked for one. Error "paths.not_connected".
  Result<HeldTarget> connected(const QString& target);

  QCoro::Task<Result<QJsonObject>> submit(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> render(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> fetch(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> previewSync(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> previewMirror(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> mirror(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> check(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> inspect(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listPaths(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> countPathsOf(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> resume(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> cancel(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> remove(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> scan(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listLogFiles(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> readLogFile(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listResultFiles(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> readResultFile(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listTargets(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> addTarget(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> editTarget(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listSites(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> removeTarget(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> connectTarget(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> checkTarget(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> targetBases(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> disconnectTarget(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> forgetKeys(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> openTunnel(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listTunnels(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> closeTunnel(QJsonObject parameters, std::stop_token stop);

  struct Looked {
    HeldTarget held;
    ClusterState state;
  };
  QCoro::Task<Result<Looked>> look(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> clusterState(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> listQueue(QJsonObject parameters, std::stop_token stop);
  QCoro::Task<Result<QJsonObject>> cancelQueued(QJsonObject parameters, std::stop_token stop);

  RunKeeper& m_runs;
  TargetKeeper& m_targets;
  TunnelKeeper& m_tunnels;
  LogListings m_logs;
  PathLooks m_paths;
  ClusterLooks m_looks;
};

}  // namespace trainyard
