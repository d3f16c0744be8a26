// SPDX-License-Identifier: GPL-3.0-or-later
// Monochrome drawings in the colour of what surrounds them, sharp at any size and pixel ratio. An
// icon asks for its colour when it is painted, so that a change of the theme needs no new icons.
#pragma once

#include <QIcon>

#include "gui/look/tokens.h"

class QPainter;

namespace trainyard::look {

// The thickness of lines at a size of 24; QtSvg's icons of states are drawn with the stronger one.
inline constexpr double iconStroke = 1.75, stateStroke = 2.2;

// `name` is the file in resources/icons without its extension. The ink is that of labels if none
// is given.
QIcon icon(const QString& name, Ink ink = {});
QIcon icon(const QString& name, Tone tone);
// Whether it was made here, so that a control may paint it in the colour of its words.
bool isTinted(const QIcon& icon);

QPixmap iconPixmap(const QString& name, const QColor& colour, double size, double ratio,
                   double stroke = iconStroke);
// In the middle of `room`, a square of `size`.
void paintIcon(QPainter& painter, const QRectF& room, double size, const QString& name,
               const QColor& colour, double stroke = iconStroke);

}  // namespace trainyard::look
