// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `yard`, one function each; each returns the exit code.
#pragma once

#include <optional>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "remote/import/import.h"
#include "remote/service/client/client.h"

namespace trainyard {

enum class Format { text, json, csv };

// Without the service.
int showMetrics(const QString& run, Format format);
// The run's curves, or those of an array's tasks, for TensorBoard into `folder`.
int exportRun(const QString& run, const QString& folder);
// Of this computer alone.
// `changes`: "path=value".
int checkHere(const QString& path, const QStringList& changes, Format format);
int renderHere(const QString& path, const QStringList& changes);
struct ImportOptions {
  QStringList files;
  QString output;  // empty: stdout
  QString name;    // of the experiment; empty: from the files
  enum class Existing { stays, isReplaced } existing = Existing::stays;
  ImportAs as = ImportAs::automatic;
  int training = 0;  // of several in a script: the first is 1; or its line
};
// Settings of other trainers as an experiment; what is not carried over goes to stderr.
int importFiles(const ImportOptions& options);

// With it.
QCoro::Task<int> listTargets(ServiceClient& client, Format format);
// Without a base: offers folders of the host, and adds nothing.
QCoro::Task<int> addTarget(ServiceClient& client, TargetSettings settings);
// Changes what was given; what was not stays.
struct TargetChanges {
  std::optional<QString> host, sshConfig, base, engine, site;
  std::optional<bool> sharesWithGroup;
};
QCoro::Task<int> editTarget(ServiceClient& client, QString name, TargetChanges changes);
QCoro::Task<int> removeTarget(ServiceClient& client, QString name);
QCoro::Task<int> disconnectTarget(ServiceClient& client, QString name);
QCoro::Task<int> forgetKeys(ServiceClient& client);
QCoro::Task<int> checkTarget(ServiceClient& client, QString name, CheckTarget what, Format format);
QCoro::Task<int> checkExperiment(ServiceClient& client, QString path, QStringList changes,
                                 QString target, Format format);
// The data as training would see it, as `engine inspect` prints it.
QCoro::Task<int> inspectData(ServiceClient& client, QString path, QStringList changes,
                             QString target, InspectionRequest what, Format format);
QCoro::Task<int> renderExperiment(ServiceClient& client, QString path, QStringList changes,
                                  QString target);
struct SubmitOptions {
  QString path, target;
  QStringList overrides;
  bool watch = false;
  Format format = Format::text;
  QString study{};  // beginning of the UUID of one that a grid adds to; empty: a new one
};
// One run for each combination of the values, all of one study; of an older study those that it
// lacks.
QCoro::Task<int> submitStudy(ServiceClient& client, SubmitOptions options, QStringList grid);
QCoro::Task<int> submitExperiment(ServiceClient& client, SubmitOptions options);
// The small sample of the preset that `options.path` names, made in `folder` (empty: NAME-sample),
// and followed. On a cluster with two nodes where the preset has several.
QCoro::Task<int> submitSample(ServiceClient& client, SubmitOptions options, QString folder);
// What would travel at a submission. Nothing is changed.
QCoro::Task<int> syncExperiment(ServiceClient& client, QString path, QString target, Format format);
enum class Ask { onTerminal, never };
struct MirrorOptions {
  QString path, target, folder;
  enum class Surplus {
    stays,
    isDeleted
  } surplus = Surplus::stays;  // what the folder has and the code has not
  enum class Mode { dryRun, mirror } mode = Mode::mirror;
  Ask ask = Ask::onTerminal;  // before something is deleted
  Format format = Format::text;
};
// The experiment's code into a folder of the target.
QCoro::Task<int> mirrorExperiment(ServiceClient& client, MirrorOptions options);
struct RunFilter {
  QString scan;               // a target that is first looked at for runs that are not known
  QString study;              // of that one alone; empty: all, one row a study
  QStringList states;         // any of them; also "open" and "ended"
  QString target, name, tag;  // `name`: a part of it
  int limit = 0;              // rows; 0: all
};
QCoro::Task<int> listRuns(ServiceClient& client, Format format, RunFilter filter);
QCoro::Task<int> showRun(ServiceClient& client, QString run, Format format);
enum class Follow { no, yes };
QCoro::Task<int> showLogs(ServiceClient& client, QString run, Follow follow,
                          std::optional<int> rank);
// `run` is what namedRuns takes; of a study these are for all of its runs that they make sense for.
QCoro::Task<int> cancelRun(ServiceClient& client, QString run);
QCoro::Task<int> resumeRunCommand(ServiceClient& client, QString run);
// `output`: a folder; empty: one of the service's choice.
QCoro::Task<int> fetchRun(ServiceClient& client, QString run, FetchWhat what, QString output);
// `where`: a target or a run; `port`: "PORT", "NODE:PORT", or, of a run, empty for what it has
// announced.
QCoro::Task<int> openTunnel(ServiceClient& client, QString where, QString port, int localPort,
                            Format format);
QCoro::Task<int> listTunnels(ServiceClient& client, Format format);
QCoro::Task<int> closeTunnel(ServiceClient& client, qint64 id);
// A job that serves notebooks from `folder` of the target (empty: the home folder) and a tunnel to
// it; the URL is printed.
QCoro::Task<int> startJupyter(ServiceClient& client, SubmitOptions options, QString folder);
// The same for TensorBoard, over a run's folder.
QCoro::Task<int> startTensorboard(ServiceClient& client, SubmitOptions options, QString run);
QCoro::Task<int> removeRun(ServiceClient& client, QString run, RemoveWhat what, Ask ask);

}  // namespace trainyard
