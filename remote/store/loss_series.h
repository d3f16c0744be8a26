// SPDX-License-Identifier: GPL-3.0-or-later
// Which curve of a run is its loss: programs choose their names, so a run's `train/loss` and
// `eval/loss` are what loss_place() puts first. Internal to store/.
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

#include "engine/contract/result.h"

namespace trainyard {

// The names by which the losses of any run are asked for.
inline const QString trainLoss = QStringLiteral("train/loss");
inline const QString evalLoss = QStringLiteral("eval/loss");

// Null for what is no loss.
QVariant lossPlace(const QString& metric);

// An expression for the column `series` of a metric of the run that `run`, an SQL expression,
// names. Of anything but the two names above it has one placeholder, for the name.
QString seriesSql(const QString& run, const QString& metric);
inline bool isOwnLoss(const QString& metric) { return metric == trainLoss || metric == evalLoss; }

// What writes the places of all series of a store of an older version.
Result<QStringList> lossPlaceStatements(const QString& connection);

}  // namespace trainyard
