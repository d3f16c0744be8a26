// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own icons: one-colour drawings in the colour of the text around them, so that they
// fit light and dark.
#pragma once

#include <QIcon>
#include <QPalette>

namespace trainyard {

// `name` is the file in resources/icons without its ending.
QIcon tintedIcon(const QString& name, const QColor& colour);

}  // namespace trainyard
