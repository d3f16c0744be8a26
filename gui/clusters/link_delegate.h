// SPDX-License-Identifier: GPL-3.0-or-later
// Paints links and severities in tables: a coloured dot with its text.
#pragma once

#include <QStyledItemDelegate>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

QColor linkColour(TargetLink link, const QPalette& palette);
QColor severityColour(Severity severity, const QPalette& palette);

class DotDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  virtual QColor colourOf(const QModelIndex& index, const QPalette& palette) const = 0;
};

class LinkDelegate : public DotDelegate {
  Q_OBJECT
 public:
  using DotDelegate::DotDelegate;

 protected:
  QColor colourOf(const QModelIndex& index, const QPalette& palette) const override;
};

class SeverityDelegate : public DotDelegate {
  Q_OBJECT
 public:
  using DotDelegate::DotDelegate;

 protected:
  QColor colourOf(const QModelIndex& index, const QPalette& palette) const override;
};

}  // namespace trainyard
