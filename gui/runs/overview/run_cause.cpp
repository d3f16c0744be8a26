// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/run_cause.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "remote/store/setting_changes.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// As the engine writes sizes: "1.50 GiB". 0 if it is something else.
double bytesOf(const Map& arguments, const char* name) {
  const QString text = QString::fromStdString(get<std::string>(arguments, name));
  const double number = text.section(u' ', 0, 0).toDouble();
  return number * (text.endsWith(u"GiB"_s) ? 1 << 30 : text.endsWith(u"MiB"_s) ? 1 << 20 : 0);
}

QString who(const RunRecord& run) {
  if (run.rank && !run.node.isEmpty())
    return RunCause::tr("Rank %1 on %2").arg(*run.rank).arg(run.node);
  if (run.rank) return RunCause::tr("Rank %1").arg(*run.rank);
  return run.node.isEmpty() ? RunCause::tr("The run")
                            : RunCause::tr("The program on %1").arg(run.node);
}

// " at step 212 of 4,469"; empty without a step.
QString atStep(const RunRecord& run) {
  const QLocale locale;
  if (!run.step) return {};
  return run.totalSteps ? RunCause::tr(" at step %1 of %2")
                              .arg(locale.toString(*run.step), locale.toString(*run.totalSteps))
                        : RunCause::tr(" at step %1").arg(locale.toString(*run.step));
}

QString titleOf(const RunRecord& run, bool isOutOfMemory) {
  if (RunText::isLost(run)) return RunCause::tr("The cluster lost the job before it ran");
  if (isOutOfMemory) return RunCause::tr("%1 ran out of memory%2").arg(who(run), atStep(run));
  if (run.code == "stopped.by_rule"_L1)
    return RunCause::tr("A rule stopped the run%1").arg(atStep(run));
  switch (run.state) {
    case RunState::timed_out:
      return RunCause::tr("The time limit was reached%1").arg(atStep(run));
    case RunState::preempted:
      return RunCause::tr("The cluster took its resources back%1").arg(atStep(run));
    case RunState::cancelled:
      return RunCause::tr("The run was cancelled%1").arg(atStep(run));
    case RunState::completed:
      return RunCause::tr("The run was completed, but its loss is not finite");
    default:
      return RunCause::tr("%1 failed%2").arg(who(run), atStep(run));
  }
}

QString furtherOf(const RunModel& model, const std::optional<qint64>& saved) {
  const RunRecord& run = model.record();
  if (RunText::isLost(run))
    return RunCause::tr("Submitting it again makes a new job for the same run.");
  if (run.workload != "engine"_L1 && !saved)
    return RunCause::tr(
        "Resuming starts the program again in the same folder; whether it continues from a "
        "checkpoint is up to the program.");
  if (!saved) return RunCause::tr("No checkpoint was saved, so resuming begins at the first step.");
  const qint64 repeated = std::max<qint64>(0, run.step.value_or(*saved) - *saved);
  if (repeated == 0)
    return RunCause::tr("Resuming continues from the checkpoint at step %1; nothing is repeated.")
        .arg(QLocale().toString(*saved));
  const auto pace = model.secondsPerStep();
  return pace ? RunCause::tr(
                    "Resuming continues from the checkpoint at step %1; %2 steps are "
                    "repeated, about %3.")
                    .arg(QLocale().toString(*saved), QLocale().toString(repeated),
                         QuantityText::duration(*pace * static_cast<double>(repeated)))
              : RunCause::tr(
                    "Resuming continues from the checkpoint at step %1; %2 steps are "
                    "repeated.")
                    .arg(QLocale().toString(*saved), QLocale().toString(repeated));
}

SuggestedChange suggested(const HelpfulChange& change, const QString& effect) {
  return {change.path,  change.from,     change.to,    effect,
          std::nullopt, change.alsoPath, change.alsoTo};
}

// What else it changes.
QString memoryEffect(const HelpfulChange& change, bool isGlobal) {
  if (change.path == "resources.memory_gib_per_node"_L1)
    return RunCause::tr("The job may wait longer for a node with that much.");
  if (change.path == "batch.per_device"_L1 && isGlobal)
    return RunCause::tr("Nothing: the global batch stays the same. A little slower.");
  if (change.path == "batch.per_device"_L1 && !change.alsoTo.isEmpty())
    return RunCause::tr(
               "Nothing: with %1 accumulation steps the global batch stays the "
               "same. A little slower.")
        .arg(change.alsoTo);
  if (change.path == "batch.per_device"_L1)
    return RunCause::tr("The global batch becomes smaller.");
  if (change.path == "parallel.recompute"_L1)
    return RunCause::tr("No number changes; about a third slower.");
  if (change.path == "parallel.zero_stage"_L1 && change.to == "3"_L1)
    return RunCause::tr(
        "The last digits at most. The processes share out the parameters, too, and gather each "
        "layer "
        "before it is computed. Slower.");
  if (change.path == "parallel.zero_stage"_L1)
    return RunCause::tr(
        "The last digits at most. The processes share out the optimizer's state and gradients.");
  if (change.path.startsWith("parallel.offload_"_L1))
    return RunCause::tr("No number changes. Main memory is used instead of the GPU's. Slower.");
  if (change.path == "precision.kind"_L1)
    return RunCause::tr("Losses differ in the third digit; faster on a GPU.");
  return RunCause::tr("The training: longer texts are cut or divided.");
}

}  // namespace

QString batchAdvice(const QMap<QString, QVariant>& settings) {
  static const QRegularExpression batch(
      u"((?:--?)?[A-Za-z_.-]*batch[_-]?size[A-Za-z_.-]*)[\"',=\\s\\[\\]]+(\\d+)"_s);
  for (const QString& path : {u"command.arguments"_s, u"script.arguments"_s})
    for (auto match = batch.globalMatch(settings.value(path).toString()); match.hasNext();) {
      const auto found = match.next();
      const qint64 size = found.captured(2).toLongLong();
      if (size < 2 || found.captured(1).contains(u"eval"_s)) continue;
      return RunCause::tr("Its argument %1 is %2; try %3.")
          .arg(found.captured(1), QLocale().toString(size), QLocale().toString(size / 2));
    }
  return {};
}

std::optional<MemoryEstimate> memoryEstimate(const QList<MessageRecord>& messages) {
  for (auto at = messages.crbegin(); at != messages.crend(); ++at) {
    if (at->code != "memory.plan"_L1 && at->code != "out_of_memory.planned"_L1) continue;
    const MemoryEstimate estimate{
        bytesOf(at->arguments, "parameters"), bytesOf(at->arguments, "gradients"),
        bytesOf(at->arguments, "optimizer"), bytesOf(at->arguments, "activations")};
    if (estimate.total() > 0) return estimate;
  }
  return std::nullopt;
}

QList<SuggestedChange> memoryChanges(const QString& workload, bool isOfNode,
                                     const QMap<QString, QVariant>& settings,
                                     const std::optional<MemoryEstimate>& estimate) {
  // Activations grow with the rows and with the tokens of a row.
  const auto halved = [&]() -> std::optional<double> {
    if (!estimate) return std::nullopt;
    return estimate->total() - estimate->activations / 2;
  };
  const bool isGlobal = settings.value(u"batch.global"_s).toDouble() > 0;
  const auto changes = changesForMemory(workload, isOfNode, settings);
  QList<SuggestedChange> out;
  for (const HelpfulChange& change : changes) {
    const bool halves =
        change.path == "batch.per_device"_L1 || change.path == "data.sequence_length"_L1;
    out << suggested(change, memoryEffect(change, isGlobal));
    if (halves) out.last().estimate = halved();
  }
  return out;
}

QList<SuggestedChange> timeChanges(const QMap<QString, QVariant>& settings) {
  QList<SuggestedChange> out;
  const auto changes = changesForTime(settings);
  for (const HelpfulChange& change : changes)
    out << suggested(change, RunCause::tr("The job may wait longer until it starts."));
  return out;
}

QList<SuggestedChange> lossChanges(const QString& workload,
                                   const QMap<QString, QVariant>& settings) {
  QList<SuggestedChange> out;
  const auto changes = changesForLoss(workload, settings);
  for (const HelpfulChange& change : changes)
    out << suggested(
        change, change.path == "precision.kind"_L1
                    ? RunCause::tr("Numbers keep their range; losses differ in the third digit.")
                : change.path == "optimizer.learning_rate"_L1
                    ? RunCause::tr("It goes on from its last checkpoint with smaller steps.")
                    : RunCause::tr("Large gradients are scaled down."));
  return out;
}

std::optional<RunCause> RunCause::of(const RunModel& model) {
  const RunRecord& run = model.record();
  const bool isCompleted = run.state == RunState::completed;
  if (model.isEmpty() || model.isGone() || isOpen(run.state) ||
      (isCompleted && RunText::lossWarning(run).isEmpty()))
    return std::nullopt;
  RunCause out;
  if (isCompleted) {
    out.title = titleOf(run, false);
    out.sentence = RunText::lossWarning(run);
    out.further = tr("The trained model is likely of no use. The curves show where it began.");
    return out;
  }
  out.isOutOfMemory = trainyard::isOutOfMemory(run);
  out.title = titleOf(run, out.isOutOfMemory);
  out.sentence = RunText::summary(run);
  const std::optional<qint64> saved = model.lastSaved();
  out.further = furtherOf(model, saved);
  out.resume = RunText::isLost(run) ? tr("Submit again")
               : saved              ? tr("Resume from step %1").arg(QLocale().toString(*saved))
                                    : tr("Resume");
  if (run.state == RunState::timed_out) out.changes = timeChanges(model.settings());
  if (run.exitCode == static_cast<int>(ExitCode::non_finite_loss))
    out.changes = lossChanges(run.workload, model.settings());
  if (!out.isOutOfMemory) return out;
  if (run.workload != "engine"_L1) {
    const QString advice = batchAdvice(model.settings());
    if (!advice.isEmpty()) out.sentence += u' ' + advice;
  }
  out.estimate = memoryEstimate(model.messages().messages());
  out.changes = memoryChanges(run.workload, isMemoryOfNode(run), model.settings(), out.estimate);
  return out;
}

}  // namespace trainyard
