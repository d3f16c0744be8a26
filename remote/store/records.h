// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of runs.sqlite for the rest of the program: plain values, independent of the database.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/value.h"

namespace trainyard {

// The state of a run, in the order of its life cycle. The last five are ends, as in the `end`
// event.
enum class RunState {
  preparing,
  waiting,
  running,
  completed,
  failed,
  cancelled,
  preempted,
  timed_out
};

QString nameOf(RunState state);              // "timed_out"
RunState runStateFrom(const QString& name);  // unknown names are `failed`
inline bool isOpen(RunState state) { return state <= RunState::running; }

// Formats Unix seconds: "14:05", with the date if it is another day.
QString momentText(double seconds);
struct RunRecord;
// An open run whose target could not be queried: its state is the last known one.
bool isStale(const RunRecord& run);

// A run. Times are Unix seconds; 0 means not yet. `reason` is a sentence: why it is waiting, or why
// it ended; in English and, unless `reasonCode` is empty, as code and arguments (messages.h).
struct RunRecord {
  QString run;  // UUID
  QString name;
  QString target;  // "here", or the name of a cluster
  QString folder;  // absolute, on the target
  QString source;  // the experiment file it was made from; may be empty
  QString workload;
  QStringList tags;
  QString project{};  // "language/ablations"; empty: in none (project_path.h)
  QString gitCommit;
  RunState state = RunState::preparing;
  QString reason;
  std::string reasonCode{};
  Map reasonArguments{};
  QString code;                 // of the end, dotted and stable ("rank.killed"); empty while open
  std::optional<int> exitCode;  // at the end
  std::optional<int> rank;      // the first that failed
  QString node;
  double created = 0, started = 0, ended = 0;
  int attempt = 0;  // the newest; 0: none yet
  std::optional<qint64> step, totalSteps;
  std::optional<double> trainLoss, evalLoss;  // latest values of train/loss (or loss) and eval/loss
  std::optional<double> tokensPerSecond;
  QString phase;  // latest `progress` of an open run ("evaluating"); empty otherwise
  std::optional<double> phaseDone, phaseTotal;
  QString parent;                 // UUID of the array run that this is a task of; empty: none
  std::optional<int> arrayIndex;  // index of the task
  double expectedStart = 0;       // while it is waiting, if the scheduler reports it; 0: unknown
  // `started` and `ended` are by the target's clock; this computer's is ahead of it by this many
  // seconds.
  double clockOffset = 0;
  QStringList after{};        // runs that it waits for, "completed:UUID" (job_dependency.h)
  QString study{};            // UUID of the study that it belongs to; empty: none
  QStringList studyValues{};  // "path=value": its own values in the study
  // The same for the same document and values on the same target, so that a study that is asked for
  // again finds its runs (study_key.h); empty: it is in no study of several values.
  QString studyKey{};
  // What a person noted about it.
  QString title{};  // shown instead of the name; empty: the name is shown
  QString note{};
  bool isPinned = false;    // the baseline of comparisons
  bool isArchived = false;  // left out of the table unless asked for
  bool isShown = false;     // its curves
  int colour = -1;          // an index into the palette of curves; -1: by itself
  QString duplicateOf{};    // UUID of the run whose experiment it was made from; empty: none
};

// A change of what a person noted; what is not given stays.
struct RunAnnotation {
  std::optional<QString> title, note, project;
  std::optional<QStringList> tags;
  std::optional<bool> isPinned, isArchived, isShown;
  std::optional<int> colour;
  std::optional<QString> duplicateOf;
};

// A value of the experiment of a run, by the path of its field.
struct RunSetting {
  QString path;
  QString value;                 // as it stands in a document
  std::optional<double> number;  // if it is one
};

// One start of a run.
struct AttemptRecord {
  int attempt = 0;
  double started = 0, ended = 0;
  qint64 resumeStep = 0;
  std::optional<qint64> totalSteps;
  int worldSize = 0;
  QString device;
  QStringList nodes;
  QString jobId;
  std::optional<RunState> outcome;  // nothing while it is running
  std::optional<int> exitCode;
  QString code, reason;
  std::string reasonCode{};  // of the reason, as for runs
  Map reasonArguments{};
  bool hasBegun = false;  // it has reported where it starts: `resumeStep` is known
  // What computed it: `versions` {program: version} and what HeaderEvent::environment has.
  Map environment{};
};

// A value of a metric. `superseded`: a later attempt resumed before this step, so the value no
// longer counts.
struct MetricPoint {
  int attempt = 0;
  qint64 sequence =
      0;  // of the event in its attempt; (attempt, sequence) orders the points of a series
  std::optional<qint64> step, tokens;
  std::optional<double> epoch;
  double time = 0;
  double value = 0;  // may be NaN or infinite
  bool superseded = false;
};

// A step, or the number of a point that has none, and where it is on other axes; NaN if the run
// does not report it.
struct StepPlace {
  double step = 0, tokens = 0, epoch = 0;
  double time = 0;  // Unix seconds
};

// Summary of a metric of a run, over points that are not superseded.
struct MetricSummary {
  QString name;
  qint64 points = 0;
  MetricPoint last;
  double minimum = 0, maximum = 0;  // of finite values; NaN if there are none
};

struct MessageRecord {
  int attempt = 0;
  qint64 sequence = 0;
  double time = 0;
  QString level;  // info, warning, error
  QString code, text, node;
  std::optional<int> rank;
  Map arguments{};  // of the text
};

// What a run shows at a step besides numbers (SampleEvent), without its content, which is read by
// attempt and sequence.
struct SampleRecord {
  int attempt = 0;
  qint64 sequence = 0;
  double time = 0;
  std::optional<qint64> step;
  QString name, kind, caption;  // `kind`: text, table, image, histogram
  bool isCut = false;
  qint64 bytes = 0;  // of the content
};

struct CheckpointRecord {
  int attempt = 0;
  qint64 step = 0;
  QString path;
  qint64 bytes = 0;
  double time = 0, stallSeconds = 0, writeSeconds = 0;
};

struct DeviceRecord {
  int index = 0;
  QString name;
  double utilizationRatio = 0, memoryUsedGib = 0, memoryTotalGib = 0, powerWatts = 0,
         temperatureCelsius = 0;
};

// One sample of one node.
struct SystemRecord {
  int attempt = 0;
  qint64 sequence = 0;
  double time = 0;
  QString node;
  double cpuRatio = 0, memoryGib = 0;
  QList<DeviceRecord> devices;
};

// A start of the job script, as known to its scheduler.
struct JobRecord {
  int submission = 0;
  QString scheduler;  // SchedulerKind::name
  QString job;        // the scheduler's id for it
  double submitted = 0;
  QString token;  // the job's name, <name>-<8 of UUID>.<submission>
  double expectedStart = 0;
};

// Those of a study that no later one with the same key replaces, in their order.
QList<RunRecord> withoutReplaced(const QList<RunRecord>& study);

// What an `end` event ends: if a scheduler may restart the run automatically, an end that allows
// this (preempted, time limit, killed, a lost node) only ends the attempt, and the run stays open
// until RunWriter::endAs() or setOpen().
enum class OnEnd { endRun, endAttempt };

}  // namespace trainyard
