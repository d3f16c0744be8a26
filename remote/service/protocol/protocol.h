// SPDX-License-Identifier: GPL-3.0-or-later
// The values that service and clients exchange, and their JSON. resources/help/formats.md documents
// the methods.
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

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/schedulers/target_facts.h"
#include "remote/values/message.h"
#include "remote/service/protocol/login_values.h"
#include "remote/store/records.h"
#include "remote/target/site_profile.h"
#include "remote/target/target_settings.h"
#include "remote/values/records.h"

namespace trainyard {

// What a service or job may inherit of this program's surroundings. The variables of a run that
// this program itself is part of are not.
QProcessEnvironment ownEnvironment();
TextsByName ownVariables();

struct SubmitRequest {
  QString path;  // the experiment file, absolute; relative paths in it count from its folder
  std::optional<QByteArray> text;  // its text when it differs from the file's (unsaved)
  QStringList overrides;           // "path=value", values in YAML's spelling
  QString target = QStringLiteral("here");
  QString run;                // the UUID of the run to be; empty: the client makes one
  QString study{};            // UUID of the study that it belongs to; empty: of none
  QStringList studyValues{};  // "path=value": what it alone has in there
  TextsByName environment = ownVariables();  // what a job may inherit
};

// Whether all that is said of the run's end is that nobody knows how its job ended.
bool isLost(const RunRecord& run);

struct SubmittedRun {
  QString run;                          // UUID
  QString folder;                       // absolute, on the target
  std::vector<Diagnostic> diagnostics;  // warnings
};

// What submission would write and run.
struct RenderedScript {
  QByteArray script;
  QString commandLine;  // as a shell would take it
};

// What is known before anything travels.
struct CheckAnswer {
  std::vector<Diagnostic> diagnostics;
  std::optional<double> expectedStart;  // Unix seconds; nothing: the target did not say
  std::optional<double> gpuHours;       // of the whole time limit; nothing where there is no limit
  QString text;                         // both as a sentence
};

// What submission would send.
struct SyncPreviewAnswer {
  struct Data {
    QString path;  // on this computer
    qint64 bytes = 0;
    bool isThere = false;
  };
  qint64 codeFiles = 0, codeBytes = 0;
  qint64 leftByGit = 0, leftByGitBytes = 0;  // files there that git ignores, which do not travel
  QStringList leftByGitNames;                // the first entries of the code folder with them
  QStringList idlePatterns;                  // of code.exclude, that leave nothing out
  QStringList missingSinceLast;  // what the newest run of the same source had and this one has not
  QList<Data> data;
  qint64 engineBytes = 0;  // that travel; 0 when it is there
  bool engineIsThere = false;
  double engineSeconds = 0, seconds = 0;  // by the last measured rate; 0: not known yet
};

// What mirroring the code into a folder of the target would do, or did.
struct MirrorAnswer {
  QString folder;               // its real path, there
  qint64 files = 0, bytes = 0;  // that travel
  qint64 surplusCount = 0;  // what the folder has and the code has not: files, links and folders
  QStringList surplus;      // their names, 1,000 at most
};

// Names of an attempt's output files and their sizes, as `readLog` takes them.
struct LogFile {
  QString name;  // "stdout.log", "stderr.log", "nodes/<node>/rank-0.out"
  qint64 bytes = 0;
};

struct LogChunk {
  Bytes data;
  qint64 nextOffset = 0;  // ask again from here
};

// Values that arrived since the last batch; at most one batch per 100 ms and run.
struct MetricBatch {
  struct Entry {
    QString name;
    MetricPoint point;
  };
  QString run;
  QList<Entry> entries;  // by attempt and sequence
};

// `entry`: what this computer knows of the run and nothing on its target, which may be gone.
enum class RemoveWhat { checkpoints, all, entry };
template <>
struct Names<RemoveWhat> {
  static constexpr std::pair<RemoveWhat, std::string_view> all[] = {
      {RemoveWhat::checkpoints, "checkpoints"},
      {RemoveWhat::all, "all"},
      {RemoveWhat::entry, "entry"}};
};
enum class FetchWhat { checkpoints, results, all, work };  // work: where a job script works
template <>
struct Names<FetchWhat> {
  static constexpr std::pair<FetchWhat, std::string_view> all[] = {
      {FetchWhat::checkpoints, "checkpoints"},
      {FetchWhat::results, "results"},
      {FetchWhat::all, "all"},
      {FetchWhat::work, "work"}};
};

// How far something that travels has come.
struct ProgressReport {
  QString run, target;  // one of them is set
  QString what;         // "code", "data", "engine", "torch", "results", ...
  qint64 bytesDone = 0, bytesTotal = 0;
  double bytesPerSecond = 0, secondsLeft = 0;  // 0: not known yet
};

// The connection to a target. `waiting`: tried again by itself at `nextTry`. `refused`: a person
// must act; connecting tries again.
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
  TargetSettings settings;  // of "here": name and base
  QString kind;             // of its queue, as SchedulerKind::name
  TargetLink link = TargetLink::none;
  QString reason;  // of the link, a sentence; by `code` and `arguments` too
  QString code;
  double since = 0, nextTry = 0;  // Unix seconds
  TargetFacts facts;
  Map arguments{};
  SiteProfile site{};     // without a name: it has none, or it cannot be read
  Message siteProblem{};  // why; without a code: it can

  bool isHere() const { return settings.name == QLatin1String("here"); }
};

// A folder on a host that could be a target's base.
struct BaseFolder {
  QString path, label;  // "home", "scratch", "work"
  std::optional<qint64> freeBytes, quotaBytes;
  bool isWritable = false;
};

// What a check of a target found; `info` is what is well.
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

// What was brought from a target.
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

// `withdrawn` is requested when the answer is no longer wanted. No answer: nobody is here, somebody
// else is asked.
using Answerer = std::function<QCoro::Task<std::optional<LoginAnswer>>(LoginQuestion question,
                                                                       std::stop_token withdrawn)>;

}  // namespace trainyard
