// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and points as programs get them (`--json`); resources/help/formats.md documents the keys.
#pragma once

#include <QJsonObject>
#include <QString>

#include "remote/store/records.h"

namespace trainyard {

QJsonObject toJson(const RunRecord& run);
QJsonObject toJson(const QString& metric, const MetricPoint& point);

}  // namespace trainyard
