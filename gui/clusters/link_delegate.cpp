#include "gui/clusters/link_delegate.h"

#include <QApplication>
#include <QPainter>

#include "gui/clusters/clusters_model.h"
#include "gui/clusters/findings_model.h"

namespace trainyard {
namespace {

constexpr int dotSpace = 22;

}  // namespace

QColor linkColour(TargetLink link) {
  switch (link) {
    case TargetLink::none:
      return QColor(0x8a9199);
    case TargetLink::connecting:
      return QColor(0x2f6fde);
    case TargetLink::connected:
      return QColor(0x1f9e57);
    case TargetLink::waiting:
      return QColor(0xb8961a);
    case TargetLink::refused:
      return QColor(0xd03b3b);
  }
  return {};
}

QColor severityColour(Severity severity) {
  switch (severity) {
    case Severity::error:
      return QColor(0xd03b3b);
    case Severity::warning:
      return QColor(0xb8961a);
    case Severity::info:
      return QColor(0x1f9e57);
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
  painter->setBrush(colourOf(index));
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

QColor LinkDelegate::colourOf(const QModelIndex& index) const {
  return linkColour(static_cast<TargetLink>(index.data(ClustersModel::LinkRole).toInt()));
}

QColor SeverityDelegate::colourOf(const QModelIndex& index) const {
  return severityColour(static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt()));
}

}  // namespace trainyard
