// SPDX-License-Identifier: GPL-3.0-or-later
// The next whole number above or below the one in a field. Pure.
#pragma once

#include <QString>

#include "engine/contract/experiment/field_info.h"

namespace trainyard {

// Whether a field has buttons for it.
bool hasSteps(const FieldInfo& field);
// Sizes of batches double and halve, others change by one; nothing leaves the field's range.
// Without a number the range's lowest is next. Empty: there is none.
QString nextNumber(const FieldInfo& field, const QString& text, int direction);

}  // namespace trainyard
