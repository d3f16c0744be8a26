// SPDX-License-Identifier: GPL-3.0-or-later
// The small drawing on a preset's card, which says what kind of training it is.
#pragma once

#include "gui/home/preset_cards.h"

class QPainter;
class QRectF;

namespace trainyard {

namespace look {
struct Tokens;
}

// Draws within `place`, at any size, in the colours of the theme.
void paintPresetPicture(QPainter& painter, const QRectF& place, PresetPicture picture,
                        const look::Tokens& tokens);

}  // namespace trainyard
