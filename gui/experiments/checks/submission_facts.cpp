// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/submission_facts.h"

#include <QLocale>
#include <algorithm>

#include "engine/contract/experiment/slurm_format.h"
#include "gui/experiments/checks/estimate.h"
#include "gui/forms/quantity_text.h"
#include "gui/targets/target_text.h"
#include "remote/values/gpu_names.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

QString gigabytes(double bytes) {
  return QLocale().toString(bytes / gib, 'f', bytes < 100 * gib ? 1 : 0);
}

SubmissionFact memoryFact(const Experiment& experiment, const SubmissionFacts::Known& known) {
  const bool hasGpus = experiment.resources.gpus_per_node > 0;
  SubmissionFact fact;
  fact.label = hasGpus ? SubmissionFacts::tr("Memory on each GPU")
                       : SubmissionFacts::tr("Memory of each process");
  const PlannedMemory* own = known.plan ? known.plan->own() : nullptr;
  if (!own) {
    fact.value = known.whyNoPlan.isEmpty() ? u"…"_s : SubmissionFacts::tr("not known");
    fact.tip = known.whyNoPlan;
    return fact;
  }
  const auto total = static_cast<double>(own->total());
  fact.value = QuantityText::bytes(own->total());
  fact.tip = SubmissionFacts::tr(
      "Planned from the document, without the caches of torch and CUDA: weights, gradients, "
      "optimizer and the activations of one step");
  if (const auto most = hasGpus ? SubmissionFacts::gpuBytes(known.target) : std::nullopt) {
    fact.note = SubmissionFacts::tr("of %1").arg(gigabytes(*most));
    fact.share = total / *most;
  }
  return fact;
}

QString epochWords(double epochs) {
  const QString number = QLocale().toString(epochs, 'g', 3);
  return epochs == 1 ? SubmissionFacts::tr("1 epoch")
                     : SubmissionFacts::tr("%1 epochs").arg(number);
}

SubmissionFact lengthFact(const Experiment& experiment, const TrainingPlan* plan) {
  const TrainingSection& training = experiment.training;
  const bool isByEpochs = !training.max_steps && !training.max_tokens;
  const auto steps = plan && plan->num_steps ? plan->num_steps : training.max_steps;
  SubmissionFact fact{SubmissionFacts::tr("Length"), {}, {}};
  if (steps) {
    fact.value = SubmissionFacts::tr("%1 steps").arg(QLocale().toString(qlonglong{*steps}));
    if (isByEpochs)
      fact.note = epochWords(training.num_epochs);
    else if (plan && plan->steps_per_epoch && *plan->steps_per_epoch > 0)
      fact.note =
          epochWords(static_cast<double>(*steps) / static_cast<double>(*plan->steps_per_epoch));
    return fact;
  }
  fact.value = training.max_tokens ? SubmissionFacts::tr("%1 tokens")
                                         .arg(QLocale().toString(qlonglong{*training.max_tokens}))
                                   : epochWords(training.num_epochs);
  fact.tip = SubmissionFacts::tr("The number of steps is known once the data is prepared");
  return fact;
}

std::optional<SubmissionFact> costFact(const Experiment& experiment, int numRuns) {
  const auto hours = Estimate::gpuHours(experiment);
  if (!hours) return std::nullopt;
  const ResourcesSection& resources = experiment.resources;
  const auto seconds = time_limit_seconds(*resources.time_limit).value_or(0);
  QStringList factors;
  if (numRuns > 1) factors << SubmissionFacts::tr("%1 runs").arg(numRuns);
  if (resources.array)
    factors << SubmissionFacts::tr("%1 tasks").arg(array_task_count(*resources.array).value_or(1));
  factors << QString::number(resources.nodes * resources.gpus_per_node)
          << QuantityText::duration(static_cast<double>(seconds));
  const double all = *hours * numRuns;
  return SubmissionFact{SubmissionFacts::tr("GPU-hours, at most"),
                        QLocale().toString(all, 'f', all < 10 ? 1 : 0), factors.join(u" × "_s)};
}

SubmissionFact predictedFact(const QString& label, const QString& value, const Predicted& predicted,
                             const QString& more = {}) {
  const QString tip = SubmissionFacts::tr(
      "From your past runs of the same kind: what such a prediction has missed them by so far, "
      "each predicted from the others");
  return {label, value, SubmissionFacts::certainty(predicted), std::nullopt,
          more.isEmpty() ? tip : more + u' ' + tip};
}

QList<SubmissionFact> predictedFacts(const RunPrediction& prediction, double now) {
  QList<SubmissionFact> facts;
  const auto bytes = [](double number) {
    return QuantityText::bytes(static_cast<qint64>(number * gib));
  };
  if (const auto& memory = prediction.gpuMemoryGib)
    facts << predictedFact(SubmissionFacts::tr("GPU memory, predicted"), bytes(memory->value),
                           *memory);
  if (const auto& memory = prediction.memoryGib)
    facts << predictedFact(SubmissionFacts::tr("Main memory, predicted"), bytes(memory->value),
                           *memory);
  if (const auto& seconds = prediction.seconds)
    facts << predictedFact(SubmissionFacts::tr("Time, predicted"),
                           QuantityText::duration(seconds->value), *seconds,
                           SubmissionFacts::tr("If it starts now, it ends: %1.")
                               .arg(QuantityText::future(now + seconds->value, now)));
  return facts;
}

}  // namespace

QString SubmissionFacts::certainty(const Predicted& predicted) {
  return tr("± %1 % in %2 runs")
      .arg(QLocale().toString(predicted.error * 100, 'f', 0))
      .arg(predicted.runs);
}

std::optional<double> SubmissionFacts::gpuBytes(const TargetRecord* target) {
  std::optional<double> least;
  if (!target) return least;
  for (const QString& name : target->facts.node.gpus)
    if (const auto bytes = trainyard::gpuBytes(name))
      least = std::min(least.value_or(*bytes), *bytes);
  return least;
}

QList<SubmissionFact> SubmissionFacts::of(const Experiment& experiment, const Known& known,
                                          double now) {
  QList<SubmissionFact> facts;
  if (experiment.workload == Workload::engine) {
    facts << memoryFact(experiment, known);
    facts << lengthFact(experiment, known.plan);
  }
  facts << predictedFacts(known.prediction, now);
  if (const auto cost = costFact(experiment, known.numRuns)) facts << *cost;
  const bool isHere = !known.target || known.target->isHere();
  if (!isHere && known.expectedStart > 0)
    facts << SubmissionFact{tr("Expected start"),
                            known.expectedStart - now < 60
                                ? tr("immediately")
                                : QuantityText::future(known.expectedStart, now),
                            TargetText::name(known.target->settings.name)};
  return facts;
}

}  // namespace trainyard
