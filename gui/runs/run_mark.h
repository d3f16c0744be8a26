// SPDX-License-Identifier: GPL-3.0-or-later
// A run's state as it is drawn everywhere: word, mark and tone.
#pragma once

#include "gui/look/paint.h"
#include "remote/store/records.h"

namespace trainyard {

look::PillText runMark(const RunRecord& run);

}  // namespace trainyard
