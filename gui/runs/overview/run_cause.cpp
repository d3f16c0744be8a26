// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/run_cause.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/time_limit_text.h"
#include "gui/runs/run_model.h"
#include "gui/runs/run_text.h"

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
  switch (run.state) {
    case RunState::timed_out:
      return RunCause::tr("The time limit was reached%1").arg(atStep(run));
    case RunState::preempted:
      return RunCause::tr("The cluster took its resources back%1").arg(atStep(run));
    case RunState::cancelled:
      return RunCause::tr("The run was cancelled%1").arg(atStep(run));
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

std::optional<double> numberOf(const QMap<QString, QVariant>& settings, const QString& path) {
  bool isNumber = false;
  const double number = settings.value(path).toDouble(&isNumber);
  return isNumber ? std::optional(number) : std::nullopt;
}

}  // namespace

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
  QList<SuggestedChange> out;
  // Activations grow with the rows and with the tokens of a row.
  const auto halved = [&]() -> std::optional<double> {
    if (!estimate) return std::nullopt;
    return estimate->total() - estimate->activations / 2;
  };
  if (const auto memory = numberOf(settings, u"resources.memory_gib_per_node"_s);
      memory && isOfNode)
    out << SuggestedChange{u"resources.memory_gib_per_node"_s,
                           QString::number(*memory),
                           QString::number(*memory * 2),
                           RunCause::tr("The job may wait longer for a node with that much."),
                           std::nullopt,
                           {},
                           {}};
  if (workload != "engine"_L1) return out;
  if (const auto rows = numberOf(settings, u"batch.per_device"_s); rows && *rows >= 2) {
    SuggestedChange change{u"batch.per_device"_s,
                           QString::number(*rows),
                           QString::number(std::floor(*rows / 2)),
                           {},
                           halved(),
                           {},
                           {}};
    const bool isGlobal = numberOf(settings, u"batch.global"_s).has_value();
    const bool isEven = std::fmod(*rows, 2) == 0;
    if (isGlobal) {
      change.effect = RunCause::tr("Nothing: the global batch stays the same. A little slower.");
    } else if (isEven) {
      change.alsoPath = u"batch.gradient_accumulation_steps"_s;
      change.alsoTo = QString::number(numberOf(settings, change.alsoPath).value_or(1) * 2);
      change.effect = RunCause::tr(
                          "Nothing: with %1 accumulation steps the global batch stays the "
                          "same. A little slower.")
                          .arg(change.alsoTo);
    } else {
      change.effect = RunCause::tr("The global batch becomes smaller.");
    }
    out << change;
  }
  if (const QString kind = settings.value(u"parallel.recompute"_s).toString();
      kind != "full"_L1 && !kind.isEmpty())
    out << SuggestedChange{u"parallel.recompute"_s,
                           kind,
                           u"full"_s,
                           RunCause::tr("No number changes; about a third slower."),
                           std::nullopt,
                           {},
                           {}};
  if (settings.value(u"precision.kind"_s).toString() == "fp32"_L1)
    out << SuggestedChange{u"precision.kind"_s,
                           u"fp32"_s,
                           u"bf16"_s,
                           RunCause::tr("Losses differ in the third digit; faster on a GPU."),
                           std::nullopt,
                           {},
                           {}};
  if (const auto tokens = numberOf(settings, u"data.sequence_length"_s); tokens && *tokens >= 2)
    out << SuggestedChange{u"data.sequence_length"_s,
                           QString::number(*tokens),
                           QString::number(std::floor(*tokens / 2)),
                           RunCause::tr("The training: longer texts are cut or divided."),
                           halved(),
                           {},
                           {}};
  return out;
}

QList<SuggestedChange> timeChanges(const QMap<QString, QVariant>& settings) {
  const QString limit = settings.value(u"resources.time_limit"_s).toString();
  const auto seconds = time_limit_seconds(limit.toStdString());
  if (!seconds || *seconds <= 0) return {};
  const qint64 twice = 2 * *seconds;
  const QString longer =
      TimeLimitText{twice / 86400, twice / 3600 % 24, twice / 60 % 60, twice % 60}.text();
  return {{u"resources.time_limit"_s,
           limit,
           longer,
           RunCause::tr("The job may wait longer until it starts."),
           std::nullopt,
           {},
           {}}};
}

QList<SuggestedChange> lossChanges(const QString& workload,
                                   const QMap<QString, QVariant>& settings) {
  QList<SuggestedChange> out;
  if (workload != "engine"_L1) return out;
  const auto add = [&](const QString& path, const QString& from, const QString& to,
                       const QString& effect) {
    out << SuggestedChange{path, from, to, effect, std::nullopt, {}, {}};
  };
  if (settings.value(u"precision.kind"_s).toString() == "fp16"_L1)
    add(u"precision.kind"_s, u"fp16"_s, u"bf16"_s,
        RunCause::tr("Numbers keep their range; losses differ in the third digit."));
  if (const auto rate = numberOf(settings, u"optimizer.learning_rate"_s))
    add(u"optimizer.learning_rate"_s, QString::number(*rate, 'g', 6),
        QString::number(*rate / 2, 'g', 6),
        RunCause::tr("It goes on from its last checkpoint with smaller steps."));
  const auto norm = numberOf(settings, u"optimizer.max_gradient_norm"_s);
  if (!norm || *norm == 0 || *norm > 1)
    add(u"optimizer.max_gradient_norm"_s, norm ? QString::number(*norm) : u"null"_s, u"1.0"_s,
        RunCause::tr("Large gradients are scaled down."));
  return out;
}

std::optional<RunCause> RunCause::of(const RunModel& model) {
  const RunRecord& run = model.record();
  if (model.isEmpty() || model.isGone() || isOpen(run.state) || run.state == RunState::completed)
    return std::nullopt;
  RunCause out;
  out.isOutOfMemory = run.exitCode == static_cast<int>(ExitCode::out_of_memory) ||
                      run.code.contains("out_of_memory"_L1);
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
  out.estimate = memoryEstimate(model.messages().messages());
  // Where the scheduler or the system killed it, the memory of the node was too small, not the
  // GPU's.
  const bool isOfNode = run.code.startsWith("slurm."_L1) || run.code.contains("memory_limit"_L1) ||
                        run.code.contains("memory_of_machine"_L1);
  out.changes = memoryChanges(run.workload, isOfNode, model.settings(), out.estimate);
  return out;
}

}  // namespace trainyard
