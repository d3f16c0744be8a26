// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a run's metrics is meant: programs choose the names of their losses.
#pragma once

#include <QList>

#include "remote/store/records.h"

namespace trainyard {

// The one of this name. Where there is none, "train/loss" and "eval/loss" are the run's own losses,
// whatever it calls them. Null: it has no such metric.
const MetricSummary* namedMetric(const QList<MetricSummary>& metrics, const QString& name);

}  // namespace trainyard
