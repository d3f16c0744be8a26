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

// Commands that do not use the service.
int showMetrics(const QString& run, Format format);
// What a run shows besides numbers: a list, or the contents of one step.
struct SampleChoice {
  QString name;  // empty: all
  std::optional<qint64> step;
  QString output;  // a folder to write the contents to; empty: none
};
int showSamples(const QString& run, const SampleChoice& choice, Format format);
// Exports the curves of runs, or of an array's tasks or a study's runs, to the places that are
// given.
struct ExportPlaces {
  QString tensorboard;     // a folder for TensorBoard's --logdir
  QString wandb, project;  // a folder for `wandb sync`, into this project
  QString csv, parquet;    // files, each with the points of all runs
};
int exportRuns(const QStringList& runs, const ExportPlaces& places);
// For this computer only. `changes`: "path=value".
int checkHere(const QString& path, const QStringList& changes, Format format);
int renderHere(const QString& path, const QStringList& changes);
struct ImportOptions {
  QStringList files;
  QString output;  // empty: stdout
  QString name;    // of the experiment; empty: from the files
  enum class Existing { stays, isReplaced } existing = Existing::stays;
  ImportAs as = ImportAs::automatic;
  int training = 0;  // number of the training in a script with several, from 1; or its line
};
// Converts settings of third-party trainers to an experiment; what is not converted is reported on
// stderr.
int importFiles(const ImportOptions& options);

// Commands that use the service.
enum class Ask { onTerminal, never };
QCoro::Task<int> listTargets(ServiceClient& client, Format format);
// Without a base, lists candidate folders on the host and adds nothing.
QCoro::Task<int> addTarget(ServiceClient& client, TargetSettings settings);
// The settings to change; the others are kept.
struct TargetChanges {
  std::optional<QString> host, sshConfig, base, engine, site;
  std::optional<bool> sharesWithGroup;
};
QCoro::Task<int> editTarget(ServiceClient& client, QString name, TargetChanges changes);
QCoro::Task<int> removeTarget(ServiceClient& client, QString name, Ask ask);
QCoro::Task<int> disconnectTarget(ServiceClient& client, QString name);
QCoro::Task<int> forgetPasswords(QString name);
QCoro::Task<int> forgetKeys(ServiceClient& client);
QCoro::Task<int> checkTarget(ServiceClient& client, QString name, CheckTarget what, Format format);
QCoro::Task<int> checkExperiment(ServiceClient& client, QString path, QStringList changes,
                                 QString target, Format format);
struct SubmitOptions {
  QString path, target;
  QStringList overrides;
  bool watch = false;
  Format format = Format::text;
  QString study{};  // prefix of the UUID of a study that a grid adds to; empty: it is found
};
// Checks it, and rehearses it on this computer.
QCoro::Task<int> rehearseExperiment(ServiceClient& client, QString path, QStringList changes,
                                    QString target, Format format);
// The same for each run of several values: all are checked, `rehearses`: and planned, and some take
// steps for the others.
enum class Rehearses { no, yes };
QCoro::Task<int> checkStudy(ServiceClient& client, SubmitOptions options, QStringList grid,
                            Rehearses rehearses);
// Shows the data as training would see it, in the format of `engine inspect`.
QCoro::Task<int> inspectData(ServiceClient& client, QString path, QStringList changes,
                             QString target, InspectionRequest what, Format format);
QCoro::Task<int> renderExperiment(ServiceClient& client, QString path, QStringList changes,
                                  QString target);
// A run for each combination of values, all in one study.
struct StudyOptions {
  QStringList grid;  // "path=value,value"
  StudySelection selection = StudySelection::missing;
  int parallel = 0;  // how many may be open at once; 0: any number
  bool failFast = false;
};
// Submits what is selected, once each of them was checked.
QCoro::Task<int> submitStudy(ServiceClient& client, SubmitOptions options, StudyOptions several);
// Prints what submitStudy() would submit, what is there, and what would be refused.
QCoro::Task<int> showStudyPlan(ServiceClient& client, SubmitOptions options, StudyOptions several);
QCoro::Task<int> submitExperiment(ServiceClient& client, SubmitOptions options);
// Submits the small sample of the preset named by `options.path`, created in `folder` (empty:
// NAME-sample), and follows it. Uses two nodes on a cluster if the preset has several.
QCoro::Task<int> submitSample(ServiceClient& client, SubmitOptions options, QString folder);
// Shows what a submission would transfer. Changes nothing.
QCoro::Task<int> syncExperiment(ServiceClient& client, QString path, QString target, Format format);
struct MirrorOptions {
  QString path, target, folder;
  enum class Surplus {
    stays,
    isDeleted
  } surplus = Surplus::stays;  // files in the folder that are not in the code
  enum class Mode { dryRun, mirror } mode = Mode::mirror;
  Ask ask = Ask::onTerminal;  // before anything is deleted
  Format format = Format::text;
};
// Mirrors the experiment's code to a folder on the target.
QCoro::Task<int> mirrorExperiment(ServiceClient& client, MirrorOptions options);
struct RunFilter {
  QString scan;               // a target to scan for unknown runs first
  QString study;              // only this one; empty: all, with one row per study
  QStringList states;         // any of these; also "open" and "ended"
  QString target, name, tag;  // `name`: a substring
  int limit = 0;              // rows; 0: all
  QString words;              // as in the window's search (run_filter.h)
};
QCoro::Task<int> importRuns(ServiceClient& client, QStringList folders, Format format);
QCoro::Task<int> listRuns(ServiceClient& client, Format format, RunFilter filter);
// Changes the note, the title or the tags of a run, or of all runs of a study.
struct NoteOptions {
  QString run;
  std::optional<QString> note, title;
  QStringList added, removed;  // tags
};
QCoro::Task<int> noteRun(ServiceClient& client, NoteOptions options);
QCoro::Task<int> rereadOutput(ServiceClient& client, RereadArguments asked, Format format);
QCoro::Task<int> showRun(ServiceClient& client, QString run, Format format);
enum class Follow { no, yes };
// Which of a run's files are printed: its own two, those of a rank, or both streams by time.
struct LogChoice {
  std::optional<int> rank;
  bool isMerged = false;
};
QCoro::Task<int> showLogs(ServiceClient& client, QString run, Follow follow, LogChoice choice);
// Prints the lines of those files that contain some words, as grep does, with the exit code that
// grep has; they are searched on the run's target.
struct LogWords {
  QString words;
  bool isRegular = false, isCaseSensitive = false;
};
QCoro::Task<int> searchLogs(ServiceClient& client, QString run, LogWords words, LogChoice choice,
                            Format format);
// `run` is as for namedRuns; for a study, these apply to all of its runs for which they make sense.
// Only what ends several runs at once is asked about.
QCoro::Task<int> cancelRun(ServiceClient& client, QString run, Ask ask);
// `changes` of settings before it goes on: "batch.per_device=4". With Follow::yes, until it ends,
// with its exit code.
QCoro::Task<int> resumeRunCommand(ServiceClient& client, QString run, QStringList changes,
                                  Follow follow);
// `output`: a folder; empty: chosen by the service.
QCoro::Task<int> fetchRun(ServiceClient& client, QString run, FetchWhat what, QString output);
// `where`: a target or a run; `port`: "PORT", "NODE:PORT" or, for a run, empty for the service that
// it announced.
QCoro::Task<int> openTunnel(ServiceClient& client, QString where, QString port, int localPort,
                            Format format);
QCoro::Task<int> listTunnels(ServiceClient& client, Format format);
QCoro::Task<int> closeTunnel(ServiceClient& client, qint64 id);
// Starts a job that serves notebooks from `folder` on the target (empty: the home folder) and a
// tunnel to it; prints the URL.
QCoro::Task<int> startJupyter(ServiceClient& client, SubmitOptions options, QString folder);
// The same for TensorBoard, on a run's folder.
QCoro::Task<int> startTensorboard(ServiceClient& client, SubmitOptions options, QString run);
QCoro::Task<int> removeRun(ServiceClient& client, QString run, RemoveWhat what, Ask ask);

}  // namespace trainyard
