// SPDX-License-Identifier: GPL-3.0-or-later
// The values exchanged between service and clients, and their JSON. resources/help/formats.md
// documents the methods.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QCoroTask>
#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/schedulers/target_facts.h"
#include "remote/values/message.h"
#include "remote/service/protocol/login_values.h"
#include "remote/store/records.h"
#include "remote/schedulers/site_profile.h"
#include "remote/target/target_settings.h"
#include "remote/values/records.h"

namespace trainyard {

// The environment that a service or job may inherit from this program: without variables of a run
// that this program itself is part of.
QProcessEnvironment ownEnvironment();
TextsByName ownVariables();

struct SubmitRequest {
  QString path;  // the experiment file, absolute; relative paths in it are relative to its folder
  std::optional<QByteArray> text;  // its text if it differs from the file (unsaved)
  QStringList overrides;           // "path=value", values in YAML syntax
  QString target = QStringLiteral("here");
  QString run;                // UUID of the run to create; empty: set by the client
  QString study{};            // UUID of its study; empty: none
  QStringList studyValues{};  // "path=value": its own values in the study
  int parallel = 0;           // how many runs of its study may be open at once; 0: any number
  bool failFast = false;      // after a failure in its study, it is not submitted any more
  TextsByName environment = ownVariables();  // what a job may inherit
};

// Whether all that is known about the run's end is that its job was lost.
bool isLost(const RunRecord& run);

struct SubmittedRun {
  QString run;                          // UUID
  QString folder;                       // absolute, on the target
  std::vector<Diagnostic> diagnostics;  // warnings
};

// What a submission would write and run.
struct RenderedScript {
  QByteArray script;
  QString commandLine;  // in shell syntax
};

// What is known before anything is transferred.
struct CheckAnswer {
  std::vector<Diagnostic> diagnostics;
  std::optional<double> expectedStart;  // Unix seconds; nothing: unknown
  std::optional<double> gpuHours;       // for the whole time limit; nothing if there is no limit
  QString text;                         // both as a sentence
};

// What a submission would send.
struct SyncPreviewAnswer {
  struct Data {
    QString path;  // on this computer
    qint64 bytes = 0;
    bool isThere = false;
  };
  qint64 codeFiles = 0, codeBytes = 0;
  qint64 leftByGit = 0, leftByGitBytes = 0;  // files there that git ignores, which are not
                                             // transferred
  QStringList leftByGitNames;    // the first entries of the code folder that are or contain them
  QStringList idlePatterns;      // patterns of code.exclude that exclude nothing
  QStringList missingSinceLast;  // what the newest run of the same source had and this one lacks
  QList<Data> data;
  qint64 engineBytes = 0;  // to transfer; 0 if it is there
  bool engineIsThere = false;
  double engineSeconds = 0, seconds = 0;  // by the last measured rate; 0: unknown
};

// What mirroring the code to a folder on the target would do, or did.
struct MirrorAnswer {
  QString folder;               // its real path on the target
  qint64 files = 0, bytes = 0;  // to transfer
  qint64 surplusCount = 0;      // files, links and folders in the folder that are not in the code
  QStringList surplus;          // their names, at most 1,000
};

// The name of an attempt's output file, for `readLog`, and its size.
struct LogFile {
  QString name;  // "stdout.log", "stderr.log", "nodes/<node>/rank-0.out"
  qint64 bytes = 0;
};

struct LogChunk {
  Bytes data;
  qint64 nextOffset = 0;  // where the next read continues
};

// `entry`: what this computer knows about the run and nothing on its target, which may be gone.
enum class RemoveWhat { checkpoints, all, entry };
template <>
struct Names<RemoveWhat> {
  static constexpr std::pair<RemoveWhat, std::string_view> all[] = {
      {RemoveWhat::checkpoints, "checkpoints"},
      {RemoveWhat::all, "all"},
      {RemoveWhat::entry, "entry"}};
};
enum class FetchWhat {
  checkpoints,
  results,
  all,
  work
};  // work: the working folder of a job
    // script
template <>
struct Names<FetchWhat> {
  static constexpr std::pair<FetchWhat, std::string_view> all[] = {
      {FetchWhat::checkpoints, "checkpoints"},
      {FetchWhat::results, "results"},
      {FetchWhat::all, "all"},
      {FetchWhat::work, "work"}};
};

// The progress of a transfer.
struct ProgressReport {
  QString run, target;  // exactly one is set
  QString what;         // "code", "data", "engine", "torch", "results", ...
  qint64 bytesDone = 0, bytesTotal = 0;
  double bytesPerSecond = 0, secondsLeft = 0;  // 0: unknown
};

// The connection to a target. `waiting`: will be retried automatically at `nextTry`. `refused`: the
// user must act; connecting tries again.
enum class TargetLink { none, connecting, connected, waiting, refused };
template <>
struct Names<TargetLink> {
  static constexpr std::pair<TargetLink, std::string_view> all[] = {
      {TargetLink::none, "none"},
      {TargetLink::connecting, "connecting"},
      {TargetLink::connected, "connected"},
      {TargetLink::waiting, "waiting"},
      {TargetLink::refused, "refused"}};
};

struct TargetRecord {
  TargetSettings settings;  // for "here": name and base
  QString kind;             // of its queue, SchedulerKind::name
  TargetLink link = TargetLink::none;
  QString reason;  // of the link, a sentence; also as `code` and `arguments`
  QString code;
  double since = 0, nextTry = 0;  // Unix seconds
  TargetFacts facts;
  Map arguments{};
  SiteProfile site{};     // without a name: none, or it cannot be read
  Message siteProblem{};  // why it cannot be read; without a code: it can

  bool isHere() const { return settings.name == QLatin1String("here"); }
};

// A folder on a host that could be a target's base.
struct BaseFolder {
  QString path, label;  // "home", "scratch", "work"
  std::optional<qint64> freeBytes, quotaBytes;
  bool isWritable = false;
};

// A finding of a target check; `info` means that it is fine.
struct TargetFinding {
  Severity severity = Severity::info;
  std::string code;
  QString text;
  Map arguments{};
};
struct TargetCheckAnswer {
  QList<TargetFinding> findings;
  TargetFacts facts;
};

// What was fetched from a target.
struct FetchedRun {
  QString path;
  QStringList leftOut;  // links that lead out of their folder
};

void describe(Section<SubmitRequest>& section);
void describe(Section<SubmittedRun>& section);
void describe(Section<RenderedScript>& section);
void describe(Section<CheckAnswer>& section);
void describe(Section<SyncPreviewAnswer::Data>& section);
void describe(Section<SyncPreviewAnswer>& section);
void describe(Section<MirrorAnswer>& section);
void describe(Section<LogFile>& section);
void describe(Section<LogChunk>& section);
void describe(Section<ProgressReport>& section);
void describe(Section<TargetRecord>& section);
void describe(Section<BaseFolder>& section);
void describe(Section<TargetFinding>& section);
void describe(Section<TargetCheckAnswer>& section);
void describe(Section<FetchedRun>& section);

// `withdrawn` is requested when the answer is no longer needed. No answer: nobody is there, others
// are asked.
using Answerer = std::function<QCoro::Task<std::optional<LoginAnswer>>(LoginQuestion question,
                                                                       std::stop_token withdrawn)>;

}  // namespace trainyard
