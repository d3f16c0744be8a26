// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's JSON, and the contract's values; numbers that are not finite are texts there.
#pragma once

#include <QJsonObject>
#include <QJsonValue>

#include "engine/contract/value.h"

namespace trainyard {

QJsonValue jsonOf(const Value& value);
QJsonObject jsonOf(const Map& map);
Value valueOf(const QJsonValue& json);
Map mapFrom(const QJsonObject& json);

}  // namespace trainyard
