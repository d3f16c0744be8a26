// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/submission_verdict.h"

using namespace Qt::StringLiterals;

namespace trainyard {

SubmissionVerdict SubmissionVerdict::of(const DiagnosticsModel& findings, const TargetCheck& check,
                                        bool wouldFail) {
  const int errors = findings.count(Severity::error), warnings = findings.count(Severity::warning);
  const TargetCheck::State state = check.state();
  if (errors > 0)
    return {look::Tone::failed, u"alert-octagon"_s,
            errors == 1 ? tr("1 problem keeps it from being submitted")
                        : tr("%1 problems keep it from being submitted").arg(errors)};
  if (wouldFail)
    return {look::Tone::failed, u"alert-octagon"_s,
            tr("It would fail, by its rehearsal; it can be submitted all the same")};
  if (state == TargetCheck::State::answered && warnings > 0)
    return {look::Tone::waiting, u"alert-triangle"_s,
            warnings == 1 ? tr("Ready to submit, with 1 warning")
                          : tr("Ready to submit, with %1 warnings").arg(warnings)};
  if (state == TargetCheck::State::answered)
    return {look::Tone::completed, u"circle-check-filled"_s, tr("Ready to submit")};
  if (state == TargetCheck::State::resting || state == TargetCheck::State::asking)
    return {look::Tone::quiet, u"circle-dashed"_s, tr("No errors in the text; checking…")};
  // A cluster has its own line beside the problems with the reason.
  const QString why = check.hasLine() ? QString() : check.whyNotAsked();
  return {look::Tone::waiting, u"info-circle"_s,
          why.isEmpty() ? tr("No errors in the text; not checked further")
                        : tr("No errors in the text; not checked further: %1").arg(why)};
}

}  // namespace trainyard
