// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the experiment can be submitted, in a sentence.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "gui/experiments/document/diagnostics_model.h"
#include "gui/experiments/checks/target_check.h"
#include "gui/look/tokens.h"

namespace trainyard {

struct SubmissionVerdict {
  Q_DECLARE_TR_FUNCTIONS(SubmissionVerdict)
 public:
  look::Tone tone = look::Tone::quiet;
  QString icon, words;

  // `wouldFail`: by its rehearsal, which finds out more than the checks, but may be wrong.
  static SubmissionVerdict of(const DiagnosticsModel& findings, const TargetCheck& check,
                              bool wouldFail = false);
};

}  // namespace trainyard
