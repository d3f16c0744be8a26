// SPDX-License-Identifier: GPL-3.0-or-later
// Paints links and severities in tables: a coloured dot with its text.
#pragma once

#include <QStyledItemDelegate>

#include "gui/look/tokens.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

look::Tone linkTone(TargetLink link);
look::Tone findingTone(Severity severity);

class DotDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  virtual look::Tone toneOf(const QModelIndex& index) const = 0;
};

class LinkDelegate : public DotDelegate {
  Q_OBJECT
 public:
  using DotDelegate::DotDelegate;

 protected:
  look::Tone toneOf(const QModelIndex& index) const override;
};

class SeverityDelegate : public DotDelegate {
  Q_OBJECT
 public:
  using DotDelegate::DotDelegate;

 protected:
  look::Tone toneOf(const QModelIndex& index) const override;
};

}  // namespace trainyard
