// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a card on the right of Home: a mark, a title, a line below it, and what can be done.
#pragma once

#include <QLayout>
#include <QWidget>
#include <functional>

#include "gui/look/tokens.h"

namespace trainyard {

struct SideRow {
  QString icon;
  look::Tone tone = look::Tone::quiet;
  QString title, text;
  QString action;  // the words of its button; empty: nothing can be done
  std::function<void()> act;
};

QWidget* makeSideRow(const SideRow& row);
// Removes the rows of a card.
void clearRows(QLayout* layout);

}  // namespace trainyard
