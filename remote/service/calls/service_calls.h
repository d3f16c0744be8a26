// SPDX-License-Identifier: GPL-3.0-or-later
// The handlers of the service's methods (protocol/methods.h). One thread.
#pragma once

#include <functional>
#include <map>
#include <stop_token>

#include <QCoroTask>
#include <QJsonObject>
#include <QString>

#include "engine/contract/result.h"
#include "remote/service/calls/cluster_probes.h"
#include "remote/service/calls/path_probes.h"
#include "remote/service/calls/run_logs.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/runs/runs.h"
#include "remote/service/targets/target_registry.h"
#include "remote/service/tunnels/tunnels.h"

namespace trainyard {

class ServiceCalls {
 public:
  ServiceCalls(Runs& runs, TargetRegistry& targets, Tunnels& tunnels)
      : m_runs(runs), m_targets(targets), m_tunnels(tunnels), m_probes(targets) {}

  static bool knows(const QString& method);
  // A call whose `stop` is requested when nobody waits for its answer any more.
  static bool endsWithItsCaller(const QString& method);
  // Errors besides the method's own: "protocol.parameters".
  QCoro::Task<Result<QJsonObject>> call(QString method, QJsonObject parameters,
                                        std::stop_token stop);
  // Before a call that a person has just typed (Reaches). Whether it helped is what the call finds.
  QCoro::Task<void> logInAgain(QString method, QJsonObject parameters, std::stop_token stop);

 private:
  template <class Answer>
  using Answering = QCoro::Task<Result<Answer>>;
  struct Entry {
    OnLeave onLeave;
    Reaches reaches;
    std::function<Answering<QJsonObject>(ServiceCalls&, QJsonObject, std::stop_token)> answer;
  };
  using Entries = std::map<QString, Entry>;
  static const Entries& entries();
  template <class Arguments, class Answer>
  static void add(Entries& entries, const Method<Arguments, Answer>& method,
                  Answering<Answer> (ServiceCalls::*handler)(Arguments, std::stop_token));
  template <class Arguments, class Answer>
  Answering<QJsonObject> answer(Answering<Answer> (ServiceCalls::*handler)(Arguments,
                                                                           std::stop_token),
                                QJsonObject parameters, std::stop_token stop);

  // Without a login: who types a path has not asked for one. Error "paths.not_connected".
  Result<HeldTarget> connected(const QString& target);

  Answering<SubmittedRun> submit(SubmitRequest request, std::stop_token stop);
  Answering<RenderedScript> render(SubmitRequest request, std::stop_token stop);
  Answering<CheckAnswer> check(SubmitRequest request, std::stop_token stop);
  Answering<QJsonObject> inspect(DataInspectionArguments arguments, std::stop_token stop);
  Answering<SyncPreviewAnswer> previewSync(SubmitRequest request, std::stop_token stop);
  Answering<PathNames> listPaths(PathsArguments arguments, std::stop_token stop);
  Answering<PathCounts> countPathsOf(CountArguments arguments, std::stop_token stop);
  Answering<MirrorAnswer> previewMirror(MirrorArguments arguments, std::stop_token stop);
  Answering<MirroredFolder> mirror(MirrorArguments arguments, std::stop_token stop);
  Answering<FetchedRun> fetch(FetchArguments arguments, std::stop_token stop);
  Answering<Nothing> resume(ResumeArguments arguments, std::stop_token stop);
  Answering<CancelAnswer> cancel(RunArguments arguments, std::stop_token stop);
  Answering<Nothing> remove(RemoveArguments arguments, std::stop_token stop);
  Answering<ScanAnswer> scan(TargetArguments arguments, std::stop_token stop);
  Answering<LogFiles> listLogFiles(LogFilesArguments arguments, std::stop_token stop);
  Answering<LogChunk> readLogFile(ReadLogArguments arguments, std::stop_token stop);
  Answering<ResultSplits> listResultFiles(RunArguments arguments, std::stop_token stop);
  Answering<LogChunk> readResultFile(ReadResultArguments arguments, std::stop_token stop);
  Answering<TargetRecords> listTargets(Nothing, std::stop_token stop);
  Answering<Nothing> addTarget(TargetSettings settings, std::stop_token stop);
  Answering<Nothing> editTarget(TargetSettings settings, std::stop_token stop);
  Answering<Nothing> removeTarget(NameArguments target, std::stop_token stop);
  Answering<Nothing> connectTarget(NameArguments target, std::stop_token stop);
  Answering<Nothing> disconnectTarget(NameArguments target, std::stop_token stop);
  Answering<BaseFolders> targetBases(BasesArguments arguments, std::stop_token stop);
  Answering<TargetCheckAnswer> checkTarget(CheckTargetArguments arguments, std::stop_token stop);
  Answering<Nothing> forgetKeys(Nothing, std::stop_token stop);
  Answering<KnownSites> listSites(Nothing, std::stop_token stop);
  Answering<TunnelRecord> openTunnel(TunnelRequest request, std::stop_token stop);
  Answering<TunnelRecords> listTunnels(Nothing, std::stop_token stop);
  Answering<Nothing> closeTunnel(CloseTunnelArguments arguments, std::stop_token stop);

  struct Probed {
    HeldTarget held;
    ClusterState state;
  };
  Answering<Probed> probe(ClusterArguments arguments, std::stop_token stop);
  Answering<ClusterState> clusterState(ClusterArguments arguments, std::stop_token stop);
  Answering<QueueAnswer> listQueue(ClusterArguments arguments, std::stop_token stop);
  Answering<CancelledJob> cancelQueued(CancelQueuedArguments arguments, std::stop_token stop);

  Runs& m_runs;
  TargetRegistry& m_targets;
  Tunnels& m_tunnels;
  LogListings m_logs;
  PathProbes m_paths;
  ClusterProbes m_probes;
};

}  // namespace trainyard
