// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a record that its format cannot read, or that needs one: what it has, what is
// wanted, and which setting to change.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/data/instructions/formatters.h"

namespace trainyard {

// `field` is what the format asked for first and did not find.
Error other_fields(const Formatter& formatter, const Map& record, const std::string& field);

// Without a format: the record is neither of the shapes of read_instruction().
Error no_shape(const Map& record, const std::string& text_column);

}  // namespace trainyard
