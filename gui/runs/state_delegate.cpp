// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/state_delegate.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>

#include "gui/forms/palette_colors.h"
#include "gui/runs/runs_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QColor stateColour(RunState state, const QPalette& palette) {
  switch (state) {
    case RunState::preparing:
    case RunState::waiting:
      return toneColour(Tone::waiting, palette);
    case RunState::running:
      return toneColour(Tone::active, palette);
    case RunState::completed:
      return toneColour(Tone::good, palette);
    case RunState::failed:
      return toneColour(Tone::bad, palette);
    case RunState::cancelled:
      return toneColour(Tone::quiet, palette);
    case RunState::preempted:
    case RunState::timed_out:
      return toneColour(Tone::caution, palette);
  }
  return {};
}

namespace {

// Only runs in progress have a bar.
QVariant barOf(const QModelIndex& index) {
  const bool moves = isOpen(static_cast<RunState>(index.data(RunsModel::StateRole).toInt()));
  return moves && index.column() == RunsModel::ProgressColumn ? index.data(RunsModel::ProgressRole)
                                                              : QVariant();
}

// A number without enough room gets fewer digits: truncated, it would be a different number.
QString fitted(const QString& text, const QModelIndex& index, const QFontMetrics& metrics,
               int width) {
  if (metrics.horizontalAdvance(text) <= width) return text;
  const QVariant value = index.data(RunsModel::SortRole);
  if (value.isValid())
    for (int digits = 5; digits > 0; --digits)
      if (const QString less = QLocale().toString(value.toDouble(), 'g', digits);
          metrics.horizontalAdvance(less) <= width)
        return less;
  return u"…"_s;
}

}  // namespace

QSize StateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 12};
}

void StateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                          const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QColor colour =
      stateColour(static_cast<RunState>(index.data(RunsModel::StateRole).toInt()), option.palette);
  const QWidget* widget = option.widget;
  const QStyle* style = widget ? widget->style() : QApplication::style();
  const QString text = option.text;
  option.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, widget);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  QRect area = option.rect.adjusted(6, 0, -4, 0);
  if (index.column() == RunsModel::StateColumn) {
    painter->setPen(selected ? QPen(option.palette.color(QPalette::HighlightedText), 1)
                             : QPen(Qt::NoPen));
    painter->setBrush(colour);
    painter->drawEllipse(QPointF(area.left() + 5, area.center().y() + 0.5), 4.5, 4.5);
    area.adjust(16, 0, 0, 0);
  } else if (const QVariant progress = barOf(index); progress.isValid()) {
    const QRectF track(area.left(), option.rect.bottom() - 4, area.width(), 2);
    QColor faint = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    faint.setAlphaF(0.15f);
    painter->fillRect(track, faint);
    painter->fillRect(
        QRectF(track.left(), track.top(), track.width() * progress.toDouble(), track.height()),
        selected ? option.palette.color(QPalette::HighlightedText) : colour);
    area.adjust(0, -1, 0, -3);
  }
  painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
  const bool isNumber =
      index.column() >= RunsModel::LossColumn && index.column() <= RunsModel::SpeedColumn;
  if (isNumber) area.adjust(0, 0, -6, 0);  // so that its end does not touch the next column
  painter->drawText(area, (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                    isNumber ? fitted(text, index, option.fontMetrics, area.width())
                             : option.fontMetrics.elidedText(text, Qt::ElideRight, area.width()));
  painter->restore();
}

}  // namespace trainyard
