// SPDX-License-Identifier: GPL-3.0-or-later
// The methods of the service: name, arguments and answer of each. A method is one line here with
// its structs, a handler in remote/service/calls, and its callers: client.call(methods::scan,
// target). resources/help/formats.md describes what each does. One file because it is the list of
// all that the service can be asked.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/results/inspection.h"
#include "engine/contract/results/rehearsal.h"
#include "engine/contract/results/training_plan.h"
#include "remote/service/protocol/cluster_values.h"
#include "remote/service/protocol/consent_values.h"
#include "remote/service/protocol/engine_values.h"
#include "remote/service/protocol/file_values.h"
#include "remote/service/protocol/history_values.h"
#include "remote/service/protocol/inspection_request.h"
#include "remote/service/protocol/method.h"
#include "remote/service/protocol/protocol.h"
#include "remote/service/protocol/reading_values.h"
#include "remote/service/protocol/study_plan.h"
#include "remote/service/protocol/terminal_values.h"
#include "remote/service/protocol/tunnel_values.h"
#include "remote/service/protocol/usage_values.h"
#include "remote/target/target_files.h"
#include "remote/target/target_paths.h"

namespace trainyard {

// Answered by the service itself, about a connection: `hello` and `watch`.
struct Greeting {
  int protocol = 0;
  QString version;
  qint64 build = 0;     // modification time of the service's program, Unix milliseconds
  bool asks = false;    // can ask the user for a login's questions
  bool clicks = false;  // each call is a command by that user
};
inline void describe(Section<Greeting>& section) {
  section.field("protocol", &Greeting::protocol).minimum(0);
  section.field("version", &Greeting::version);
  section.field("build", &Greeting::build).minimum(0);
  section.field("asks", &Greeting::asks);
  section.field("clicks", &Greeting::clicks);
}

struct WatchArguments {
  QStringList runs;  // whose live metrics and messages are sent; replaces the previous list
};
inline void describe(Section<WatchArguments>& section) {
  section.field("runs", &WatchArguments::runs);
}

struct DataInspectionArguments {
  SubmitRequest experiment;
  InspectionRequest what;
};
inline void describe(Section<DataInspectionArguments>& section) {
  section.include(&DataInspectionArguments::experiment);
  section.include(&DataInspectionArguments::what);
}

struct RehearsalArguments {
  SubmitRequest experiment;
  bool steps = true;  // false: a training is only planned
};
inline void describe(Section<RehearsalArguments>& section) {
  section.include(&RehearsalArguments::experiment);
  section.field("steps", &RehearsalArguments::steps);
}

struct SampleArguments {
  QString preset;
  QString folder;  // absolute; empty: one of the data folder
};
inline void describe(Section<SampleArguments>& section) {
  section.field("preset", &SampleArguments::preset).required();
  section.field("folder", &SampleArguments::folder);
}
struct SampleDocument {
  QString path;
};
inline void describe(Section<SampleDocument>& section) {
  section.field("path", &SampleDocument::path);
}

struct StartedCluster {
  QString target;
};
inline void describe(Section<StartedCluster>& section) {
  section.field("target", &StartedCluster::target);
}

struct PathsArguments {
  QString target = QStringLiteral("here"), folder, prefix;
};
inline void describe(Section<PathsArguments>& section) {
  section.field("target", &PathsArguments::target);
  section.field("folder", &PathsArguments::folder);
  section.field("prefix", &PathsArguments::prefix);
}

struct CountArguments {
  QString target = QStringLiteral("here");
  QStringList paths;
};
inline void describe(Section<CountArguments>& section) {
  section.field("target", &CountArguments::target);
  section.field("paths", &CountArguments::paths);
}

struct PathCounts {
  QList<PathCount> counts;  // one per path
};
inline void describe(Section<PathCounts>& section) { section.field("counts", &PathCounts::counts); }

struct MirrorArguments {
  SubmitRequest experiment;
  QString folder;
  // How many surplus names the user has agreed to delete; nothing: the surplus is kept.
  std::optional<qint64> deletions;
};
inline void describe(Section<MirrorArguments>& section) {
  section.include(&MirrorArguments::experiment);
  section.field("folder", &MirrorArguments::folder);
  section.field("deletions", &MirrorArguments::deletions).minimum(0).omitted_when_default();
}

struct MirroredFolder {
  QString folder;  // its real path
};
inline void describe(Section<MirroredFolder>& section) {
  section.field("folder", &MirroredFolder::folder);
}

struct AnnotateArguments {
  QStringList runs;  // UUIDs
  RunAnnotation annotation;
};
inline void describe(Section<RunAnnotation>& section) {
  section.field("title", &RunAnnotation::title).omitted_when_default();
  section.field("note", &RunAnnotation::note).omitted_when_default();
  section.field("tags", &RunAnnotation::tags).omitted_when_default();
  section.field("project", &RunAnnotation::project).omitted_when_default();
  section.field("is_pinned", &RunAnnotation::isPinned).omitted_when_default();
  section.field("is_archived", &RunAnnotation::isArchived).omitted_when_default();
  section.field("is_shown", &RunAnnotation::isShown).omitted_when_default();
  section.field("colour", &RunAnnotation::colour).minimum(-1).omitted_when_default();
  section.field("duplicate_of", &RunAnnotation::duplicateOf).omitted_when_default();
}
inline void describe(Section<AnnotateArguments>& section) {
  section.field("runs", &AnnotateArguments::runs).required();
  section.include(&AnnotateArguments::annotation);
}

struct FetchArguments {
  QString run;
  FetchWhat what = FetchWhat::results;
  QString destination;  // empty: chosen by the service
};
inline void describe(Section<FetchArguments>& section) {
  section.field("run", &FetchArguments::run);
  section.field("what", &FetchArguments::what).required();
  section.field("destination", &FetchArguments::destination);
}

struct ResumeArguments {
  QString run;
  QStringList changes{};  // of settings before it goes on, "path=value"
  TextsByName environment = ownVariables();
};
inline void describe(Section<ResumeArguments>& section) {
  section.field("run", &ResumeArguments::run);
  section.field("changes", &ResumeArguments::changes);
  section.field("environment", &ResumeArguments::environment);
}

struct RunArguments {
  QString run;  // UUID
};
inline void describe(Section<RunArguments>& section) { section.field("run", &RunArguments::run); }

struct CancelAnswer {
  // Empty: the request was delivered. Otherwise the target cannot be reached, and this sentence
  // says that it will be delivered later.
  QString waits;
};
inline void describe(Section<CancelAnswer>& section) {
  section.field("waits", &CancelAnswer::waits);
}

struct RemoveArguments {
  QString run;
  RemoveWhat what = RemoveWhat::checkpoints;
};
inline void describe(Section<RemoveArguments>& section) {
  section.field("run", &RemoveArguments::run);
  section.field("what", &RemoveArguments::what).required();
}

struct TargetArguments {
  QString target = QStringLiteral("here");
};
inline void describe(Section<TargetArguments>& section) {
  section.field("target", &TargetArguments::target);
}

struct CopiedRun {  // which is known in another folder
  QString folder, run, knownFolder;
};
inline void describe(Section<CopiedRun>& section) {
  section.field("folder", &CopiedRun::folder);
  section.field("run", &CopiedRun::run);
  section.field("known_folder", &CopiedRun::knownFolder);
}
struct ScanAnswer {
  qint64 added = 0;         // runs that were not in the store
  QList<CopiedRun> copies;  // left out
};
inline void describe(Section<ScanAnswer>& section) {
  section.field("added", &ScanAnswer::added);
  section.field("copies", &ScanAnswer::copies);
}

struct LogFilesArguments {
  QString run;
  int attempt = 0;  // 0: the newest
};
inline void describe(Section<LogFilesArguments>& section) {
  section.field("run", &LogFilesArguments::run);
  section.field("attempt", &LogFilesArguments::attempt).minimum(0);
}

struct LogFiles {
  QList<LogFile> files;
};
inline void describe(Section<LogFiles>& section) { section.field("files", &LogFiles::files); }

struct ReadLogArguments {
  QString run;
  int attempt = 0;
  QString file;
  qint64 offset = 0;
};
inline void describe(Section<ReadLogArguments>& section) {
  section.field("run", &ReadLogArguments::run);
  section.field("attempt", &ReadLogArguments::attempt).minimum(0);
  section.field("file", &ReadLogArguments::file);
  section.field("offset", &ReadLogArguments::offset).minimum(0);
}

struct ResultSplit {
  QString split;
  qint64 bytes = 0;
};
inline void describe(Section<ResultSplit>& section) {
  section.field("split", &ResultSplit::split);
  section.field("bytes", &ResultSplit::bytes);
}

struct ResultSplits {
  QList<ResultSplit> splits;
};
inline void describe(Section<ResultSplits>& section) {
  section.field("splits", &ResultSplits::splits);
}

struct ReadResultArguments {
  QString run, split;
  qint64 offset = 0;
};
inline void describe(Section<ReadResultArguments>& section) {
  section.field("run", &ReadResultArguments::run);
  section.field("split", &ReadResultArguments::split);
  section.field("offset", &ReadResultArguments::offset).minimum(0);
}

struct TargetRecords {
  QList<TargetRecord> targets;  // starting with "here"
};
inline void describe(Section<TargetRecords>& section) {
  section.field("targets", &TargetRecords::targets);
}

// One that comes with the program: its name in `TargetSettings::site`, and what it says.
struct KnownSite {
  QString id;
  SiteProfile profile;
};
inline void describe(Section<KnownSite>& section) {
  section.field("name", &KnownSite::id);
  section.field("profile", &KnownSite::profile);
}

struct KnownSites {
  QList<KnownSite> sites;
};
inline void describe(Section<KnownSites>& section) { section.field("sites", &KnownSites::sites); }

struct NameArguments {
  QString name;  // of a target
};
inline void describe(Section<NameArguments>& section) {
  section.field("name", &NameArguments::name);
}

struct BasesArguments {
  QString host, sshConfig;
};
inline void describe(Section<BasesArguments>& section) {
  section.field("host", &BasesArguments::host);
  section.field("ssh_config", &BasesArguments::sshConfig);
}

struct BaseFolders {
  QList<BaseFolder> bases;
};
inline void describe(Section<BaseFolders>& section) { section.field("bases", &BaseFolders::bases); }

// By a login alone, or with a job on a node too.
enum class CheckTarget { login, withJob };
struct CheckTargetArguments {
  QString name;
  bool job = false;
};
inline void describe(Section<CheckTargetArguments>& section) {
  section.field("name", &CheckTargetArguments::name);
  section.field("job", &CheckTargetArguments::job);
}

struct TunnelRecords {
  QList<TunnelRecord> tunnels;
};
inline void describe(Section<TunnelRecords>& section) {
  section.field("tunnels", &TunnelRecords::tunnels);
}

struct CloseTunnelArguments {
  qint64 tunnel = 0;
};
inline void describe(Section<CloseTunnelArguments>& section) {
  section.field("tunnel", &CloseTunnelArguments::tunnel).minimum(0);
}

struct ClusterArguments {
  QString target = QStringLiteral("here");
  ProbeWhen when = ProbeWhen::ask;
};
inline void describe(Section<ClusterArguments>& section) {
  section.field("target", &ClusterArguments::target);
  section.field("when", &ClusterArguments::when);
}

struct CancelQueuedArguments {
  QString target = QStringLiteral("here"), queued;
};
inline void describe(Section<CancelQueuedArguments>& section) {
  section.field("target", &CancelQueuedArguments::target);
  section.field("queued", &CancelQueuedArguments::queued);
}

struct QueuedArguments {
  QString target = QStringLiteral("here"), queued;
};
inline void describe(Section<QueuedArguments>& section) {
  section.field("target", &QueuedArguments::target);
  section.field("queued", &QueuedArguments::queued).required();
}

struct AdoptedJob {
  QString run;  // UUID
};
inline void describe(Section<AdoptedJob>& section) { section.field("run", &AdoptedJob::run); }

struct CancelledJob {
  QString job;
};
inline void describe(Section<CancelledJob>& section) { section.field("job", &CancelledJob::job); }

struct StartedStudy {
  QString study;                        // UUID
  std::vector<Diagnostic> diagnostics;  // warnings
};
inline void describe(Section<StartedStudy>& section) {
  section.field("study", &StartedStudy::study);
  section.field("diagnostics", &StartedStudy::diagnostics);
}

struct SetTrialsArguments {
  QString study;  // UUID
  qint64 trials = 0;
};
inline void describe(Section<SetTrialsArguments>& section) {
  section.field("study", &SetTrialsArguments::study).required();
  section.field("trials", &SetTrialsArguments::trials).required().minimum(0).maximum(1e6);
}

namespace methods {

// Reads, checks, transfers, starts; answers once the job exists or nothing was started. The run is
// in the store as `preparing` from the start, with the current step as its `reason`. A document
// with errors gives "experiment.invalid", whose argument `diagnostics` is a List of Maps with the
// keys of a diagnostic; nothing is left behind then.
inline constexpr Method<SubmitRequest, SubmittedRun> submit{"submit"};
// Returns the script and the command line that `submit` would use; changes nothing. Errors: those
// of `submit`.
inline constexpr Method<SubmitRequest, RenderedScript> render{"render"};
// Checks what can be checked before anything is transferred: the document, the target's limits,
// paths there, the scheduler's own checks.
inline constexpr Method<SubmitRequest, CheckAnswer> check{"check", OnLeave::end, Reaches::target};
// The data of the experiment as training would see it, looked at where it is. Progress comes as
// reports of the target whose `what` is the code of a phase. Error "inspect.lies_here",
// "inspect.no_engine": of clusters.
inline constexpr Method<DataInspectionArguments, Inspection> inspect{"inspect", OnLeave::end,
                                                                     Reaches::target};
// What a training of the engine would take, planned on this computer wherever it is going to run.
// Errors: "plan.command", "plan.lies_there", those of the engine.
inline constexpr Method<SubmitRequest, TrainingPlan> plan{"plan", OnLeave::end};
// What would make the submission fail, as far as this computer can tell without asking the target:
// the findings of `check` on the document, of some steps of a shrunk model on the first rows, of
// the code of other workloads, and of the target's GPUs. Progress comes as reports of the target.
// Errors: "rehearsal.failed".
inline constexpr Method<RehearsalArguments, Rehearsal> rehearse{"rehearse", OnLeave::end};
// Creates a preset's small sample, with generated data, on this computer, or finds the one that is
// there. Errors: "preset.no_sample", "program.not_installed".
inline constexpr Method<SampleArguments, SampleDocument> makeSample{"sample.make", OnLeave::end};
// Starts the practice cluster of the checkout that the program was built in, and adds it to the
// targets. Progress comes as reports of its target, whose `what` is what is being done. Errors:
// "practice.no_checkout", "practice.needs_password", "practice.not_started".
inline constexpr Method<Nothing, StartedCluster> startPractice{"practice.start", OnLeave::end};
inline constexpr Method<SubmitRequest, SyncPreviewAnswer> syncPreview{"sync.preview", OnLeave::end,
                                                                      Reaches::target};
// Paths on a target while the user types: names in a folder (absolute, or starting with ~) with a
// prefix, and counts for paths. Never logs in: error "paths.not_connected".
inline constexpr Method<PathsArguments, PathNames> pathsList{"paths.list"};
inline constexpr Method<CountArguments, PathCounts> pathsCount{"paths.count"};
// What is at a path on a target (target_files.h). Logs in if necessary.
inline constexpr Method<FilesArguments, TargetListing> filesList{"files.list", OnLeave::end,
                                                                 Reaches::target};
// Fetches a file, also into a folder that exists, or the content of a folder.
inline constexpr Method<FetchFilesArguments, FetchedRun> filesFetch{"files.fetch", OnLeave::end,
                                                                    Reaches::target};
// Reads a piece of a file, at most 1 MiB; empty after its end. Errors: those of `files.list`,
// "files.is_folder", "files.no_file".
inline constexpr Method<ReadFileArguments, FilePiece> filesRead{"files.read", OnLeave::end,
                                                                Reaches::target};
// Compares the experiment's code with a folder on the target that has our marker, is empty or does
// not exist.
inline constexpr Method<MirrorArguments, MirrorAnswer> mirrorPreview{"mirror.preview", OnLeave::end,
                                                                     Reaches::target};
// Sends what the folder lacks. If the surplus has more names than `deletions`, the error is
// "transfer.too_many_deletions".
inline constexpr Method<MirrorArguments, MirroredFolder> mirror{"mirror", OnLeave::end,
                                                                Reaches::target};
// Fetches results from the target. Resumes if it was interrupted.
inline constexpr Method<FetchArguments, FetchedRun> fetch{"fetch", OnLeave::end, Reaches::target};
// Starts a new attempt of the same run, from its last checkpoint. Error "run.open" while it is
// waiting or running.
inline constexpr Method<ResumeArguments, Nothing> resume{"resume"};
// The end is reported as a change. Error "run.ended" if it has ended.
inline constexpr Method<RunArguments, CancelAnswer> cancel{"cancel", OnLeave::goOn,
                                                           Reaches::target};
// Permanently deletes from the target. Error "run.open" while it is waiting or running.
inline constexpr Method<RemoveArguments, Nothing> remove{"remove", OnLeave::goOn, Reaches::target};
// Changes what a person noted about some runs; what is not given stays.
inline constexpr Method<AnnotateArguments, Nothing> annotate{"runs.annotate", OnLeave::goOn};
// Searches the target for runs that are not in the store.
inline constexpr Method<TargetArguments, ScanAnswer> scan{"scan", OnLeave::end, Reaches::target};
// Takes runs that other trackers have recorded below these folders into the store. Errors:
// "history.no_folder", "history.nothing_found".
inline constexpr Method<ImportHistoryArguments, ImportedHistory> importHistory{"runs.import"};
// Reads an attempt's kept output again and replaces the points that were read from it before; what
// the program sent or its trackers wrote stays. Errors: "run.open", "reread.no_output",
// "reread.failed", "pattern.…".
inline constexpr Method<RereadArguments, RereadAnswer> reread{"runs.reread", OnLeave::end,
                                                              Reaches::target};
// Lists an attempt's output files, and reads a piece of one, at most 1 MiB. A file that does not
// exist yet is empty.
inline constexpr Method<LogFilesArguments, LogFiles> logsList{"logs.list", OnLeave::end,
                                                              Reaches::target};
inline constexpr Method<ReadLogArguments, LogChunk> logsRead{"logs.read", OnLeave::end,
                                                             Reaches::target};
// Searches such a file where it lies; at most 1,000 lines. Errors: "logs.pattern",
// "logs.not_searched".
inline constexpr Method<SearchLogArguments, LogHits> logsSearch{"logs.search", OnLeave::end,
                                                                Reaches::target};
// Lists the splits with plots in a run's results, and reads a piece of a split's file (formats.md),
// at most 1 MiB; empty after its end.
inline constexpr Method<RunArguments, ResultSplits> resultsList{"results.list", OnLeave::end,
                                                                Reaches::target};
inline constexpr Method<ReadResultArguments, LogChunk> resultsRead{"results.read", OnLeave::end,
                                                                   Reaches::target};
// Starts a search whose trials are jobs of their own; `run` of the request is the study's UUID.
// Answers once the study is on the disk: the service goes on with it, also after a restart. Called
// again with the same UUID, it finds the study. Errors: "study.no_search", "study.array", those of
// `check`, also as "experiment.invalid".
inline constexpr Method<SubmitRequest, StartedStudy> studiesStart{"studies.start", OnLeave::goOn,
                                                                  Reaches::target};
// What a submission of several values would submit, and what its study has already; every run that
// would be submitted is checked. Changes nothing. Errors: those of combinationsOf(),
// "study.unknown", "study.other_document", "study.is_search", those of the target.
inline constexpr Method<StudyPlanArguments, StudyPlan> studiesPlan{"studies.plan", OnLeave::end,
                                                                   Reaches::target};
// How many trials the study shall have, wherever they run: as many as have started, and no more are
// started. Errors: "study.unknown", "study.time_over", "study.job_completed".
inline constexpr Method<SetTrialsArguments, Nothing> studiesSetTrials{
    "studies.set_trials", OnLeave::goOn, Reaches::target};
// The targets for runs.
inline constexpr Method<Nothing, TargetRecords> targetsList{"targets.list"};
inline constexpr Method<TargetSettings, Nothing> targetsAdd{"targets.add", OnLeave::goOn};
// Sets all settings of the target with this name. Error "target.in_use": a different login while
// the target is being used.
inline constexpr Method<TargetSettings, Nothing> targetsEdit{"targets.edit", OnLeave::goOn};
inline constexpr Method<NameArguments, Nothing> targetsRemove{"targets.remove", OnLeave::goOn};
// Logs in, even after a refused login.
inline constexpr Method<NameArguments, Nothing> targetsConnect{"targets.connect"};
inline constexpr Method<NameArguments, Nothing> targetsDisconnect{"targets.disconnect",
                                                                  OnLeave::goOn};
// Folders on a host that could be a target's base; they need not exist yet.
inline constexpr Method<BasesArguments, BaseFolders> targetsBases{"targets.bases"};
inline constexpr Method<CheckTargetArguments, TargetCheckAnswer> targetsCheck{"targets.check"};
// What this program keeps in the target's base folder, measured there.
inline constexpr Method<NameArguments, TargetUsage> targetsUsage{"targets.usage", OnLeave::end,
                                                                 Reaches::target};
// Permanently deletes folders of that list that nothing needs; what that is, is asked again.
inline constexpr Method<CleanArguments, CleanedFolders> targetsClean{"targets.clean", OnLeave::goOn,
                                                                     Reaches::target};
// Brings the engine to a target before a run needs it; progress comes as reports of the target.
// Ends there, too, if its caller leaves; what has arrived is kept. Errors: those of planEngine and
// sendEngine, "engine.here".
inline constexpr Method<InstallEngineArguments, InstalledEngine> engineInstall{
    "engine.install", OnLeave::end, Reaches::target};
// What the engine of this program consists of, and, of a target, which of it is there.
inline constexpr Method<NameArguments, EngineListing> engineList{"engine.list", OnLeave::end,
                                                                 Reaches::target};
// Permanently deletes trees of engines that no open run uses; of this computer, what was fetched to
// be sent from it.
inline constexpr Method<RemoveEngineArguments, CleanedFolders> engineRemove{
    "engine.remove", OnLeave::goOn, Reaches::target};
// Removes unlocked keys from the service's memory; connections stay open.
inline constexpr Method<Nothing, Nothing> targetsForgetKeys{"targets.forget_keys", OnLeave::goOn};
// The site profiles that are part of the program.
inline constexpr Method<Nothing, KnownSites> sitesList{"sites.list"};
// Opens a port on this computer that leads to one on a target, only for programs of this user. It
// is closed with the run, with the target's connection and with the service.
inline constexpr Method<TunnelRequest, TunnelRecord> tunnelsOpen{"tunnels.open", OnLeave::end,
                                                                 Reaches::target};
inline constexpr Method<Nothing, TunnelRecords> tunnelsList{"tunnels.list"};
inline constexpr Method<CloseTunnelArguments, Nothing> tunnelsClose{"tunnels.close", OnLeave::goOn};
// Runs a command, or a login shell, for a person: the program that connects to the socket with the
// token within half a minute gets its streams and its exit status (client_streams.h). Errors:
// "terminal.here", "terminal.no_queue".
inline constexpr Method<TerminalRequest, TerminalTicket> terminalsOpen{
    "terminals.open", OnLeave::end, Reaches::target};
// At most 30 s old if the cluster may be queried; without its jobs. Errors: "cluster.none" for a
// target without a queue; "cluster.not_seen" if nothing is known and it may not be queried.
inline constexpr Method<ClusterArguments, ClusterState> clusterState{"cluster.state", OnLeave::end,
                                                                     Reaches::target};
inline constexpr Method<ClusterArguments, QueueAnswer> queueList{"queue.list", OnLeave::end,
                                                                 Reaches::target};
// Ends a job of the user that does not belong to a run. Errors: "queue.no_job", "queue.not_mine",
// "queue.is_run".
inline constexpr Method<CancelQueuedArguments, CancelledJob> queueCancel{
    "queue.cancel", OnLeave::goOn, Reaches::target};
// What the scheduler says of a job of the user. Errors: "queue.no_job", "queue.not_mine".
inline constexpr Method<QueuedArguments, QueuedDetails> queueShow{"queue.show", OnLeave::end,
                                                                  Reaches::target};
// Makes a job of the user that this program did not start a run, which is followed from then on.
// Errors: those of `queue.show`, "queue.is_run", "queue.is_array".
inline constexpr Method<QueuedArguments, AdoptedJob> queueAdopt{"queue.adopt", OnLeave::goOn,
                                                                Reaches::target};
// What a submission takes of its target at most, by its document alone: one run, or one of each
// combination of values; and a resume. Changes nothing, asks nobody. Errors: those of `submit` and
// of combinationsOf().
inline constexpr Method<SpendingArguments, Spending> spendingSubmit{"spending.submit"};
inline constexpr Method<ResumeArguments, Spending> spendingResume{"spending.resume"};
// Asks a person whether an agent may spend, and waits for the answer as long as wanted: `state` of
// the answer is `open` until then. Asked again with the same session and digest it is the same
// request. An answer is given once. Errors: "consent.too_many", "consent.withdrawn".
inline constexpr Method<AskConsentArguments, ConsentRecord> consentRequest{"consent.request"};
// The answer of a person. Errors: "consent.unknown", "consent.no_session".
inline constexpr Method<AnswerConsentArguments, ConsentRecord> consentAnswer{"consent.answer",
                                                                             OnLeave::goOn};
inline constexpr Method<WithdrawConsentArguments, Nothing> consentWithdraw{"consent.withdraw",
                                                                           OnLeave::goOn};
inline constexpr Method<ListConsentsArguments, ConsentRecords> consentList{"consent.list"};

}  // namespace methods

}  // namespace trainyard
