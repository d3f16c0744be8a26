// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of a study: columns of numbers, a row a trial, of which there may be ten
// thousand. Made once in the reader's thread and not changed afterwards.
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "engine/search/study_record.h"
#include "remote/store/records.h"

namespace trainyard {

// A row of the list of studies.
struct StudySummary {
  QString study;  // UUID
  QString name;
  QString target;              // empty: not known
  bool hasRun = false;         // with the same UUID: of the job that trains or submits the trials
  bool areTrialsRuns = false;  // each trial is a job of its own
  RunState state = RunState::running;
  QString objective;
  SearchDirection direction = SearchDirection::minimize;
  qint64 wanted = 0;  // trials that it shall have
  qint64 numComplete = 0, numPruned = 0, numFailed = 0, numRunning = 0;
  std::optional<qint64> best;  // the number of a trial
  double bestValue = 0;
  double begun = 0, ended = 0;  // Unix seconds; 0: not yet
  // Its document: a file on this computer, or a text whose relative paths are relative to that
  // file's folder. Both are empty if it is not known.
  QString documentPath, documentText;

  qint64 numDecided() const { return numComplete + numPruned + numFailed; }
  qint64 numStarted() const { return numDecided() + numRunning; }
  bool operator==(const StudySummary&) const = default;
};

struct StudyParameter {
  QString path;
  QString title;  // the last word of the path, or all of it where others end in the same
  bool isLogarithmic = false;
  QStringList names;           // of values that are no numbers; a value is an index into them
  std::vector<double> values;  // NaN for trials without it

  QString words(double value) const;
};

using StudyImportance = std::vector<std::pair<QString, double>>;  // path and share, largest first

struct StudyContent {
  StudySummary summary;
  SearchSection search;
  std::vector<search::TrialState> states;
  // The objective: of a complete trial, else the best that it reported; NaN without one.
  std::vector<double> values;
  std::vector<double> best;     // the best of the complete trials so far; NaN before the first
  std::vector<double> steps;    // that it trained
  std::vector<double> seconds;  // from its start to its end; NaN while it runs
  QHash<int, QString> causes;   // sentences, of those that failed
  std::vector<StudyParameter> parameters;
  // Reports of trial i are those from firstReport[i] to before firstReport[i + 1].
  std::vector<std::size_t> firstReport;
  std::vector<double> reportSteps, reportValues;
  std::vector<double> rungs;  // steps at which successive halving compares trials
  // Between these values trials are told apart by colour: the best, and worse than nine tenths.
  double bestColoured = 0, worstColoured = 1;
  // Steps of all trials, and how many those that were pruned would have gone on.
  double trainedSteps = 0, savedSteps = 0;

  std::size_t numTrials() const { return states.size(); }
  bool isBetter(double a, double b) const {
    return summary.direction == SearchDirection::minimize ? a < b : a > b;
  }
  // Of a value on a ramp of colours, 0 for the best.
  double shareOf(double value) const;
};

using StudyContentPointer = std::shared_ptr<const StudyContent>;

// Of what a journal says alone; name, target, document and the state of a run are the caller's.
StudySummary summaryOf(const search::RecordedStudy& recorded);
StudyContentPointer contentOf(const search::RecordedStudy& recorded, const StudySummary& summary);
// Takes a while for thousands of trials.
StudyImportance importanceOf(const search::RecordedStudy& recorded);

}  // namespace trainyard
