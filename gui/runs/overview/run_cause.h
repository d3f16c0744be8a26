// SPDX-License-Identifier: GPL-3.0-or-later
// Why a run ended before it was completed, or what is wrong with one that was, in words for a
// person, and what can be done about it.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QMap>
#include <QString>
#include <QVariant>
#include <optional>

#include "remote/store/records.h"

namespace trainyard {

class RunModel;

// A change of one setting with which the run may go on.
struct SuggestedChange {
  QString path, from, to;
  QString effect;  // what else it changes
  // Of the engine's estimate for a rank, in bytes; nothing if it cannot be said.
  std::optional<double> estimate;
  // A setting that has to change with it so that the training stays the same; empty: none.
  QString alsoPath, alsoTo;
};

// The engine's estimate of what a rank needs for a step, in bytes.
struct MemoryEstimate {
  double parameters = 0, gradients = 0, optimizer = 0, activations = 0;
  double total() const { return parameters + gradients + optimizer + activations; }
};

struct RunCause {
  Q_DECLARE_TR_FUNCTIONS(RunCause)
 public:
  QString title;
  QString sentence;  // the service's whole reason
  QString further;   // what resuming means
  QString resume;    // words of its button; empty: it cannot go on
  bool isOutOfMemory = false;
  std::optional<MemoryEstimate> estimate;
  QList<SuggestedChange> changes;

  // Nothing for a run that is open, removed, or completed with a finite loss.
  static std::optional<RunCause> of(const RunModel& run);
};

// The estimate that the engine noted in a run's messages; nothing if there is none.
std::optional<MemoryEstimate> memoryEstimate(const QList<MessageRecord>& messages);
// What a program's own arguments say of its batch, as a sentence; empty where they name none.
QString batchAdvice(const QMap<QString, QVariant>& settings);
// What makes a run with these settings (by path) fit, best first. `isOfNode`: the node's memory was
// too small for the job, not a GPU's.
QList<SuggestedChange> memoryChanges(const QString& workload, bool isOfNode,
                                     const QMap<QString, QVariant>& settings,
                                     const std::optional<MemoryEstimate>& estimate);

// The same for a run that reached its time limit, and for one whose loss was not finite.
QList<SuggestedChange> timeChanges(const QMap<QString, QVariant>& settings);
QList<SuggestedChange> lossChanges(const QString& workload,
                                   const QMap<QString, QVariant>& settings);

}  // namespace trainyard
