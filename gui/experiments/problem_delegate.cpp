// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/problem_delegate.h"

#include <QPainter>
#include <algorithm>

#include "gui/experiments/document/diagnostics_model.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double problemRowHeight = 30, problemPadding = 12, problemGap = 8, problemMark = 15,
                 widestKey = 220;

Role roleOf(int column) {
  return column == DiagnosticsModel::MessageColumn ? Role::body
         : column == DiagnosticsModel::FieldColumn ? Role::code
                                                   : Role::caption;
}

}  // namespace

void ProblemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                            const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString words = look::paintWithoutWords(*painter, option);
  const look::Tokens& t = look::tokens(option.palette);
  painter->save();
  QRectF room(option.rect);
  if (index.column() == DiagnosticsModel::MessageColumn) {
    const auto severity = static_cast<Severity>(index.data(DiagnosticsModel::SeverityRole).toInt());
    room.adjust(px(problemPadding), 0, 0, 0);
    QRectF mark = room;
    mark.setWidth(px(problemMark));
    look::paintIcon(*painter, mark, px(problemMark), look::iconOf(severity),
                    t.tone(look::toneOf(severity)).word, look::stateStroke);
    room.setLeft(mark.right() + px(problemGap));
    look::paintWords(*painter, room, QString(words).replace(u'\n', u' '), Role::body, t.text);
  } else {
    const bool isLine = index.column() == DiagnosticsModel::LineColumn;
    room.adjust(px(problemGap), 0, isLine ? -px(problemPadding) : 0, 0);
    look::paintWords(*painter, room, words, roleOf(index.column()), t.text3, Qt::AlignRight);
  }
  painter->restore();
}

QSize ProblemDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const int words =
      QFontMetrics(look::font(roleOf(index.column()))).horizontalAdvance(index.data().toString());
  const bool isLine = index.column() == DiagnosticsModel::LineColumn;
  return {std::min(words + 1, px(widestKey)) + px(problemGap) + (isLine ? px(problemPadding) : 0),
          px(problemRowHeight)};
}

}  // namespace trainyard
