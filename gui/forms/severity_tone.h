// SPDX-License-Identifier: GPL-3.0-or-later
// The colour of a finding, by severity.
#pragma once

#include "engine/contract/diagnostic.h"
#include "gui/forms/palette_colors.h"

namespace trainyard {

inline Tone severityTone(Severity severity) {
  return severity == Severity::error     ? Tone::bad
         : severity == Severity::warning ? Tone::waiting
                                         : Tone::active;
}

}  // namespace trainyard
