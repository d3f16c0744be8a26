// SPDX-License-Identifier: GPL-3.0-or-later
// What a run was at any moment of it: which step had been reached, what was reported before, when
// it stood still. Pure; times are Unix seconds of this computer's clock.
#pragma once

#include <QList>
#include <QString>
#include <optional>

#include "gui/runs/overview/run_timeline.h"
#include "remote/store/records.h"

namespace trainyard {

struct MomentMark {
  enum class Kind { evaluation, checkpoint, message };
  double time = 0;
  Kind kind = Kind::message;
  std::optional<qint64> step = {};  // of a checkpoint or an evaluation
  bool isKept = false;              // a checkpoint that is still there
  QString text = {};                // of a message
};

struct MomentFacts {
  const RunRecord& run;
  const QList<AttemptRecord>& attempts;
  const QList<StepPlace>& steps;  // those that count, ascending
  const QList<CheckpointRecord>& written;
  const QList<CheckpointRecord>& kept;
  const QList<qint64>& evaluations;  // their steps
  const QList<MessageRecord>& messages;
  RunTimeline timeline;
};

class RunMoments {
 public:
  RunMoments() = default;
  static RunMoments of(const MomentFacts& facts);

  // Whether there is a time to go back to: a run that was imported may have none.
  bool isEmpty() const { return m_end <= m_begin; }
  double begin() const { return m_begin; }
  double end() const { return m_end; }
  double clamped(double time) const;
  const QList<MomentMark>& marks() const { return m_marks; }
  // In which no attempt ran.
  const QList<TimelineBar>& pauses() const { return m_pauses; }

  // The last step that had been reached and still counts; nothing before the first.
  std::optional<qint64> stepAt(double time) const;
  // When a step was reached, or the nearest one to it; nothing if no step is known.
  std::optional<double> timeOf(qint64 step) const;
  std::optional<qint64> lastStep() const;
  // The moment of the next or the previous step, or of a mark; nothing behind the last one.
  std::optional<double> nextStep(double time, bool backwards) const;
  std::optional<double> nextMark(MomentMark::Kind kind, double time, bool backwards) const;
  // The last checkpoint before it that is still there; null: there is none.
  const MomentMark* checkpointBefore(double time) const;
  const MomentMark* firstKept() const;
  // Where playing is after so many seconds on the wall. Pauses are skipped.
  double played(double time, double seconds, double speed) const;

 private:
  struct Reached {
    qint64 step;
    double time;
  };
  void takeSteps(const MomentFacts& facts, double ahead);
  void takeMarks(const MomentFacts& facts, double ahead);
  void takePauses(const QList<TimelineBar>& attempts);
  // The index of the last one that was reached by then; -1: none was.
  qsizetype reachedBy(double time) const;
  // When the attempt began that reached the next one, if it did between them; else when the first
  // of them was reached.
  double startAfter(qsizetype index) const;

  double m_begin = 0, m_end = 0;
  QList<Reached> m_steps;
  QList<MomentMark> m_marks;  // by time
  QList<TimelineBar> m_pauses;
};

}  // namespace trainyard
