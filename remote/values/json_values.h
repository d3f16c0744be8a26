// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between Qt's JSON and the contract's values; non-finite numbers are texts there.
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
