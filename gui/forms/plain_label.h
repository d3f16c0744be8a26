// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of plain text, in the font of where they stand or of their role.
#pragma once

#include <QLabel>

#include "gui/look/type.h"

namespace trainyard {

inline QLabel* plainLabel() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

inline QLabel* plainLabel(look::Role role, const QString& words = {}) {
  QLabel* label = plainLabel();
  label->setText(words);
  label->setFont(look::font(role));
  return label;
}

// Of several lines, which can be selected.
inline QLabel* textLabel(look::Role role) {
  QLabel* label = plainLabel(role);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

// In the middle of what is empty: why it is, and what to do.
inline QLabel* emptyLabel(int margin = 30) {
  QLabel* label = plainLabel();
  label->setAlignment(Qt::AlignCenter);
  label->setWordWrap(true);
  label->setMargin(margin);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace trainyard
