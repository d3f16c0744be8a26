// SPDX-License-Identifier: GPL-3.0-or-later
// What SGR styles look like in a theme. The sixteen names of colours are tokens; any other colour
// is darkened or lightened until it can be read.
#pragma once

#include <QTextCharFormat>

#include "gui/look/tokens.h"
#include "gui/runs/logs/sgr_style.h"

namespace trainyard {

// The least contrast of words with what is behind them.
inline constexpr double leastContrast = 4.5;

QTextCharFormat sgrFormat(const SgrStyle& style, const look::Tokens& tokens);

// The grounds of lines with an error or a warning, on which words must be legible, too.
QColor levelGround(look::Tone tone, const look::Tokens& tokens);

}  // namespace trainyard
