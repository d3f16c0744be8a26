// SPDX-License-Identifier: GPL-3.0-or-later
// A label of plain text in the font of its role.
#pragma once

#include <QLabel>

#include "gui/look/type.h"

namespace trainyard {

inline QLabel* plainLabel(look::Role role, const QString& words = {}) {
  auto* label = new QLabel(words);
  label->setTextFormat(Qt::PlainText);
  label->setFont(look::font(role));
  return label;
}

}  // namespace trainyard
