// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/partition_delegate.h"

#include <QPainter>

#include "gui/clusters/partitions_model.h"
#include "gui/look/paint.h"

namespace trainyard {
namespace {

using look::px;

constexpr double freeBarWidth = 90, freeBarGap = 8;

}  // namespace

void PartitionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                              const QModelIndex& index) const {
  const auto* model = static_cast<const PartitionsModel*>(index.model());
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = look::paintWithoutWords(*painter, option);
  const look::Tokens& now = look::tokens(option.palette);
  QRectF area = QRectF(option.rect).adjusted(px(8), 0, -px(8), 0);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (const auto used = model->at(index)->used()) {
    look::paintBar(*painter,
                   QRectF(area.left(), area.center().y() - px(2) + 0.5, px(freeBarWidth), px(4)),
                   *used, now.line, now.press);
    area.adjust(px(freeBarWidth + freeBarGap), 0, 0, 0);
  }
  look::paintWords(*painter, area, text, look::Role::body, now.text);
  painter->restore();
}

QSize PartitionDelegate::sizeHint(const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
  const QSize text = QStyledItemDelegate::sizeHint(option, index);
  return index.data().toString().isEmpty() ? text
                                           : text + QSize(px(freeBarWidth + 2 * freeBarGap), 0);
}

}  // namespace trainyard
