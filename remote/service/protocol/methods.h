// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of the service: name, arguments and answer of each. A call is one line here with its
// structs, a handler in remote/service/calls, and whoever calls it: client.call(methods::scan,
// {target}). resources/help/formats.md says what each does.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/service/protocol/cluster_values.h"
#include "remote/service/protocol/inspection_request.h"
#include "remote/service/protocol/protocol.h"
#include "remote/service/protocol/tunnel_values.h"
#include "remote/target/target_paths.h"

namespace trainyard {

// A call whose caller leaves before the answer ends, or what it began goes on without it (a
// submission); others do not end in the middle.
enum class OnLeave { goOn, end };
// Before a call that a person has just typed, a login that was refused, or that needs somebody, is
// tried again for those that reach for their target and do not log in themselves.
enum class Reaches { target, nothing };

template <class Arguments_, class Answer_>
struct Method {
  using Arguments = Arguments_;
  using Answer = Answer_;
  const char* name;
  OnLeave onLeave = OnLeave::end;
  Reaches reaches = Reaches::nothing;
};

struct Nothing {};

// What the service itself answers about a connection: `hello` and `watch`.
struct Greeting {
  int protocol = 0;
  QString version;
  qint64 build = 0;     // change time of the service's program, Unix milliseconds
  bool asks = false;    // puts a login's questions to a person
  bool clicks = false;  // each call is that person's command
};
struct WatchArguments {
  QStringList runs;  // whose live metrics and messages are sent; replaces the former list
};

struct DataInspectionArguments {
  SubmitRequest experiment;
  InspectionRequest what;
};
struct PathsArguments {
  QString target = QStringLiteral("here"), folder, prefix;
};
struct CountArguments {
  QString target = QStringLiteral("here");
  QStringList paths;
};
struct PathCounts {
  QList<PathCount> counts;  // one for each path
};
struct MirrorArguments {
  SubmitRequest experiment;
  QString folder;
  // How many names of the surplus a person has agreed to delete; nothing: the surplus stays.
  std::optional<qint64> deletions;
};
struct MirroredFolder {
  QString folder;  // its real path
};
struct FetchArguments {
  QString run;
  FetchWhat what = FetchWhat::results;
  QString destination;  // empty: a folder of the service's choice
};
struct ResumeArguments {
  QString run;
  TextsByName environment = ownVariables();
};
struct RunArguments {
  QString run;  // UUID
};
struct CancelAnswer {
  // Empty: the request is delivered. Else the target cannot be reached, and a sentence says that it
  // is kept and delivered then.
  QString waits;
};
struct RemoveArguments {
  QString run;
  RemoveWhat what = RemoveWhat::checkpoints;
};
struct TargetArguments {
  QString target = QStringLiteral("here");
};
struct ScanAnswer {
  qint64 added = 0;  // runs that the store did not know
};
struct LogFilesArguments {
  QString run;
  int attempt = 0;  // 0: the newest
};
struct LogFiles {
  QList<LogFile> files;
};
struct ReadLogArguments {
  QString run;
  int attempt = 0;
  QString file;
  qint64 offset = 0;
};
struct ResultSplit {
  QString split;
  qint64 bytes = 0;
};
struct ResultSplits {
  QList<ResultSplit> splits;
};
struct ReadResultArguments {
  QString run, split;
  qint64 offset = 0;
};
struct TargetRecords {
  QList<TargetRecord> targets;  // "here" is the first
};
// One that comes with the program: its name in `TargetSettings::site`, and what it says.
struct KnownSite {
  QString id;
  SiteProfile profile;
};
struct KnownSites {
  QList<KnownSite> sites;
};
struct NameArguments {
  QString name;  // of a target
};
struct BasesArguments {
  QString host, sshConfig;
};
struct BaseFolders {
  QList<BaseFolder> bases;
};
// By a login alone, or with a job on a node too.
enum class CheckTarget { login, withJob };
struct CheckTargetArguments {
  QString name;
  bool job = false;
};
struct TunnelRecords {
  QList<TunnelRecord> tunnels;
};
struct CloseTunnelArguments {
  qint64 tunnel = 0;
};
struct ClusterArguments {
  QString target = QStringLiteral("here");
  ProbeWhen when = ProbeWhen::ask;
};
struct CancelQueuedArguments {
  QString target = QStringLiteral("here"), queued;
};
struct CancelledJob {
  QString job;
};

void describe(Section<Nothing>& section);
void describe(Section<Greeting>& section);
void describe(Section<WatchArguments>& section);
void describe(Section<DataInspectionArguments>& section);
void describe(Section<PathsArguments>& section);
void describe(Section<CountArguments>& section);
void describe(Section<PathCounts>& section);
void describe(Section<MirrorArguments>& section);
void describe(Section<MirroredFolder>& section);
void describe(Section<FetchArguments>& section);
void describe(Section<ResumeArguments>& section);
void describe(Section<RunArguments>& section);
void describe(Section<CancelAnswer>& section);
void describe(Section<RemoveArguments>& section);
void describe(Section<TargetArguments>& section);
void describe(Section<ScanAnswer>& section);
void describe(Section<LogFilesArguments>& section);
void describe(Section<LogFiles>& section);
void describe(Section<ReadLogArguments>& section);
void describe(Section<ResultSplit>& section);
void describe(Section<ResultSplits>& section);
void describe(Section<ReadResultArguments>& section);
void describe(Section<TargetRecords>& section);
void describe(Section<KnownSite>& section);
void describe(Section<KnownSites>& section);
void describe(Section<NameArguments>& section);
void describe(Section<BasesArguments>& section);
void describe(Section<BaseFolders>& section);
void describe(Section<CheckTargetArguments>& section);
void describe(Section<TunnelRecords>& section);
void describe(Section<CloseTunnelArguments>& section);
void describe(Section<ClusterArguments>& section);
void describe(Section<CancelQueuedArguments>& section);
void describe(Section<CancelledJob>& section);

namespace methods {

// Reads, checks, sends, starts; answers when the job exists or nothing was started. The run is in
// the store as `preparing` from the beginning, its `reason` says what is being done. A document
// with errors gives "experiment.invalid", whose argument `diagnostics` is a List of Maps with the
// keys of a diagnostic; nothing is left behind then.
inline constexpr Method<SubmitRequest, SubmittedRun> submit{"submit"};
// The script and the command line that `submit` would use; changes nothing. Errors as those of
// `submit`.
inline constexpr Method<SubmitRequest, RenderedScript> render{"render"};
// What is known of it before anything travels: the document, the target's limits, paths there,
// the scheduler's own opinion.
inline constexpr Method<SubmitRequest, CheckAnswer> check{"check", OnLeave::end, Reaches::target};
// The data of the experiment as training would see it, looked at where it lies: the JSON object
// of `engine inspect --json`. Progress comes as reports of the target whose `what` is the code of
// a phase. Error "inspect.lies_here", "inspect.no_engine": of clusters.
inline constexpr Method<DataInspectionArguments, QJsonObject> inspect{"inspect", OnLeave::end,
                                                                      Reaches::target};
inline constexpr Method<SubmitRequest, SyncPreviewAnswer> syncPreview{"sync.preview", OnLeave::end,
                                                                      Reaches::target};
// What lies on a target, for a person who types: names in a folder (absolute, or from ~ on) that
// begin so, and how much is under each of the paths. Never logs in: error "paths.not_connected".
inline constexpr Method<PathsArguments, PathNames> pathsList{"paths.list"};
inline constexpr Method<CountArguments, PathCounts> pathsCount{"paths.count"};
// The experiment's code and a folder of the target that carries our marker, or is empty or not
// there yet.
inline constexpr Method<MirrorArguments, MirrorAnswer> mirrorPreview{"mirror.preview", OnLeave::end,
                                                                     Reaches::target};
// Sends what the folder has not. When the surplus has more names than `deletions`, the error is
// "transfer.too_many_deletions".
inline constexpr Method<MirrorArguments, MirroredFolder> mirror{"mirror", OnLeave::end,
                                                                Reaches::target};
// Brings results from the target. One that was interrupted continues.
inline constexpr Method<FetchArguments, FetchedRun> fetch{"fetch", OnLeave::end, Reaches::target};
// A new attempt of the same run, from its last checkpoint. Error "run.open" while it waits or
// runs.
inline constexpr Method<ResumeArguments, Nothing> resume{"resume"};
// The end arrives as a change. Error "run.ended" when it is over.
inline constexpr Method<RunArguments, CancelAnswer> cancel{"cancel", OnLeave::goOn,
                                                           Reaches::target};
// Deletes from the target for good. Error "run.open" while it waits or runs.
inline constexpr Method<RemoveArguments, Nothing> remove{"remove", OnLeave::goOn, Reaches::target};
// Looks on the target for runs that the store does not know.
inline constexpr Method<TargetArguments, ScanAnswer> scan{"scan", OnLeave::end, Reaches::target};
// Output files of an attempt, and a piece of one, at most 1 MiB. A file that is not there yet is
// empty.
inline constexpr Method<LogFilesArguments, LogFiles> logsList{"logs.list", OnLeave::end,
                                                              Reaches::target};
inline constexpr Method<ReadLogArguments, LogChunk> logsRead{"logs.read", OnLeave::end,
                                                             Reaches::target};
// The splits that a run's results have pictures of, and a piece of a split's file (formats.md),
// at most 1 MiB; empty behind its end.
inline constexpr Method<RunArguments, ResultSplits> resultsList{"results.list", OnLeave::end,
                                                                Reaches::target};
inline constexpr Method<ReadResultArguments, LogChunk> resultsRead{"results.read", OnLeave::end,
                                                                   Reaches::target};
// Where runs can go.
inline constexpr Method<Nothing, TargetRecords> targetsList{"targets.list"};
inline constexpr Method<TargetSettings, Nothing> targetsAdd{"targets.add", OnLeave::goOn};
// All settings of the target of this name. Error "target.in_use": another login than the one that
// something needs now.
inline constexpr Method<TargetSettings, Nothing> targetsEdit{"targets.edit", OnLeave::goOn};
inline constexpr Method<NameArguments, Nothing> targetsRemove{"targets.remove", OnLeave::goOn};
// Logs in; also after a refused login.
inline constexpr Method<NameArguments, Nothing> targetsConnect{"targets.connect"};
inline constexpr Method<NameArguments, Nothing> targetsDisconnect{"targets.disconnect",
                                                                  OnLeave::goOn};
// Folders of a host that could be the base of a target, which need not exist yet.
inline constexpr Method<BasesArguments, BaseFolders> targetsBases{"targets.bases"};
inline constexpr Method<CheckTargetArguments, TargetCheckAnswer> targetsCheck{"targets.check"};
// Unlocked keys leave the service's memory; connections stay.
inline constexpr Method<Nothing, Nothing> targetsForgetKeys{"targets.forget_keys", OnLeave::goOn};
// The sites that come with the program.
inline constexpr Method<Nothing, KnownSites> sitesList{"sites.list"};
// A port of this computer that leads to one of a target, for programs of this user alone. It is
// closed with the run, with the target's connection and with the service.
inline constexpr Method<TunnelRequest, TunnelRecord> tunnelsOpen{"tunnels.open", OnLeave::end,
                                                                 Reaches::target};
inline constexpr Method<Nothing, TunnelRecords> tunnelsList{"tunnels.list"};
inline constexpr Method<CloseTunnelArguments, Nothing> tunnelsClose{"tunnels.close", OnLeave::goOn};
// At most 30 s old where the cluster may be asked; without its jobs. Errors: "cluster.none" of a
// target without a queue; "cluster.not_seen" where nothing is known and nobody may be asked.
inline constexpr Method<ClusterArguments, ClusterState> clusterState{"cluster.state", OnLeave::end,
                                                                     Reaches::target};
inline constexpr Method<ClusterArguments, QueueAnswer> queueList{"queue.list", OnLeave::end,
                                                                 Reaches::target};
// Ends a job of the person's own that is no run's. Errors: "queue.no_job", "queue.not_mine",
// "queue.is_run".
inline constexpr Method<CancelQueuedArguments, CancelledJob> queueCancel{
    "queue.cancel", OnLeave::goOn, Reaches::target};

}  // namespace methods

}  // namespace trainyard
