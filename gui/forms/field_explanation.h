// SPDX-License-Identifier: GPL-3.0-or-later
// The full description of a field, for its tooltip: help, key, default, range and what it affects.
#pragma once

#include <QString>

#include "engine/contract/experiment/field_info.h"

namespace trainyard {

// "at least 1"; empty: there are no bounds.
QString rangeWords(const FieldInfo& info);
// "Changes the speed, not the results."
QString affectsWords(Affects what);

// As rich text; `help` is plain.
QString explanation(const FieldInfo& info, const QString& help);

}  // namespace trainyard
