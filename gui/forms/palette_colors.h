// SPDX-License-Identifier: GPL-3.0-or-later
// The colours that mean something: severities, states of runs, links. One table with a value for
// light and one for dark ground. As text each stands out by at least 4.5:1 from the grounds of its
// kind, so the same colour serves words, dots and marks.
#pragma once

#include <QColor>

class QPalette;

namespace trainyard {

// What is said, not how it looks. `waiting` is also a warning.
enum class Tone { quiet, waiting, active, good, caution, bad };

// For what is drawn on the palette's window or base.
QColor toneColour(Tone tone, const QPalette& palette);
// Whether its ground is dark.
bool isDark(const QPalette& palette);
// Curves that are told apart on light and dark ground, also by most colour-blind people; 3:1 is
// held by each.
QColor curveColour(int index, const QPalette& palette);

}  // namespace trainyard
