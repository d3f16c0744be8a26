// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/estimate.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>

#include "engine/contract/experiment/slurm_format.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

double Estimate::longestSeconds(const Experiment& experiment) {
  const auto& limit = experiment.resources.time_limit;
  const auto seconds = limit ? time_limit_seconds(*limit) : std::nullopt;
  return static_cast<double>(std::max<std::int64_t>(0, seconds.value_or(0)));
}

std::optional<double> Estimate::gpuHours(const Experiment& experiment) {
  const ResourcesSection& resources = experiment.resources;
  const double seconds = longestSeconds(experiment);
  if (seconds <= 0 || resources.gpus_per_node == 0) return std::nullopt;
  const std::int64_t tasks = resources.array ? array_task_count(*resources.array).value_or(1) : 1;
  return static_cast<double>(resources.nodes * resources.gpus_per_node) * seconds / 3600 *
         static_cast<double>(tasks);
}

QString Estimate::summary(std::optional<double> gpuHours, double expectedStart, double now) {
  QStringList parts;
  if (gpuHours)
    parts << tr("at most %1 GPU-hours")
                 .arg(QLocale().toString(*gpuHours, 'f', *gpuHours < 10 ? 1 : 0));
  if (expectedStart > 0)
    parts << (expectedStart - now < 60
                  ? tr("would start immediately")
                  : tr("would start %1").arg(QuantityText::future(expectedStart, now)));
  return parts.join(u"; "_s);
}

}  // namespace trainyard
