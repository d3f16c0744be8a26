// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/field_meaning.h"

#include <QLocale>
#include <cmath>

#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/slurm_format.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/schedule_curve.h"
#include "gui/forms/schedule_meaning.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using Meanings = QMap<QString, QString>;

constexpr double daySeconds = 86400;

QString whole(std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)); }

// Two significant digits are enough to compare.
QString rounded(double number) { return QLocale().toString(number, 'g', number < 100 ? 2 : 4); }

// "596 M", "10.1 M", "1.2 B".
QString countOf(std::int64_t number) {
  const auto in = [number](double unit) {
    const double count = static_cast<double>(number) / unit;
    return QLocale().toString(count, 'f', count < 100 && number >= 1000 ? 1 : 0);
  };
  if (number >= 1'000'000'000) return FieldMeaning::tr("%1 B").arg(in(1e9));
  if (number >= 1'000'000) return FieldMeaning::tr("%1 M").arg(in(1e6));
  if (number >= 10'000) return FieldMeaning::tr("%1 K").arg(in(1e3));
  return whole(number);
}

QString percentOf(double share) {
  const double percent = 100 * share;
  return FieldMeaning::tr("%1 %").arg(
      QLocale().toString(percent, 'f', percent >= 1 || percent == 0 ? 0 : 1));
}

// There is no translation for English that could handle its plurals.
QString stepsText(std::int64_t steps) {
  return steps == 1 ? FieldMeaning::tr("1 step") : FieldMeaning::tr("%1 steps").arg(whole(steps));
}

QString epochsText(double epochs) {
  return epochs == 1 ? FieldMeaning::tr("1 epoch")
                     : FieldMeaning::tr("%1 epochs").arg(rounded(epochs));
}

std::int64_t numProcesses(const Experiment& experiment) {
  return processes_per_node(experiment) * experiment.resources.nodes;
}

QString devicesText(const Experiment& experiment) {
  const std::int64_t processes = numProcesses(experiment);
  const ResourcesSection& resources = experiment.resources;
  if (resources.gpus_per_node * resources.nodes == processes)
    return QuantityText::gpus(static_cast<int>(processes));
  return processes == 1 ? FieldMeaning::tr("1 process")
                        : FieldMeaning::tr("%1 processes").arg(whole(processes));
}

// "2 per device × 8 accumulation steps × 4 GPUs"; factors of one are left out.
QString batchText(const Experiment& experiment, const BatchShape& shape) {
  QStringList factors{FieldMeaning::tr("%1 per device").arg(whole(shape.per_device))};
  if (shape.accumulation > 1)
    factors << FieldMeaning::tr("%1 accumulation steps").arg(whole(shape.accumulation));
  if (numProcesses(experiment) > 1) factors << devicesText(experiment);
  return factors.join(u" × "_s);
}

void addBatch(const Experiment& experiment, const TrainingPlan* plan, Meanings& out) {
  if (plan && !plan->memory.empty()) {
    QStringList needs;
    for (const PlannedMemory& memory : plan->memory)
      needs << FieldMeaning::tr("%1 needs %2")
                   .arg(whole(memory.per_device), QuantityText::bytes(memory.total()));
    out[u"batch.per_device"_s] = needs.join(u", "_s);
  }
  const auto shape = batch_shape(experiment, numProcesses(experiment));
  if (!shape) return;
  const QString factors = batchText(experiment, *shape);
  const QString sequences =
      FieldMeaning::tr("%1 sequences in a step").arg(whole(global_batch(experiment)));
  const bool isProduct = factors.contains(u'×');
  out[u"batch.global"_s] = experiment.batch.global ? factors
                           : isProduct             ? sequences + u": "_s + factors
                                                   : sequences;
  out[u"batch.gradient_accumulation_steps"_s] =
      experiment.batch.global
          ? FieldMeaning::tr("The global batch makes them %1").arg(whole(shape->accumulation))
          : sequences;
}

void addLength(const Experiment& experiment, const TrainingPlan* plan, Meanings& out) {
  const TrainingSection& training = experiment.training;
  const auto steps = FieldMeaning::numSteps(experiment, plan);
  const bool knowsEpochs = plan && plan->steps_per_epoch && *plan->steps_per_epoch > 0 && steps;
  const QString epochs =
      knowsEpochs
          ? epochsText(static_cast<double>(*steps) / static_cast<double>(*plan->steps_per_epoch))
          : QString();
  if (training.max_steps || training.max_tokens)
    out[u"training.num_epochs"_s] =
        FieldMeaning::tr("Has no effect while steps or tokens are limited");
  else if (steps)
    out[u"training.num_epochs"_s] = stepsText(*steps);
  if (!steps) return;
  if (!training.max_steps)
    out[u"training.max_steps"_s] =
        knowsEpochs ? FieldMeaning::tr("%1, %2").arg(stepsText(*steps), epochs) : stepsText(*steps);
  else if (knowsEpochs)
    out[u"training.max_steps"_s] = epochs;
  if (training.max_tokens) out[u"training.max_tokens"_s] = stepsText(*steps);
}

void addInterval(const char* path, const std::optional<std::int64_t>& every,
                 const std::optional<std::int64_t>& steps, Meanings& out) {
  if (!every || *every <= 0 || !steps || *steps <= 0) return;
  const std::int64_t times = *steps / *every;
  const double share = static_cast<double>(*every) / static_cast<double>(*steps);
  out[QString::fromLatin1(path)] =
      times == 0   ? FieldMeaning::tr("Not within the %1 of this training").arg(stepsText(*steps))
      : times == 1 ? FieldMeaning::tr("Once in this training")
                   : FieldMeaning::tr("%1 times in this training, every %2")
                         .arg(whole(times), percentOf(share));
}

void addIntervals(const Experiment& experiment, const TrainingPlan* plan, Meanings& out) {
  const auto steps = FieldMeaning::numSteps(experiment, plan);
  addInterval("evaluation.every_steps", experiment.evaluation.every_steps, steps, out);
  addInterval("checkpoint.every_steps", experiment.checkpoint.every_steps, steps, out);
  addInterval("logging.every_steps", experiment.logging.every_steps, steps, out);
  const EvaluationSection& evaluation = experiment.evaluation;
  if (!evaluation.batch_size)
    out[u"evaluation.batch_size"_s] =
        FieldMeaning::tr("%1, as in training").arg(whole(experiment.batch.per_device));
  if (evaluation.early_stopping_patience && evaluation.every_steps && !evaluation.every_epochs)
    out[u"evaluation.early_stopping_patience"_s] =
        FieldMeaning::tr("%1 without improvement")
            .arg(stepsText(*evaluation.early_stopping_patience * *evaluation.every_steps));
}

// How many of the last gradients a running mean with this decay rate is about the mean of.
QString memoryOf(double beta) { return rounded(std::round(1 / (1 - beta))); }

void addOptimizer(const OptimizerSection& optimizer, Meanings& out) {
  if (optimizer.beta1 > 0 && optimizer.beta1 < 1)
    out[u"optimizer.beta1"_s] =
        FieldMeaning::tr("About the mean of the last %1 gradients").arg(memoryOf(optimizer.beta1));
  if (optimizer.beta2 > 0 && optimizer.beta2 < 1)
    out[u"optimizer.beta2"_s] = FieldMeaning::tr("About the mean of the last %1 squared gradients")
                                    .arg(memoryOf(optimizer.beta2));
  out[u"optimizer.max_gradient_norm"_s] =
      optimizer.max_gradient_norm > 0
          ? FieldMeaning::tr("Longer gradients are shortened to a norm of %1")
                .arg(rounded(optimizer.max_gradient_norm))
          : FieldMeaning::tr("Gradients are left as they are");
}

// The model's positions according to the document; those of pretrained weights are known on the
// target only.
std::optional<std::int64_t> knownPositions(const Experiment& experiment) {
  for (const char* key : {"n_positions", "max_position_embeddings"})
    if (const Value* value = find(experiment.model.overrides, key))
      if (const auto* number = value->get_if<std::int64_t>()) return *number;
  const std::int64_t positions = traits_of(experiment.model.kind).positions;
  if (experiment.model.pretrained || positions <= 0) return std::nullopt;
  return positions;
}

void addModel(const Experiment& experiment, const TrainingPlan* plan, Meanings& out) {
  if (const auto positions = knownPositions(experiment))
    out[u"data.sequence_length"_s] =
        FieldMeaning::tr("of at most %1 positions").arg(whole(*positions));
  const LoraSection& lora = experiment.lora;
  if (lora.rank && *lora.rank > 0) {
    const auto rank = static_cast<double>(*lora.rank);
    out[u"lora.alpha"_s] =
        FieldMeaning::tr("The adapter's output counts %1 times")
            .arg(rounded(lora.alpha / (lora.use_rslora ? std::sqrt(rank) : rank)));
  }
  if (!plan || plan->num_parameters <= 0) return;
  out[u"model.kind"_s] = FieldMeaning::tr("%1 parameters").arg(countOf(plan->num_parameters));
  out[u"lora.rank"_s] =
      plan->num_trained == plan->num_parameters
          ? FieldMeaning::tr("All %1 parameters are trained").arg(countOf(plan->num_parameters))
          : FieldMeaning::tr("%1 of %2 parameters are trained")
                .arg(countOf(plan->num_trained), countOf(plan->num_parameters));
}

void addHeldOut(const DataSection& data, Meanings& out) {
  if (data.kind != DataKind::text) return;
  if (!data.validation.empty())
    out[u"data.validation_split_ratio"_s] =
        FieldMeaning::tr("Has no effect while there are validation files");
  else if (data.validation_split_ratio > 0)
    out[u"data.validation_split_ratio"_s] =
        FieldMeaning::tr("%1 of the training texts").arg(percentOf(data.validation_split_ratio));
}

QString timeText(std::int64_t seconds) {
  const double days = static_cast<double>(seconds) / daySeconds;
  if (days == 1) return FieldMeaning::tr("1 day");
  if (days > 1 && days == std::floor(days)) return FieldMeaning::tr("%1 days").arg(days);
  return QuantityText::duration(static_cast<double>(seconds));
}

void addResources(const Experiment& experiment, Meanings& out) {
  const ResourcesSection& resources = experiment.resources;
  if (resources.time_limit)
    if (const auto seconds = time_limit_seconds(*resources.time_limit); seconds && *seconds > 0) {
      out[u"resources.time_limit"_s] = timeText(*seconds);
      const std::int64_t wanted = experiment.restart.signal_before_end_seconds;
      const std::int64_t warning = warning_seconds(wanted, resources.time_limit);
      out[u"restart.signal_before_end_seconds"_s] =
          warning == wanted ? QuantityText::duration(static_cast<double>(warning))
                            : FieldMeaning::tr("%1, a quarter of the time limit")
                                  .arg(QuantityText::duration(static_cast<double>(warning)));
    }
  if (resources.nodes > 1 && resources.gpus_per_node > 0)
    out[u"resources.gpus_per_node"_s] =
        FieldMeaning::tr("%1 in all")
            .arg(QuantityText::gpus(static_cast<int>(resources.nodes * resources.gpus_per_node)));
  if (!resources.processes_per_node.number)
    out[u"resources.processes_per_node"_s] = whole(processes_per_node(experiment));
}

}  // namespace

std::optional<std::int64_t> FieldMeaning::numSteps(const Experiment& experiment,
                                                   const TrainingPlan* plan) {
  if (plan && plan->num_steps) return plan->num_steps;
  // Which of the two limits is reached first is known to the plan alone.
  return experiment.training.max_tokens ? std::nullopt : experiment.training.max_steps;
}

QMap<QString, QString> FieldMeaning::meanings(const Experiment& experiment,
                                              const TrainingPlan* plan) {
  QMap<QString, QString> out;
  addResources(experiment, out);
  if (experiment.workload != Workload::engine) return out;
  addBatch(experiment, plan, out);
  addLength(experiment, plan, out);
  addIntervals(experiment, plan, out);
  addOptimizer(experiment.optimizer, out);
  addModel(experiment, plan, out);
  addHeldOut(experiment.data, out);
  const auto steps = numSteps(experiment, plan);
  const ScheduleMeaning schedule(experiment.schedule, steps);
  if (const QString words = schedule.kind(); !words.isEmpty()) out[u"schedule.kind"_s] = words;
  if (const QString words = schedule.warmupRatio(); !words.isEmpty())
    out[u"schedule.warmup_ratio"_s] = words;
  if (const QString words = schedule.warmupSteps(); !words.isEmpty())
    out[u"schedule.warmup_steps"_s] = words;
  return out;
}

}  // namespace trainyard
