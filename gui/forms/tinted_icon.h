// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own icons: monochrome drawings in the colour of the surrounding text, for light and
// dark themes.
#pragma once

#include <QIcon>
#include <QPalette>

namespace trainyard {

// `name` is the file in resources/icons without its extension.
QIcon tintedIcon(const QString& name, const QColor& colour);

}  // namespace trainyard
