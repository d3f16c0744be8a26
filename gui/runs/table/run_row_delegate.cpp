// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_row_delegate.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "gui/charts/curve_mark.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"
#include "gui/runs/table/run_columns.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/records/spark_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double tableRowHeight = 32;
constexpr double markPadding = 12, swatchSize = 10, eyeSize = 16, markGap = 10;
constexpr double foldWidth = 20;
constexpr double sparkWidth = 58, barWidth = 36;

// A number without enough room gets fewer digits: truncated, it would be a different number.
QString fittedNumber(const QString& text, const QVariant& value, int width,
                     const QPaintDevice* device) {
  const QFontMetrics metrics(look::font(Role::body), device);
  if (metrics.horizontalAdvance(text) <= width) return text;
  bool isNumber = false;
  const double number = value.toString().toDouble(&isNumber);
  for (int digits = 5; isNumber && digits > 0; --digits)
    if (const QString less = QLocale().toString(number, 'g', digits);
        metrics.horizontalAdvance(less) <= width)
      return less;
  return u"…"_s;
}

}  // namespace

RunRowDelegate::RunRowDelegate(const RunTableModel* model, SparkReader* sparks, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model), m_sparks(sparks) {}

QSize RunRowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {QStyledItemDelegate::sizeHint(option, index).width(), px(tableRowHeight)};
}

QRect RunRowDelegate::eyeIn(const QRect& cell) {
  const int left = cell.left() + px(markPadding + swatchSize + markGap / 2);
  return {left, cell.top(), px(eyeSize + markGap), cell.height()};
}

QRect RunRowDelegate::foldPlace(const QRect& cell) {
  return {cell.left(), cell.top(), px(foldWidth), cell.height()};
}

void RunRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                           const QModelIndex& index) const {
  const RunRecord* run = m_model->recordAt(index);
  const auto* view = qobject_cast<const RunTableView*>(given.widget);
  if (!run || (view && !view->isPainted(given.rect))) return;
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = look::paintWithoutWords(*painter, option);
  painter->save();
  const look::Tokens& now = look::tokens(option.palette);
  const QRect area = option.rect.adjusted(px(6), 0, -px(6), 0);
  const QString key = index.data(RunTableModel::KeyRole).toString();
  if (index.column() == RunTableModel::markColumn)
    paintMark(*painter, option.rect, index);
  else if (key == "name"_L1)
    paintName(*painter, area, index, option);
  else
    switch (RunColumns::kind(key)) {
      case RunColumns::Kind::state:
        look::paintState(*painter, area, {text, stateIcon(run->state), stateTone(run->state)}, now);
        break;
      case RunColumns::Kind::curve:
        paintCurve(*painter, area, index, view && view->isBest(index));
        break;
      case RunColumns::Kind::progress:
        paintProgress(*painter, area, index);
        break;
      case RunColumns::Kind::number: {
        const bool isBest = view ? view->isBest(index) : m_model->isBest(index);
        const QVariant value = index.data(RunTableModel::ValueRole);
        const QString fitting =
            value.isValid() ? fittedNumber(text, value, area.width() - 1, painter->device()) : text;
        look::paintWords(*painter, area, fitting, isBest ? Role::emphasis : Role::body,
                         isBest ? now.tone(look::Tone::completed).word : now.text, Qt::AlignRight);
        break;
      }
      case RunColumns::Kind::text:
        look::paintWords(*painter, area, text, Role::body, now.text2);
    }
  painter->restore();
}

void RunRowDelegate::paintMark(QPainter& painter, const QRect& cell,
                               const QModelIndex& index) const {
  const QString run = m_model->runAt(index);
  const QPalette& palette = static_cast<QWidget*>(parent())->palette();
  const look::Tokens& now = look::tokens(palette);
  const bool isShown = m_model->isShown(run);
  look::paintIcon(painter, eyeIn(cell), px(eyeSize), isShown ? u"eye"_s : u"eye-off"_s,
                  isShown ? now.text2 : now.text3);
  if (m_model->isArray(run)) return;  // each of its tasks has a colour
  const QRectF swatch(cell.left() + px(markPadding), cell.center().y() - px(swatchSize) / 2.0 + 0.5,
                      px(swatchSize), px(swatchSize));
  paintCurveSwatch(painter, swatch, m_model->colourOf(run), palette, !isShown);
}

void RunRowDelegate::paintName(QPainter& painter, const QRect& area, const QModelIndex& index,
                               const QStyleOptionViewItem& option) const {
  const RunRecord* run = m_model->recordAt(index);
  const look::Tokens& now = look::tokens(option.palette);
  QRectF room(area);
  if (!run->parent.isEmpty()) room.setLeft(room.left() + px(foldWidth));
  const bool isArray = m_model->isArray(run->run);
  if (isArray) {
    look::paintIcon(painter, QRectF(room.left() - px(2), room.top(), px(16), room.height()), px(14),
                    m_model->isFolded(run->run) ? u"chevron-right"_s : u"chevron-down"_s,
                    now.text2);
    room.setLeft(room.left() + px(foldWidth) - px(2));
  }
  if (run->isPinned) {
    look::paintIcon(painter, QRectF(room.left(), room.top(), px(16), room.height()), px(14),
                    u"pin"_s, now.text3);
    room.setLeft(room.left() + px(20));
  }
  const double taken = look::paintWords(painter, room, RunText::shortName(*run), Role::body,
                                        run->isArchived ? now.text3 : now.text);
  if (isArray)
    look::paintWords(painter, room.adjusted(taken + px(8), 0, 0, 0),
                     tr("%n tasks", nullptr, static_cast<int>(m_model->tasksOf(run->run).size())),
                     Role::help, now.text3);
}

void RunRowDelegate::paintCurve(QPainter& painter, const QRect& area, const QModelIndex& index,
                                bool isBest) const {
  const QString run = m_model->runAt(index);
  const QPalette& palette = static_cast<QWidget*>(parent())->palette();
  const look::Tokens& now = look::tokens(palette);
  const QString key = index.data(RunTableModel::KeyRole).toString();
  const bool isShown = m_model->isShown(run);
  const int number = m_model->colourOf(run);
  paintSpark(painter, QRectF(area.left(), area.center().y() - px(7), px(sparkWidth), px(15)),
             m_sparks->curve(run, RunColumns::metricOf(key)),
             isShown ? look::curveColour(number, palette) : now.text3,
             isShown ? look::curveDashes(number) : QList<qreal>());
  look::paintWords(painter, QRectF(area).adjusted(px(sparkWidth + 4), 0, 0, 0),
                   index.data().toString(), isBest ? Role::emphasis : Role::body,
                   isBest ? now.tone(look::Tone::completed).word : now.text, Qt::AlignRight);
}

void RunRowDelegate::paintProgress(QPainter& painter, const QRect& area,
                                   const QModelIndex& index) const {
  const RunRecord* run = m_model->recordAt(index);
  const look::Tokens& now = look::tokens(static_cast<QWidget*>(parent())->palette());
  const auto share = RunText::progress(*run);
  const bool moves = run->state == RunState::running && share;
  const QString text = index.data().toString();
  look::paintWords(painter, area, text, Role::body,
                   run->state == RunState::waiting ? now.tone(look::Tone::waiting).word
                   : isOpen(run->state) || run->state == RunState::completed ? now.text
                                                                             : now.text2,
                   Qt::AlignRight);
  const double taken = painter.fontMetrics().horizontalAdvance(text) + px(10);
  if (!moves || area.width() < taken + px(barWidth)) return;
  const QRectF bar(area.right() - taken - px(barWidth), area.center().y() - px(2) + 0.5,
                   px(barWidth), px(4));
  look::paintBar(painter, bar, *share, now.accent, now.press);
}

}  // namespace trainyard
