// SPDX-License-Identifier: GPL-3.0-or-later
// F6 goes from one pane of the window to the next: the rail, what stands above the page's parts,
// these parts, which are those of its splitters and widgets with the property `pane`, and the help.
#pragma once

#include <QWidget>

namespace trainyard {

// The parts of a page that are seen, in the order in which they stand there.
QList<QWidget*> panesOf(QWidget* page);

// Moves the focus to the next pane that has something to focus, or to the one before (`by` is 1 or
// -1): to what had it there last, or else to the first. `help` is null while it is closed.
void moveToPane(QWidget* rail, QWidget* page, QWidget* help, int by);

}  // namespace trainyard
