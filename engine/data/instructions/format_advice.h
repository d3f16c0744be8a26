// SPDX-License-Identifier: GPL-3.0-or-later
// Error messages for a record that its format cannot read, or that needs a format: what it has,
// what is expected, and which setting to change.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/data/instructions/formatters.h"

namespace trainyard {

// `field` is the first field that the format needed and did not find.
Error other_fields(const Formatter& formatter, const Map& record, const std::string& field);

// Without a format: the record has none of the shapes of read_instruction().
Error no_shape(const Map& record, const std::string& text_column);

}  // namespace trainyard
