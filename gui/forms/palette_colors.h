// SPDX-License-Identifier: GPL-3.0-or-later
// The semantic colours: severities, states of runs, links. One table with values for light and dark
// backgrounds. As text, each has a contrast of at least 4.5:1 to its backgrounds, so the same
// colour can be used for text, dots and marks.
#pragma once

#include <QColor>

class QPalette;

namespace trainyard {

// The meaning, not the appearance. `waiting` is also a warning.
enum class Tone { quiet, waiting, active, good, caution, bad };

// For drawing on the palette's window or base.
QColor toneColour(Tone tone, const QPalette& palette);
// Whether its background is dark.
bool isDark(const QPalette& palette);
// Curve colours that can be told apart on light and dark backgrounds, also with most kinds of
// colour blindness; each has a contrast of at least 3:1.
QColor curveColour(int index, const QPalette& palette);

}  // namespace trainyard
