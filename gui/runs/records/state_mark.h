// SPDX-License-Identifier: GPL-3.0-or-later
// How the state of a run is marked, wherever it is shown.
#pragma once

#include <QString>

#include "gui/look/tokens.h"
#include "remote/store/records.h"

namespace trainyard {

look::Tone stateTone(RunState state);
// The mark beside a state's word: a state is never told by its colour alone.
QString stateIcon(RunState state);

}  // namespace trainyard
