#include "gui/runs/run_words.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

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

QString RunWords::duration(double seconds) {
  const auto whole = static_cast<qint64>(std::max(0.0, seconds));
  if (whole < 60) return tr("%1 s").arg(whole);
  if (whole < 600) return tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  if (whole < 3600) return tr("%1 min").arg(whole / 60);
  if (whole < 86400) return tr("%1 h %2 min").arg(whole / 3600).arg(whole / 60 % 60);
  return tr("%1 d %2 h").arg(whole / 86400).arg(whole / 3600 % 24);
}

QString RunWords::moment(double time, double now) {
  if (time <= 0) return {};
  const double age = now - time;
  if (age < 60) return tr("just now");
  if (age < 3600) return tr("%1 min ago").arg(static_cast<int>(age / 60));
  const QDateTime then = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000)), today = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(now * 1000));
  if (then.date() == today.date()) return then.toString(u"HH:mm"_s);
  if (then.date().year() == today.date().year()) return QLocale().toString(then, u"d MMM HH:mm"_s);
  return QLocale().toString(then, u"d MMM yyyy"_s);
}

QString RunWords::bytes(qint64 size) { return QLocale().formattedDataSize(size, 1); }

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
