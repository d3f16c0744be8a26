// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a run's state and progress in the table: a mark with its word in its tone, a thin bar
// below the step.
#pragma once

#include <QStyledItemDelegate>

#include "gui/look/tokens.h"
#include "remote/store/records.h"

namespace trainyard {

look::Tone stateTone(RunState state);
// The mark beside a state's word: a state is never told by its colour alone.
QString stateIcon(RunState state);

class StateDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace trainyard
