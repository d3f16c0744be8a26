// SPDX-License-Identifier: GPL-3.0-or-later
// The described fields of an experiment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/describe/field.h"

namespace trainyard {

struct Experiment;
using FieldInfo = Field<Experiment>;

// Every field of the document in order, built once.
const std::vector<FieldInfo>& fields();

// Names of the sections in document order.
const std::vector<std::string>& sections();

// The field at `path`, or null if there is none.
const FieldInfo* find_field(std::string_view path);

}  // namespace trainyard
