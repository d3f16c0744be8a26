// SPDX-License-Identifier: GPL-3.0-or-later
// A row on the page Before you submit, and the lists of them.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/results/rehearsal.h"
#include "engine/contract/results/training_plan.h"
#include "gui/experiments/checks/rehearsal_reader.h"
#include "gui/experiments/checks/target_offers.h"
#include "gui/look/tokens.h"
#include "remote/store/run_prediction.h"

namespace trainyard {

struct ReviewRow {
  QString icon;
  look::Tone tone = look::Tone::quiet;
  QString name, detail, right;
  look::Tone rightTone = look::Tone::quiet;
  int depth = 0;
  // A setting: its name and the values before and after are code, the one before struck through.
  bool isSetting = false;
};

// What was checked, and what came of it: the document, the model, the data, the target, the room
// for checkpoints; then each finding.
class CheckedRows {
  Q_DECLARE_TR_FUNCTIONS(CheckedRows)
 public:
  // Pointers may be null: not known.
  struct Known {
    const TrainingPlan* plan = nullptr;
    QString whyNoPlan{};
    const TargetOffer* offer = nullptr;
    const TargetRecord* target = nullptr;
    const Rehearsal* rehearsal = nullptr;
    QString whyNotRehearsed{};  // empty without a rehearsal: it runs
    RehearsalReader::Count rehearsed{};
    int numRuns = 1;
    QString pathsFrom{};  // of a document that was never saved; empty: it has a file
    RunPrediction prediction{};
  };
  static QList<ReviewRow> of(const Experiment& experiment, const Known& known,
                             const std::vector<Diagnostic>& findings);
};

// What would be sent to a cluster.
class TravelRows {
  Q_DECLARE_TR_FUNCTIONS(TravelRows)
 public:
  static QList<ReviewRow> of(const SyncPreviewAnswer& answer);
  // "412 MiB in 3 files, about 40 s".
  static QString summary(const SyncPreviewAnswer& answer);

 private:
  static QString filesText(qint64 count);
};

}  // namespace trainyard
