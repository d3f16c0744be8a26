// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a widget in a colour of the tokens, which follow the theme: a palette that is set on a
// widget would keep its colours.
#pragma once

#include "gui/look/tokens.h"

class QWidget;

namespace trainyard::look {

// Replaces the ink that was set before.
void setInk(QWidget* widget, const Ink& ink);
void setInk(QWidget* widget, Tone tone);

}  // namespace trainyard::look
