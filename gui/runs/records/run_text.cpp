// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/run_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "engine/contract/result.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/targets/target_list.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Clocks that are set by a network differ by less.
constexpr double largestOffset = 120;

// The service's reason for a run, in the language of the window.
QString reasonOf(const RunRecord& run) {
  const QString said =
      ContractText::message(run.reasonCode, run.reasonArguments, run.reason.toStdString());
  return said.left(1).toUpper() + said.mid(1);
}

QString phaseOf(const RunRecord& run) {
  const std::string phase = run.phase.toStdString();
  return ContractText::message(phase, {}, phase);
}

// The same for a run that is being prepared: the phase as a sentence.
QString preparing(const RunRecord& run) {
  const std::string& phase = run.reasonCode;
  if (run.reason.isEmpty()) return RunText::tr("Creating the run folder.");
  if (phase == "phase.checking") return RunText::tr("Checking the experiment against the target.");
  if (phase == "phase.submitting") return RunText::tr("Submitting the job.");
  if (phase == "phase.copying_code") return RunText::tr("Copying the code.");
  if (phase == "phase.sending_code") return RunText::tr("Sending the code to %1.").arg(run.target);
  if (phase == "phase.sending_data") return RunText::tr("Sending the data to %1.").arg(run.target);
  if (phase == "phase.sending_engine")
    return RunText::tr("Sending the engine to %1.").arg(run.target);
  return reasonOf(run);
}

}  // namespace

QString RunText::state(const RunRecord& run) {
  if (isLost(run)) return tr("Lost");
  switch (run.state) {
    case RunState::preparing:
      return tr("Preparing");
    case RunState::waiting:
      return tr("Waiting");
    case RunState::running:
      return tr("Running");
    case RunState::completed:
      return tr("Completed");
    case RunState::failed:
      return tr("Failed");
    case RunState::cancelled:
      return tr("Cancelled");
    case RunState::preempted:
      return tr("Preempted");
    case RunState::timed_out:
      return tr("Out of time");
  }
  return {};
}

QString RunText::lossWarning(const RunRecord& run) {
  const auto isBad = [](const std::optional<double>& loss) {
    return loss && !std::isfinite(*loss);
  };
  if (isBad(run.trainLoss))
    return std::isnan(*run.trainLoss) ? tr("The last loss is NaN.")
                                      : tr("The last loss is infinite.");
  if (isBad(run.evalLoss))
    return std::isnan(*run.evalLoss) ? tr("The last loss of the evaluation is NaN.")
                                     : tr("The last loss of the evaluation is infinite.");
  return {};
}

// By the agent's own codes (result.h); with this cause the code is the program's.
QString RunText::exitCode(const RunRecord& run) {
  if (!run.exitCode) return {};
  const QString number = QString::number(*run.exitCode);
  if (run.code == "failure.exit_code"_L1 || run.code == "failure.exception"_L1) return number;
  const auto meaning = [&]() -> QString {
    switch (static_cast<ExitCode>(*run.exitCode)) {
      case ExitCode::invalid_input:
        return tr("invalid input");
      case ExitCode::environment:
        return tr("environment");
      case ExitCode::out_of_memory:
        return tr("out of memory");
      case ExitCode::communication:
        return tr("communication");
      case ExitCode::non_finite_loss:
        return tr("loss not finite");
      case ExitCode::checkpoint:
        return tr("checkpoint");
      case ExitCode::stopped_early:
        return tr("stopped early");
      default:
        return {};
    }
  }();
  return meaning.isEmpty() ? number : tr("%1: %2").arg(number, meaning);
}

QString RunText::summary(const RunRecord& run) {
  const QString warning = run.state == RunState::completed ? lossWarning(run) : QString();
  return warning.isEmpty() ? stateSentence(run) : stateSentence(run) + u' ' + warning;
}

QString RunText::stateSentence(const RunRecord& run) {
  if (run.state == RunState::preparing) return preparing(run);
  if (!run.reason.isEmpty()) return reasonOf(run);
  switch (run.state) {
    case RunState::preparing:
      break;
    case RunState::waiting:
      return tr("Waiting for free CPUs.");
    case RunState::running: {
      if (!run.phase.isEmpty()) {
        if (run.phaseTotal.value_or(0) > 0)
          return tr("%1: %2 of %3")
              .arg(phaseOf(run), QLocale().toString(run.phaseDone.value_or(0), 'f', 0),
                   QLocale().toString(*run.phaseTotal, 'f', 0));
        return phaseOf(run);
      }
      return run.step ? tr("Training.") : tr("Started; no step completed yet.");
    }
    case RunState::completed:
      return tr("Completed.");
    case RunState::failed:
      return tr("Ended with exit code %1.").arg(run.exitCode.value_or(1));
    case RunState::cancelled:
      return tr("Cancelled by a user.");
    case RunState::preempted:
      return tr("Preempted. Resume continues from the last checkpoint.");
    case RunState::timed_out:
      return tr("The time limit was reached. Resume continues from the last checkpoint.");
  }
  return {};
}

QString RunText::shortName(const RunRecord& run) {
  if (!run.title.isEmpty()) return run.title;
  if (run.arrayIndex) return u"%1 [%2]"_s.arg(run.name).arg(*run.arrayIndex);
  QStringList values;
  for (const QString& pair : run.studyValues)
    values << pair.section(u'=', 0, 0).section(u'.', -1) + u' ' + pair.section(u'=', 1);
  return values.isEmpty() ? run.name : values.join(u", "_s);
}

QString RunText::name(const RunRecord& run) {
  const QString own = shortName(run);
  return run.title.isEmpty() && !run.arrayIndex && !run.studyValues.isEmpty()
             ? run.name + u", "_s + own
             : own;
}

QString RunText::expected(const RunRecord& run, double now) {
  if (run.state != RunState::waiting || run.expectedStart <= 0) return {};
  return run.expectedStart - now < 60
             ? tr("Expected to start any moment.")
             : tr("Expected to start %1.").arg(QuantityText::future(run.expectedStart, now));
}

QString RunText::transfer(const ProgressReport& report) {
  const QString& what = report.what;
  QString text = what == u"code"_s                           ? tr("Sending the code")
                 : what == u"data"_s                         ? tr("Sending the data")
                 : what == u"engine"_s || what == u"torch"_s ? tr("Sending the engine")
                 : what.startsWith(u"fetching "_s)           ? tr("Fetching %1").arg(what.mid(9))
                 : what == u"reading data"_s                 ? tr("Reading the data")
                 : isReading(report)                         ? tr("Reading the engine")
                 : what == u"results"_s                      ? tr("Fetching the results")
                 : what == u"checkpoints"_s                  ? tr("Fetching the checkpoints")
                 : what == u"all"_s                          ? tr("Fetching the run")
                                                             : what;
  if (report.bytesTotal > 0)
    text = tr("%1: %2 of %3")
               .arg(text, QuantityText::bytes(report.bytesDone),
                    QuantityText::bytes(report.bytesTotal));
  if (report.bytesPerSecond > 0)
    text = tr("%1, %2 a second")
               .arg(text, QuantityText::bytes(static_cast<qint64>(report.bytesPerSecond)));
  if (report.secondsLeft > 0)
    text = tr("%1, %2 left").arg(text, QuantityText::duration(report.secondsLeft));
  return text;
}

bool RunText::isReading(const ProgressReport& report) {
  return report.what.startsWith(u"reading "_s);
}

bool RunText::isLost(const RunRecord& run) { return trainyard::isLost(run); }

bool RunText::saysReach(const RunRecord& run) {
  return run.reasonCode == "run.unreachable_since" || run.reasonCode == "run.silent_since" ||
         run.reasonCode == "cancel.waits" || run.reasonCode == "cancel.waits_too";
}

std::optional<double> RunText::progress(const RunRecord& run) {
  if (run.state == RunState::completed) return 1.0;
  if (!run.step || run.totalSteps.value_or(0) <= 0) return std::nullopt;
  return std::clamp(static_cast<double>(*run.step) / static_cast<double>(*run.totalSteps), 0.0,
                    1.0);
}

double RunText::clockOffset(const RunRecord& run) {
  return std::abs(run.clockOffset) <= largestOffset ? run.clockOffset : 0;
}

QString RunText::experiment(const RunRecord& run) {
  return TargetList::isHere(run.target) ? run.folder + u"/experiment.yaml"_s : run.source;
}

double RunText::elapsed(const RunRecord& run, double now) {
  if (run.started <= 0) return 0;
  const bool isGoing = isOpen(run.state) || run.ended <= 0;
  return std::max(0.0, (isGoing ? now - run.clockOffset : run.ended) - run.started);
}

}  // namespace trainyard
