// SPDX-License-Identifier: GPL-3.0-or-later
// Names and counts of paths as the service and its clients exchange them.
#pragma once

#include <QJsonObject>

#include "remote/target/target_paths.h"

namespace trainyard {

QJsonObject toJson(const PathNames& names);
PathNames pathNamesFrom(const QJsonObject& json);
QJsonObject toJson(const QList<PathCount>& counts);
QList<PathCount> pathCountsFrom(const QJsonObject& json);

}  // namespace trainyard
