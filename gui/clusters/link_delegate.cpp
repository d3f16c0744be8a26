// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/link_delegate.h"

#include <QPainter>

#include "gui/clusters/clusters_model.h"
#include "gui/clusters/findings_model.h"
#include "gui/look/paint.h"

namespace trainyard {
namespace {

constexpr int dotSpace = 22;

}  // namespace

look::Tone linkTone(TargetLink link) {
  switch (link) {
    case TargetLink::none:
      return look::Tone::quiet;
    case TargetLink::connecting:
      return look::Tone::running;
    case TargetLink::connected:
      return look::Tone::completed;
    case TargetLink::waiting:
      return look::Tone::waiting;
    case TargetLink::refused:
      return look::Tone::failed;
  }
  return look::Tone::quiet;
}

look::Tone findingTone(Severity severity) {
  switch (severity) {
    case Severity::error:
      return look::Tone::failed;
    case Severity::warning:
      return look::Tone::waiting;
    case Severity::info:
      return look::Tone::completed;
  }
  return look::Tone::quiet;
}

void DotDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                        const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = look::paintWithoutWords(*painter, option);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRect line(option.rect.left(), option.rect.top(), option.rect.width(),
                   std::min(option.rect.height(), option.fontMetrics.height() + 12));
  painter->setPen(Qt::NoPen);
  painter->setBrush(look::toneColour(toneOf(index), option.palette));
  painter->drawEllipse(QPointF(line.left() + 11, line.center().y() + 0.5), 4.5, 4.5);
  painter->setPen(option.palette.color(QPalette::Text));
  const QRect words = line.adjusted(dotSpace, 0, -4, 0);
  painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(text, Qt::ElideRight, words.width()));
  painter->restore();
}

QSize DotDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return QStyledItemDelegate::sizeHint(option, index) + QSize(dotSpace, 0);
}

look::Tone LinkDelegate::toneOf(const QModelIndex& index) const {
  return linkTone(static_cast<TargetLink>(index.data(ClustersModel::LinkRole).toInt()));
}

look::Tone SeverityDelegate::toneOf(const QModelIndex& index) const {
  return findingTone(static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt()));
}

}  // namespace trainyard
