// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/state_delegate.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>

#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/runs/runs_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {

look::Tone stateTone(RunState state) {
  switch (state) {
    case RunState::preparing:
      return look::Tone::preparing;
    case RunState::waiting:
      return look::Tone::waiting;
    case RunState::running:
      return look::Tone::running;
    case RunState::completed:
      return look::Tone::completed;
    case RunState::failed:
      return look::Tone::failed;
    case RunState::cancelled:
      return look::Tone::quiet;
    case RunState::preempted:
    case RunState::timed_out:
      return look::Tone::stopped;
  }
  return look::Tone::quiet;
}

QString stateIcon(RunState state) {
  switch (state) {
    case RunState::preparing:
      return u"circle-dashed"_s;
    case RunState::waiting:
      return u"clock"_s;
    case RunState::running:
      return u"state-running"_s;
    case RunState::completed:
      return u"circle-check-filled"_s;
    case RunState::failed:
      return u"circle-x-filled"_s;
    case RunState::cancelled:
      return u"ban"_s;
    case RunState::preempted:
      return u"player-eject"_s;
    case RunState::timed_out:
      return u"hourglass"_s;
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
  return {QStyledItemDelegate::sizeHint(option, index).width(), look::px(32)};
}

void StateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                          const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const auto state = static_cast<RunState>(index.data(RunsModel::StateRole).toInt());
  const look::Tokens& now = look::tokens(option.palette);
  const QWidget* widget = option.widget;
  const QStyle* style = widget ? widget->style() : QApplication::style();
  const QString text = option.text;
  option.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, widget);
  painter->save();
  QRect area = option.rect.adjusted(look::px(8), 0, -4, 0);
  if (index.column() == RunsModel::StateColumn) {
    look::paintState(*painter, area, {text, stateIcon(state), stateTone(state)}, now);
    return painter->restore();
  }
  if (const QVariant progress = barOf(index); progress.isValid()) {
    const QRectF track(area.left(), option.rect.bottom() - 4, area.width(), 2);
    look::paintBar(*painter, track, progress.toDouble(), now.accent, now.press);
    area.adjust(0, -1, 0, -3);
  }
  const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
  painter->setPen(isEnabled ? now.text : now.textOff);
  const bool isNumber =
      index.column() >= RunsModel::LossColumn && index.column() <= RunsModel::SpeedColumn;
  if (isNumber) area.adjust(0, 0, -6, 0);  // so that its end does not touch the next column
  painter->drawText(area, (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                    isNumber ? fitted(text, index, option.fontMetrics, area.width())
                             : option.fontMetrics.elidedText(text, Qt::ElideRight, area.width()));
  painter->restore();
}

}  // namespace trainyard
