// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a widget, whose parts touch each other and its edges unless told otherwise. Lengths
// are in pixels.
#pragma once

#include <QBoxLayout>
#include <QMargins>
#include <initializer_list>

namespace trainyard::look {

// Without a widget it is part of another layout.
QVBoxLayout* columnIn(QWidget* parent, int spacing = 0, const QMargins& margins = {});
QHBoxLayout* rowIn(QWidget* parent, int spacing = 0, const QMargins& margins = {});

// A part of a row or a column, with its share of the space that is left.
struct Part {
  Part(QWidget* part, int share = 0) : widget(part), stretch(share) {}
  Part(QLayout* part, int share = 0) : layout(part), stretch(share) {}

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;  // neither: an empty space
  int stretch;
};
// What keeps those before it and those behind it apart.
Part gap(int stretch = 1);
// One behind the other.
void addAll(QBoxLayout* layout, std::initializer_list<Part> parts);

// Removes what is in it, not at once: a click on a part may be what changes them.
void clear(QLayout* layout);

// Makes it the strip along the top of a page, and returns it.
QWidget* makePageHead(QWidget* head);

}  // namespace trainyard::look
