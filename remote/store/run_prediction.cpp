// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <QRegularExpression>
#include <QSet>

namespace trainyard {
namespace {

constexpr qsizetype leastComparable = 2;

// What neither memory nor pace depends on by much.
constexpr std::array unimportantSections{"schedule", "logging", "checkpoint",
                                         "restart",  "search",  "code"};
constexpr std::array unimportantSettings{"format",
                                         "name",
                                         "notes",
                                         "tags",
                                         "seed",
                                         "resources.partition",
                                         "resources.account",
                                         "resources.qos",
                                         "resources.reservation",
                                         "resources.array",
                                         "resources.dependency",
                                         "resources.after",
                                         "resources.extra_directives",
                                         "resources.time_limit",
                                         "resources.memory_gib_per_node"};
constexpr std::array lengthSettings{"training.max_steps", "training.num_epochs",
                                    "training.max_tokens"};
// What the engine's plan accounts for.
constexpr std::array plannedSections{"batch", "parallel", "precision", "evaluation"};

// A program's own arguments, in lower case with underscores.
const QSet<QString>& unimportantArguments() {
  static const QSet<QString> names{
      "lr",        "learning_rate", "seed",       "weight_decay", "wd",       "momentum",
      "warmup",    "warmup_steps",  "dropout",    "warmup_ratio", "name",     "run_name",
      "out",       "output",        "out_dir",    "output_dir",   "save_dir", "log_dir",
      "logdir",    "project",       "tag",        "tags",         "exp_name", "experiment_name",
      "log_every", "logging_steps", "save_steps", "save_every",   "patience", "label_smoothing"};
  return names;
}
const QSet<QString>& lengthArguments() {
  static const QSet<QString> names{
      "epochs", "num_epochs", "n_epochs",  "num_train_epochs", "max_epochs",
      "steps",  "max_steps",  "num_steps", "train_steps",      "total_steps",
      "iters",  "max_iters",  "num_iters", "iterations",       "max_iterations"};
  return names;
}

template <std::size_t count>
bool isOneOf(const std::array<const char*, count>& all, const QString& text) {
  return std::ranges::any_of(all, [&](const char* each) { return text == QLatin1String(each); });
}

bool isArguments(const QString& path) {
  return path == QLatin1String("command.arguments") || path == QLatin1String("script.arguments");
}

// Names and values of arguments as they stand in a list: [--epochs, "3", --lr=0.1].
QRegularExpressionMatchIterator argumentsIn(const QString& text) {
  static const QRegularExpression argument(
      QStringLiteral("--?([A-Za-z][\\w-]*)(?:=|[\",'\\s]+)([^\\s\",'\\]-][^\\s\",'\\]]*)"));
  return argument.globalMatch(text);
}

QString nameOfArgument(const QRegularExpressionMatch& match) {
  return match.captured(1).toLower().replace(QLatin1Char('-'), QLatin1Char('_'));
}

// Without what hardly matters, the length, and what stands between arguments.
QString essentialArguments(const QString& text) {
  QString essential;
  qsizetype at = 0;
  for (auto matches = argumentsIn(text); matches.hasNext();) {
    const auto match = matches.next();
    const QString name = nameOfArgument(match);
    if (!unimportantArguments().contains(name) && !lengthArguments().contains(name)) continue;
    essential += text.mid(at, match.capturedStart() - at);
    at = match.capturedEnd();
  }
  static const QRegularExpression between(QStringLiteral("[\",'\\s]+"));
  essential += text.mid(at);
  return essential.remove(between);
}

// Settings that have to be equal, by path.
SettingValues essentialOf(const RunOfAKind& run,
                          const std::function<bool(const QString&)>& leaves) {
  SettingValues essential;
  for (auto at = run.settings.cbegin(); at != run.settings.cend(); ++at) {
    const QString& path = at.key();
    const QString section = path.section(QLatin1Char('.'), 0, 0);
    const bool isRate = section == QLatin1String("optimizer") && at->typeId() == QMetaType::Double;
    if (isOneOf(unimportantSections, section) || isOneOf(unimportantSettings, path) || isRate ||
        isOneOf(lengthSettings, path) || leaves(path))
      continue;
    essential[path] = isArguments(path) ? QVariant(essentialArguments(at->toString())) : *at;
  }
  return essential;
}

double middle(QList<double> values) {
  std::ranges::sort(values);
  const qsizetype half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

struct Sample {
  double value = 0;
  std::optional<double> length;
};
// What `samples` say of a run of this length; nothing if they do not say it.
using Estimate = std::function<std::optional<double>(std::optional<double> length,
                                                     const QList<Sample>& samples)>;

std::optional<double> middleOf(std::optional<double>, const QList<Sample>& samples) {
  QList<double> values;
  for (const Sample& sample : samples) values << sample.value;
  return values.isEmpty() ? std::nullopt : std::optional(middle(values));
}

// A beginning that each run has, and a time for each step, by least squares; both are positive.
double growing(double length, const QList<Sample>& samples) {
  double lengths = 0, times = 0, products = 0, squares = 0;
  QList<double> paces;
  for (const Sample& sample : samples) {
    lengths += *sample.length;
    times += sample.value;
    products += *sample.length * sample.value;
    squares += *sample.length * *sample.length;
    paces << sample.value / *sample.length;
  }
  const auto count = static_cast<double>(samples.size());
  const double spread = count * squares - lengths * lengths;
  const double pace = spread > 1e-9 * squares ? (count * products - lengths * times) / spread : 0;
  const double beginning = (times - pace * lengths) / count;
  return pace > 0 && beginning > 0 ? beginning + pace * length : middle(paces) * length;
}

std::optional<double> timeOf(std::optional<double> length, const QList<Sample>& samples) {
  QList<Sample> equal, measured;
  for (const Sample& sample : samples) {
    if (sample.length == length) equal << sample;
    if (sample.length && *sample.length > 0) measured << sample;
  }
  if (!equal.isEmpty() && (equal.size() >= leastComparable || measured.size() < leastComparable))
    return middleOf(length, equal);
  if (!length || measured.isEmpty()) return std::nullopt;
  return growing(*length, measured);
}

std::optional<Predicted> predicted(std::optional<double> length, const QList<Sample>& samples,
                                   const Estimate& estimate) {
  if (samples.size() < leastComparable) return std::nullopt;
  const auto value = estimate(length, samples);
  if (!value || *value <= 0) return std::nullopt;
  QList<double> errors;
  for (qsizetype i = 0; i < samples.size(); ++i) {
    QList<Sample> others = samples;
    others.removeAt(i);
    if (const auto guess = estimate(samples[i].length, others))
      errors << std::abs(*guess - samples[i].value) / samples[i].value;
  }
  double sum = 0;
  for (const double error : errors) sum += error;
  return Predicted{*value, errors.isEmpty() ? 0 : sum / static_cast<double>(errors.size()),
                   static_cast<int>(samples.size())};
}

// The plan is of a process; what else a run needs is the same with any batch.
void addMemory(QList<Sample>& samples, std::optional<double> value, const RunOfAKind& next,
               const PastRun& run, bool isPlanned) {
  if (!value || *value <= 0) return;
  const double more = isPlanned && next.planGib && run.planGib ? *next.planGib - *run.planGib : 0;
  if (*value + more > 0) samples << Sample{*value + more, std::nullopt};
}

}  // namespace

bool hasSameMemory(const RunOfAKind& one, const RunOfAKind& other) {
  if (one.workload != other.workload) return false;
  const bool arePlanned = one.planGib && other.planGib;
  const auto leaves = [&](const QString& path) {
    const QString section = path.section(QLatin1Char('.'), 0, 0);
    return path == QLatin1String("resources.cpus_per_process") ||
           (arePlanned &&
            (isOneOf(plannedSections, section) || path == QLatin1String("data.sequence_length")));
  };
  return essentialOf(one, leaves) == essentialOf(other, leaves);
}

bool hasSamePace(const RunOfAKind& one, const RunOfAKind& other) {
  const auto none = [](const QString&) { return false; };
  return one.workload == other.workload && one.target == other.target &&
         essentialOf(one, none) == essentialOf(other, none);
}

std::optional<double> lengthOf(const RunOfAKind& run, bool isInSteps) {
  if (isInSteps) return run.steps;
  for (const char* path : lengthSettings)
    if (const auto length = settingNumber(run.settings, path); length && *length > 0) return length;
  for (const char* path : {"command.arguments", "script.arguments"}) {
    const QString arguments = run.settings.value(QLatin1String(path)).toString();
    for (auto matches = argumentsIn(arguments); matches.hasNext();) {
      const auto match = matches.next();
      bool isNumber = false;
      const double length = match.captured(2).toDouble(&isNumber);
      if (isNumber && length > 0 && lengthArguments().contains(nameOfArgument(match)))
        return length;
    }
  }
  return std::nullopt;
}

RunPrediction predictRun(const RunOfAKind& next, const QList<PastRun>& past) {
  QList<Sample> memory, gpuMemory, seconds;
  const bool usesGpus = settingNumber(next.settings, "resources.gpus_per_node").value_or(0) > 0;
  for (const PastRun& run : past) {
    if (hasSameMemory(next, run)) {
      addMemory(memory, run.memoryGib, next, run, !usesGpus);
      addMemory(gpuMemory, run.gpuMemoryGib, next, run, true);
    }
    if (run.seconds && *run.seconds > 0 && hasSamePace(next, run))
      seconds << Sample{*run.seconds, lengthOf(run, next.steps.has_value())};
  }
  RunPrediction prediction;
  prediction.memoryGib = predicted(std::nullopt, memory, middleOf);
  if (usesGpus) prediction.gpuMemoryGib = predicted(std::nullopt, gpuMemory, middleOf);
  prediction.seconds = predicted(lengthOf(next, next.steps.has_value()), seconds, timeOf);
  return prediction;
}

}  // namespace trainyard
