// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/setting_changes.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/result.h"

namespace trainyard {
namespace {

// Half the rows, with twice the accumulation where the global batch follows from both.
HelpfulChange halfTheBatch(double rows, const SettingValues& settings) {
  HelpfulChange change{QStringLiteral("batch.per_device"), QString::number(rows),
                       QString::number(std::floor(rows / 2))};
  if (settingNumber(settings, "batch.global") || std::fmod(rows, 2) != 0) return change;
  change.alsoPath = QStringLiteral("batch.gradient_accumulation_steps");
  change.alsoTo =
      QString::number(settingNumber(settings, "batch.gradient_accumulation_steps").value_or(1) * 2);
  return change;
}

// The next one that shares out more among the processes of the run, or moves it to main memory.
std::optional<HelpfulChange> nextOfSharding(const SettingValues& settings, bool isOfNode) {
  const QString optimizer = settings.value(QStringLiteral("optimizer.kind")).toString();
  if (optimizer.isEmpty() || optimizer == QLatin1String("adafactor")) return std::nullopt;
  const double gpus = settingNumber(settings, "resources.gpus_per_node").value_or(0);
  const double onNode =
      settingNumber(settings, "resources.processes_per_node").value_or(std::max(gpus, 1.0));
  const bool isShared = onNode * settingNumber(settings, "resources.nodes").value_or(1) > 1;
  const double stage = settingNumber(settings, "parallel.zero_stage").value_or(0);
  const auto turnedOn = [&](const QString& path) {
    return settings.value(path).toBool()
               ? std::nullopt
               : std::optional(
                     HelpfulChange{path, QStringLiteral("false"), QStringLiteral("true")});
  };
  if (isShared && stage < 3)
    return HelpfulChange{QStringLiteral("parallel.zero_stage"), QString::number(stage),
                         stage < 2 ? QStringLiteral("2") : QStringLiteral("3")};
  if (isOfNode || gpus == 0 || stage < 1) return std::nullopt;
  const auto change = turnedOn(QStringLiteral("parallel.offload_optimizer"));
  return change || stage < 3 ? change : turnedOn(QStringLiteral("parallel.offload_parameters"));
}

}  // namespace

std::optional<double> settingNumber(const SettingValues& settings, const char* path) {
  bool isNumber = false;
  const double number = settings.value(QLatin1String(path)).toDouble(&isNumber);
  return isNumber ? std::optional(number) : std::nullopt;
}

QString settingText(const SettingValues& settings, const char* path) {
  const QString text = settings.value(QLatin1String(path)).toString();
  const bool isQuoted = text.size() > 1 && text.front() == text.back() &&
                        (text.front() == QLatin1Char('"') || text.front() == QLatin1Char('\''));
  return isQuoted ? text.mid(1, text.size() - 2) : text;
}

QString timeLimitText(qint64 seconds) {
  const auto two = [](qint64 number) {
    return QString::number(number).rightJustified(2, QLatin1Char('0'));
  };
  const QString clock =
      QStringList{two(seconds / 3600 % 24), two(seconds / 60 % 60), two(seconds % 60)}.join(
          QLatin1Char(':'));
  return seconds >= 86400 ? QStringLiteral("%1-%2").arg(seconds / 86400).arg(clock) : clock;
}

bool isOutOfMemory(const RunRecord& run) {
  return run.exitCode == static_cast<int>(ExitCode::out_of_memory) ||
         run.code.contains(QLatin1String("out_of_memory"));
}

bool isMemoryOfNode(const RunRecord& run) {
  return run.code.startsWith(QLatin1String("slurm.")) ||
         run.code.contains(QLatin1String("memory_limit")) ||
         run.code.contains(QLatin1String("memory_of_machine"));
}

QList<HelpfulChange> changesForMemory(const QString& workload, bool isOfNode,
                                      const SettingValues& settings) {
  QList<HelpfulChange> changes;
  if (const auto memory = settingNumber(settings, "resources.memory_gib_per_node");
      memory && isOfNode)
    changes << HelpfulChange{QStringLiteral("resources.memory_gib_per_node"),
                             QString::number(*memory), QString::number(*memory * 2)};
  if (workload != QLatin1String("engine")) return changes;
  if (const auto rows = settingNumber(settings, "batch.per_device"); rows && *rows >= 2)
    changes << halfTheBatch(*rows, settings);
  if (const auto change = nextOfSharding(settings, isOfNode)) changes << *change;
  if (const QString kind = settings.value(QStringLiteral("parallel.recompute")).toString();
      kind != QLatin1String("full") && !kind.isEmpty())
    changes << HelpfulChange{QStringLiteral("parallel.recompute"), kind, QStringLiteral("full")};
  if (settings.value(QStringLiteral("precision.kind")).toString() == QLatin1String("fp32"))
    changes << HelpfulChange{QStringLiteral("precision.kind"), QStringLiteral("fp32"),
                             QStringLiteral("bf16")};
  if (const auto tokens = settingNumber(settings, "data.sequence_length"); tokens && *tokens >= 2)
    changes << HelpfulChange{QStringLiteral("data.sequence_length"), QString::number(*tokens),
                             QString::number(std::floor(*tokens / 2))};
  return changes;
}

QList<HelpfulChange> changesForTime(const SettingValues& settings) {
  const QString limit = settingText(settings, "resources.time_limit");
  const auto seconds = time_limit_seconds(limit.toStdString());
  if (!seconds || *seconds <= 0) return {};
  return {{QStringLiteral("resources.time_limit"), limit, timeLimitText(2 * *seconds)}};
}

QList<HelpfulChange> changesForLoss(const QString& workload, const SettingValues& settings) {
  QList<HelpfulChange> changes;
  if (workload != QLatin1String("engine")) return changes;
  if (settings.value(QStringLiteral("precision.kind")).toString() == QLatin1String("fp16"))
    changes << HelpfulChange{QStringLiteral("precision.kind"), QStringLiteral("fp16"),
                             QStringLiteral("bf16")};
  if (const auto rate = settingNumber(settings, "optimizer.learning_rate"))
    changes << HelpfulChange{QStringLiteral("optimizer.learning_rate"),
                             QString::number(*rate, 'g', 6), QString::number(*rate / 2, 'g', 6)};
  const auto norm = settingNumber(settings, "optimizer.max_gradient_norm");
  if (!norm || *norm == 0 || *norm > 1)
    changes << HelpfulChange{QStringLiteral("optimizer.max_gradient_norm"),
                             norm ? QString::number(*norm) : QStringLiteral("null"),
                             QStringLiteral("1.0")};
  return changes;
}

bool mayChangeHelp(const RunRecord& run) {
  if (isOpen(run.state) || run.state == RunState::completed) return false;
  return run.state == RunState::timed_out || isOutOfMemory(run) ||
         run.exitCode == static_cast<int>(ExitCode::non_finite_loss);
}

QList<HelpfulChange> changesFor(const RunRecord& run, const SettingValues& settings) {
  if (!mayChangeHelp(run)) return {};
  if (run.state == RunState::timed_out) return changesForTime(settings);
  if (isOutOfMemory(run)) return changesForMemory(run.workload, isMemoryOfNode(run), settings);
  return changesForLoss(run.workload, settings);
}

}  // namespace trainyard
