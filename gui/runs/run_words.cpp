#include "gui/runs/run_words.h"

#include <QLocale>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {

QString RunWords::state(RunState state) {
  switch (state) {
    case RunState::preparing: return tr("Preparing");
    case RunState::waiting: return tr("Waiting");
    case RunState::running: return tr("Running");
    case RunState::completed: return tr("Completed");
    case RunState::failed: return tr("Failed");
    case RunState::cancelled: return tr("Cancelled");
    case RunState::preempted: return tr("Preempted");
    case RunState::timed_out: return tr("Out of time");
  }
  return {};
}

QString RunWords::sentence(const RunRecord& run) {
  if (!run.reason.isEmpty()) return run.reason;
  switch (run.state) {
    case RunState::preparing: return tr("The run folder is being made.");
    case RunState::waiting: return tr("Waiting for free processors.");
    case RunState::running: {
      if (!run.phase.isEmpty()) {
        if (run.phaseTotal.value_or(0) > 0) return tr("%1: %2 of %3").arg(run.phase, QLocale().toString(run.phaseDone.value_or(0), 'f', 0), QLocale().toString(*run.phaseTotal, 'f', 0));
        return run.phase;
      }
      return run.step ? tr("Training.") : tr("Started; no step is done yet.");
    }
    case RunState::completed: return tr("Everything that was asked for is done.");
    case RunState::failed: return tr("Ended with exit code %1.").arg(run.exitCode.value_or(1));
    case RunState::cancelled: return tr("Cancelled by a person.");
    case RunState::preempted: return tr("Stopped by the machine to make room. Resume goes on from the last checkpoint.");
    case RunState::timed_out: return tr("Its time limit was reached. Resume goes on from the last checkpoint.");
  }
  return {};
}

std::optional<double> RunWords::progress(const RunRecord& run) {
  if (run.state == RunState::completed) return 1.0;
  if (!run.step || run.totalSteps.value_or(0) <= 0) return std::nullopt;
  return std::clamp(static_cast<double>(*run.step) / static_cast<double>(*run.totalSteps), 0.0, 1.0);
}

double RunWords::elapsed(const RunRecord& run, double now) {
  if (run.started <= 0) return 0;
  return std::max(0.0, (isOpen(run.state) || run.ended <= 0 ? now : run.ended) - run.started);
}

}  // namespace trainyard
