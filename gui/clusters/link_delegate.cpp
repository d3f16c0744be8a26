// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/link_delegate.h"

#include <QApplication>
#include <QPainter>

#include "gui/clusters/clusters_model.h"
#include "gui/clusters/findings_model.h"
#include "gui/forms/palette_colors.h"

namespace trainyard {
namespace {

constexpr int dotSpace = 22;

}  // namespace

QColor linkColour(TargetLink link, const QPalette& palette) {
  switch (link) {
    case TargetLink::none:
      return toneColour(Tone::quiet, palette);
    case TargetLink::connecting:
      return toneColour(Tone::active, palette);
    case TargetLink::connected:
      return toneColour(Tone::good, palette);
    case TargetLink::waiting:
      return toneColour(Tone::waiting, palette);
    case TargetLink::refused:
      return toneColour(Tone::bad, palette);
  }
  return {};
}

QColor severityColour(Severity severity, const QPalette& palette) {
  switch (severity) {
    case Severity::error:
      return toneColour(Tone::bad, palette);
    case Severity::warning:
      return toneColour(Tone::waiting, palette);
    case Severity::info:
      return toneColour(Tone::good, palette);
  }
  return {};
}

void DotDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                        const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = option.text;
  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const QColor ink = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
  const QRect line(option.rect.left(), option.rect.top(), option.rect.width(),
                   std::min(option.rect.height(), option.fontMetrics.height() + 12));
  painter->setPen(selected ? QPen(ink, 1) : QPen(Qt::NoPen));
  painter->setBrush(colourOf(index, option.palette));
  painter->drawEllipse(QPointF(line.left() + 11, line.center().y() + 0.5), 4.5, 4.5);
  painter->setPen(ink);
  const QRect words = line.adjusted(dotSpace, 0, -4, 0);
  painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(text, Qt::ElideRight, words.width()));
  painter->restore();
}

QSize DotDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return QStyledItemDelegate::sizeHint(option, index) + QSize(dotSpace, 0);
}

QColor LinkDelegate::colourOf(const QModelIndex& index, const QPalette& palette) const {
  return linkColour(static_cast<TargetLink>(index.data(ClustersModel::LinkRole).toInt()), palette);
}

QColor SeverityDelegate::colourOf(const QModelIndex& index, const QPalette& palette) const {
  return severityColour(static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt()),
                        palette);
}

}  // namespace trainyard
