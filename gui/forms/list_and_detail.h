// SPDX-License-Identifier: GPL-3.0-or-later
// Two halves of a page side by side: a list, and what was chosen from it, which takes the width
// that is left.
#pragma once

class QWidget;

namespace trainyard {

// Fills `page`. Widths in pixels, of a window as wide as both; the line between them can be moved.
void layListAndDetail(QWidget* page, QWidget* list, QWidget* detail, int listWidth,
                      int detailWidth);

}  // namespace trainyard
