// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run as rows: what it reported, what is there, and why each was kept. Pure.
#pragma once

#include <QMap>
#include <QStringList>
#include <optional>

#include "gui/runs/records/store_reader.h"
#include "remote/target/target_files.h"

namespace trainyard {

// What lies in the run's checkpoints/ on its target.
struct CheckpointListing {
  QList<TargetFile> files;
  QString best;     // the name of the best one, as training says; empty: it says none
  double time = 0;  // when it was asked for, in Unix seconds by this computer's clock
};

enum class CheckpointState {
  saved,
  unknown,  // it was reported; what is there could not be asked
  beingWritten,
  incomplete,  // an attempt ended while it wrote it, or a resume found it damaged
  removed
};

enum class CheckpointReason { last, oneOfLast, best, resumed };

struct CheckpointRow {
  qint64 step = 0;
  QString name;                 // of its folder in checkpoints/; empty: it lies elsewhere
  QString path;                 // below the run's folder
  double time = 0;              // 0: it was not reported
  std::optional<qint64> bytes;  // nothing: not known
  double stallSeconds = 0, writeSeconds = 0;
  CheckpointState state = CheckpointState::unknown;
  QList<CheckpointReason> keptFor;
  QList<std::optional<double>> values;  // of the evaluated metrics, in their order

  // Whether a resume could begin there, as far as is known.
  bool isUsable() const {
    return state == CheckpointState::saved || state == CheckpointState::unknown;
  }
  bool isThere() const { return state != CheckpointState::removed; }
};

struct CheckpointFacts {
  const QList<CheckpointRecord>& written;  // all that were reported, in their order
  const QList<EvaluatedMetric>& evaluated;
  const QMap<QString, QVariant>& settings;
  const QList<AttemptRecord>& attempts;
  const std::optional<CheckpointListing>& listing;  // nothing: it could not be asked
  bool isOpen = false;                              // the run has not ended
};

struct CheckpointRows {
  QList<CheckpointRow> there;  // newest first
  QList<CheckpointRow> removed;
  std::optional<qint64> best;  // the step of the best one that is there
  qint64 keepLast = 1;         // how many training keeps of the newest

  static CheckpointRows of(const CheckpointFacts& facts);
  const CheckpointRow* find(qint64 step) const;  // also of those that were removed; null: none
  // From which a resume would begin; null: there is none.
  const CheckpointRow* newest() const;
  qint64 bytes() const;  // of all that are there
};

}  // namespace trainyard
