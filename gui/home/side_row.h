// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a card on the right of Home: a mark, a title, a line below it, and what can be done; and
// a list of them.
#pragma once

#include <functional>

#include "gui/forms/plain_label.h"
#include "gui/look/tokens.h"

class QVBoxLayout;

namespace trainyard {

struct SideRow {
  QString icon;
  look::Tone tone = look::Tone::quiet;
  QString title, text;
  QString action;  // the words of its button; empty: nothing can be done
  std::function<void()> act;
};

QWidget* makeSideRow(const SideRow& row);

// A title and a card of rows; hidden while there are none.
class SideList : public QWidget {
 public:
  SideList();

  void setTitle(const QString& title) { m_title->setText(title); }
  void show(const QList<SideRow>& rows);

 private:
  QLabel* m_title = plainLabel(look::Role::card);
  QVBoxLayout* m_rows;
};

}  // namespace trainyard
