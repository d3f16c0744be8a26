// SPDX-License-Identifier: GPL-3.0-or-later
// What is free of a partition: a bar of what is used, and the numbers.
#pragma once

#include <QStyledItemDelegate>

namespace trainyard {

class PartitionDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace trainyard
