// SPDX-License-Identifier: GPL-3.0-or-later
// A finding of a check: the mark of how it went, and its sentence.
#pragma once

#include <QStyledItemDelegate>

namespace trainyard {

class FindingDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

}  // namespace trainyard
