// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a run's state and progress in the table: a coloured dot with its text, a thin bar below
// the step.
#pragma once

#include <QStyledItemDelegate>

#include "remote/store/records.h"

namespace trainyard {

QColor stateColour(RunState state, const QPalette& palette);

class StateDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace trainyard
