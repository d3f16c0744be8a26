// SPDX-License-Identifier: GPL-3.0-or-later
// What menus and buttons can do now, for the command palette.
#pragma once

#include <QList>

#include "gui/forms/palette_search.h"

class QAbstractButton;
class QMenu;
class QWidget;

namespace trainyard {

// The entries of a menu and of those below it that are possible: "Theme: Dark". `detail`: shown
// behind each.
QList<PaletteEntry> commandsOf(QMenu* menu, const QString& icon, const QString& detail);
// Of all menus that can be opened within a widget, and of those of the buttons that are seen and
// possible.
QList<PaletteEntry> commandsWithin(const QWidget* widget, const QList<QAbstractButton*>& buttons,
                                   const QString& icon, const QString& detail);

}  // namespace trainyard
