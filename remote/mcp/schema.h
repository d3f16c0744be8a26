// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Schema of described structs: what a client is told about the arguments of a tool.
#pragma once

#include <vector>

#include <QJsonObject>

#include "engine/contract/describe/field.h"

namespace trainyard {

QJsonObject schemaOf(const std::vector<FieldDescription>& fields);

}  // namespace trainyard
