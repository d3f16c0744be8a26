// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the list of problems: the mark of its severity and the sentence, the setting's key, the
// line.
#pragma once

#include <QStyledItemDelegate>

namespace trainyard {

class ProblemDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace trainyard
