// SPDX-License-Identifier: GPL-3.0-or-later
// The client side of the background service: starts it when nothing answers, calls its methods,
// passes on its notifications. resources/help/formats.md documents the protocol itself.
//
// One thread, one event loop. Every call is a coroutine that ends with error "cancelled" when
// `stop` is requested, and with "service.lost" when the connection breaks before the answer (the
// service may have done it: read the store). The owner requests stop and awaits its calls before it
// destroys the client. History is read from RunStore, not through here.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/protocol/inspection_request.h"
#include "remote/service/protocol/path_values.h"
#include "remote/service/protocol/protocol.h"
#include "remote/service/protocol/tunnel_values.h"
#include "remote/store/records.h"

namespace trainyard {

class ServiceClient : public QObject {
  Q_OBJECT

 public:
  struct Places {
    QString serviceProgram;  // `yard`; empty: beside this program
    QString socket;          // empty: that of this data folder, serviceSocket() of places.h
  };
  explicit ServiceClient(QObject* parent = nullptr);
  explicit ServiceClient(Places places, QObject* parent = nullptr);
  ~ServiceClient() override;

  // Connects; starts the service when none answers, and replaces one that is older than this
  // program. Waits at most 15 s. Calling it while connected does nothing. After `disconnected` call
  // it again.
  QCoro::Task<Result<void>> connectToService(std::stop_token stop = {});
  bool isConnected() const;

  // Puts the questions of logins to a person: the service asks this client and all others that have
  // one, and the first answer counts. Set it before connecting. What it uses must live until the
  // client is gone and its answers are given. typed: each call is that person's command, so a login
  // that was refused or lost is tried again for it.
  enum class Calls { ofPages, typed };
  void setAnswerer(Answerer answerer, Calls calls = Calls::ofPages);

  // Reads, checks, sends, starts; answers when the job exists or nothing was started. The run is in
  // the store as `preparing` from the beginning, its `reason` says what is being done. A document
  // with errors gives "experiment.invalid", whose argument `diagnostics` is a List of Maps with the
  // keys of a diagnostic; nothing is left behind then. When the connection breaks, it connects
  // again and asks once more for the same run. A stop ends the waiting only; `cancel` ends the run.
  QCoro::Task<Result<SubmittedRun>> submit(SubmitRequest request, std::stop_token stop = {});
  // The script and the command line that `submit` would use; changes nothing. Errors as those of
  // `submit`.
  QCoro::Task<Result<RenderedScript>> render(SubmitRequest request, std::stop_token stop = {});
  // What is known of it before anything travels: the document, the target's limits, paths there,
  // the scheduler's own opinion.
  QCoro::Task<Result<CheckAnswer>> check(SubmitRequest request, std::stop_token stop = {});
  QCoro::Task<Result<SyncPreviewAnswer>> previewSync(SubmitRequest request,
                                                     std::stop_token stop = {});
  // The data of the experiment as training would see it, looked at where it lies: the JSON object
  // of `engine inspect --json`. Progress comes as reports of the target whose `what` is the code of
  // a phase. Error "inspect.lies_here", "inspect.no_engine": of clusters.
  QCoro::Task<Result<QJsonObject>> inspect(SubmitRequest request, InspectionRequest what,
                                           std::stop_token stop = {});
  // What lies on a target, for a person who types: names in a folder (absolute, or from ~ on) that
  // begin so, and how much is under each of the paths. Never logs in: error "paths.not_connected".
  QCoro::Task<Result<PathNames>> pathNames(QString target, QString folder, QString prefix,
                                           std::stop_token stop = {});
  QCoro::Task<Result<QList<PathCount>>> countPaths(QString target, QStringList paths,
                                                   std::stop_token stop = {});
  // The experiment's code and a folder of the target that carries our marker, or is empty or not
  // there yet.
  QCoro::Task<Result<MirrorAnswer>> previewMirror(SubmitRequest request, QString folder,
                                                  std::stop_token stop = {});
  // Sends what the folder has not. `deletions`: how many names of the surplus a person has agreed
  // to delete; when there are more, the error is "transfer.too_many_deletions". Without it the
  // surplus stays. Returns the folder's real path.
  QCoro::Task<Result<QString>> mirror(SubmitRequest request, QString folder,
                                      std::optional<qint64> deletions, std::stop_token stop = {});
  // A new attempt of the same run, from its last checkpoint. Error "run.open" while it waits or
  // runs.
  QCoro::Task<Result<void>> resume(QString run, std::stop_token stop = {});
  // The end arrives as a change. Returns nothing when the request is delivered; else the target
  // cannot be reached, and a sentence says that it is kept and delivered then. Error "run.ended"
  // when it is over.
  QCoro::Task<Result<QString>> cancel(QString run, std::stop_token stop = {});
  // Deletes from the target for good. Error "run.open" while it waits or runs.
  QCoro::Task<Result<void>> remove(QString run, RemoveWhat what, std::stop_token stop = {});
  // Looks on the target for runs that the store does not know; returns how many were added.
  QCoro::Task<Result<int>> scan(QString target, std::stop_token stop = {});
  // Brings results from the target; `destination` empty: a folder of the service's choice. Returns
  // the folder. One that was interrupted continues.
  QCoro::Task<Result<FetchedRun>> fetch(QString run, FetchWhat what, QString destination,
                                        std::stop_token stop = {});

  // Where runs can go; "here" is the first.
  QCoro::Task<Result<QList<TargetRecord>>> targets(std::stop_token stop = {});
  QCoro::Task<Result<void>> addTarget(TargetSettings settings, std::stop_token stop = {});
  // All settings of the target of this name. Error "target.in_use": another login than the one that
  // something needs now.
  QCoro::Task<Result<void>> editTarget(TargetSettings settings, std::stop_token stop = {});
  // The sites that come with the program.
  QCoro::Task<Result<QList<KnownSite>>> sites(std::stop_token stop = {});
  QCoro::Task<Result<void>> removeTarget(QString name, std::stop_token stop = {});
  // Folders of a host that could be the base of a target, which need not exist yet.
  QCoro::Task<Result<QList<BaseFolder>>> targetBases(QString host, QString sshConfig,
                                                     std::stop_token stop = {});
  // Logs in; also after a refused login.
  QCoro::Task<Result<void>> connectTarget(QString name, std::stop_token stop = {});
  QCoro::Task<Result<void>> disconnectTarget(QString name, std::stop_token stop = {});
  // Unlocked keys leave the service's memory; connections stay.
  QCoro::Task<Result<void>> forgetKeys(std::stop_token stop = {});
  enum class CheckTarget { login, withJob };
  QCoro::Task<Result<TargetCheckAnswer>> checkTarget(QString name, CheckTarget what,
                                                     std::stop_token stop = {});

  // A port of this computer that leads to one of a target, for programs of this user alone. It is
  // closed with the run, with the target's connection and with the service.
  QCoro::Task<Result<TunnelRecord>> openTunnel(TunnelRequest request, std::stop_token stop = {});
  QCoro::Task<Result<QList<TunnelRecord>>> tunnels(std::stop_token stop = {});
  QCoro::Task<Result<void>> closeTunnel(qint64 id, std::stop_token stop = {});

  // Output files of an attempt (0: the newest), and a piece of one, at most 1 MiB. A file that is
  // not there yet is empty.
  QCoro::Task<Result<QList<LogFile>>> logFiles(QString run, int attempt = 0,
                                               std::stop_token stop = {});
  QCoro::Task<Result<LogChunk>> readLog(QString run, int attempt, QString file, qint64 offset,
                                        std::stop_token stop = {});

  // The splits that a run's results have pictures of, and a piece of a split's file (formats.md),
  // at most 1 MiB; empty behind its end.
  QCoro::Task<Result<QList<LogFile>>> resultFiles(QString run, std::stop_token stop = {});
  QCoro::Task<Result<LogChunk>> readResult(QString run, QString split, qint64 offset,
                                           std::stop_token stop = {});

  // A method by its name, for those who give its values a form (cluster_client.h).
  QCoro::Task<Result<QJsonObject>> call(QString method, QJsonObject parameters,
                                        std::stop_token stop = {});

  // Live metrics and messages of these runs are sent from now on (replaces the former list; holds
  // over reconnects).
  void watch(const QStringList& runs);

  // Why the service cannot write to the store now: this computer's disk is full. What is under way
  // goes on meanwhile.
  const std::optional<Error>& storeRefusal() const;

 signals:
  void connected();
  void disconnected();
  // Something of these runs changed in the store: state, progress, reason, summary. At most every
  // 100 ms. Also for removed ones.
  void runsChanged(const QStringList& runs);
  // Watched runs only. The same values are in the store already.
  void metricsArrived(const trainyard::MetricBatch& batch);
  void messageArrived(const QString& run, const trainyard::MessageRecord& message);
  // Link or facts of these targets changed, or the list of targets did.
  void targetsChanged(const QStringList& names);
  void storeChanged();  // storeRefusal() did
  // At most ten a second.
  void progressArrived(const trainyard::ProgressReport& report);

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace trainyard
