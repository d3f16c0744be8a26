// SPDX-License-Identifier: GPL-3.0-or-later
// A page with two panes: a list, and the details of the selected item, which take up the remaining
// width.
#pragma once

class QWidget;

namespace trainyard {

// Fills `page`. Initial widths are in pixels, for a window as wide as both; the splitter can be
// moved.
void layListAndDetail(QWidget* page, QWidget* list, QWidget* detail, int listWidth,
                      int detailWidth);

}  // namespace trainyard
