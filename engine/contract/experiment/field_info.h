// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

struct Experiment;
using FieldInfo = Field<Experiment>;

}  // namespace trainyard
