// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_table.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/plot_picture.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int fixedCheckpointColumns = 4, checkpointTagGap = 6, checkpointTagPadding = 6,
              checkpointTagHeight = 18;

struct CheckpointTag {
  QString text;
  look::Tone tone;
};

QList<CheckpointTag> checkpointTags(const CheckpointTable& table, const CheckpointRow& row) {
  if (!row.isUsable())
    return {{CheckpointTable::stateText(row.state), row.state == CheckpointState::beingWritten
                                                        ? look::Tone::running
                                                        : look::Tone::waiting}};
  QList<CheckpointTag> tags;
  for (const CheckpointReason reason : row.keptFor)
    tags << CheckpointTag{table.reasonText(row, reason),
                          reason == CheckpointReason::best   ? look::Tone::completed
                          : reason == CheckpointReason::last ? look::Tone::running
                                                             : look::Tone::quiet};
  return tags;
}

double checkpointTagWidth(const CheckpointTag& tag) {
  return QFontMetricsF(look::font(Role::caption)).horizontalAdvance(tag.text) +
         2 * px(checkpointTagPadding);
}

bool sameCheckpoints(const CheckpointRows& a, const CheckpointRows& b) {
  return std::ranges::equal(a.there, b.there, {}, &CheckpointRow::path, &CheckpointRow::path);
}

}  // namespace

void CheckpointTable::show(const CheckpointRows& rows, const QStringList& metrics, double now) {
  const bool isSame = sameCheckpoints(rows, m_rows) && metrics == m_metrics;
  if (!isSame) beginResetModel();
  m_rows = rows;
  m_metrics = metrics;
  m_now = now;
  QSet<QString> paths;
  for (const CheckpointRow& row : rows.there) paths.insert(row.path);
  m_ticked.intersect(paths);
  if (!isSame)
    endResetModel();
  else if (!rows.there.isEmpty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  emit tickedChanged();
}

const CheckpointRow* CheckpointTable::at(const QModelIndex& index) const {
  return index.isValid() && index.row() < rowCount() ? &m_rows.there[index.row()] : nullptr;
}

int CheckpointTable::rowOf(qint64 step) const {
  const auto found = std::ranges::find(m_rows.there, step, &CheckpointRow::step);
  return found == m_rows.there.end() ? -1 : static_cast<int>(found - m_rows.there.begin());
}

QList<CheckpointRow> CheckpointTable::ticked() const {
  QList<CheckpointRow> out;
  for (const CheckpointRow& row : m_rows.there)
    if (m_ticked.contains(row.path)) out << row;
  return out;
}

void CheckpointTable::toggle(int row) {
  if (row < 0 || row >= rowCount()) return;
  const QModelIndex place = index(row, 0);
  const bool isTicked = m_ticked.contains(m_rows.there[row].path);
  setData(place, isTicked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void CheckpointTable::untickAll() {
  m_ticked.clear();
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
  emit tickedChanged();
}

CheckpointTable::Kind CheckpointTable::kindOf(int column) const {
  const int metrics = static_cast<int>(m_metrics.size());
  if (column < 2) return column == 0 ? Kind::step : Kind::saved;
  if (column < 2 + metrics) return Kind::metric;
  return column == 2 + metrics ? Kind::size : Kind::kept;
}

void CheckpointTable::retranslate() {
  emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QString CheckpointTable::reasonText(const CheckpointRow& row, CheckpointReason reason) const {
  switch (reason) {
    case CheckpointReason::last:
      return tr("last");
    case CheckpointReason::oneOfLast:
      return tr("last %1").arg(m_rows.keepLast);
    case CheckpointReason::best:
      return tr("best");
    case CheckpointReason::resumed:
      return row.keptFor.size() > 1 ? tr("resumed") : tr("resumed from");
  }
  return {};
}

QString CheckpointTable::stateText(CheckpointState state) {
  switch (state) {
    case CheckpointState::saved:
      return tr("Saved");
    case CheckpointState::unknown:
      return tr("Reported");
    case CheckpointState::beingWritten:
      return tr("being written");
    case CheckpointState::incomplete:
      return tr("incomplete");
    case CheckpointState::removed:
      return tr("Removed");
  }
  return {};
}

int CheckpointTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.there.size());
}

int CheckpointTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : fixedCheckpointColumns + static_cast<int>(m_metrics.size());
}

QString CheckpointTable::text(const CheckpointRow& row, int column) const {
  switch (kindOf(column)) {
    case Kind::step:
      return QLocale().toString(row.step);
    case Kind::saved:
      return row.time > 0 ? QuantityText::clock(row.time, m_now) : QString();
    case Kind::metric: {
      const std::optional<double> value = row.values.value(column - 2);
      return value ? readOut(*value) : QString();
    }
    case Kind::size:
      return row.bytes ? QuantityText::bytes(*row.bytes) : QString();
    case Kind::kept: {
      QStringList words;
      for (const CheckpointTag& tag : checkpointTags(*this, row)) words << tag.text;
      return words.join(u", "_s);
    }
  }
  return {};
}

QString CheckpointTable::tip(const CheckpointRow& row, int column) const {
  if (kindOf(column) == Kind::saved && row.time > 0) return QuantityText::dateWithSeconds(row.time);
  return kindOf(column) == Kind::step ? row.path : text(row, column);
}

QVariant CheckpointTable::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const CheckpointRow& row = m_rows.there[index.row()];
  const Kind kind = kindOf(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case Qt::ToolTipRole:
      return plainTip(tip(row, index.column()));
    case Qt::CheckStateRole:
      if (kind != Kind::step) return {};
      return m_ticked.contains(row.path) ? Qt::Checked : Qt::Unchecked;
    case Qt::TextAlignmentRole:
      return QVariant(
          (kind == Kind::metric || kind == Kind::size ? Qt::AlignRight : Qt::AlignLeft) |
          Qt::AlignVCenter);
    default:
      return {};
  }
}

bool CheckpointTable::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || index.column() != 0) return false;
  const QString& path = m_rows.there[index.row()].path;
  if (value.toInt() == Qt::Checked)
    m_ticked.insert(path);
  else
    m_ticked.remove(path);
  emit dataChanged(index, index);
  emit tickedChanged();
  return true;
}

Qt::ItemFlags CheckpointTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.column() == 0 ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant CheckpointTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const Kind kind = kindOf(section);
  if (role == Qt::TextAlignmentRole)
    return QVariant((kind == Kind::metric || kind == Kind::size ? Qt::AlignRight : Qt::AlignLeft) |
                    Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (kind) {
    case Kind::step:
      return tr("Step");
    case Kind::saved:
      return tr("Saved");
    case Kind::metric:
      return m_metrics[section - 2];
    case Kind::size:
      return tr("Size");
    case Kind::kept:
      return tr("Kept because");
  }
  return {};
}

QSize CheckpointDelegate::sizeHint(const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  const CheckpointRow* row = m_table->at(index);
  const CheckpointTable::Kind kind = m_table->kindOf(index.column());
  if (kind == CheckpointTable::Kind::kept && row) {
    double width = px(24);
    for (const CheckpointTag& tag : checkpointTags(*m_table, *row))
      width += checkpointTagWidth(tag) + px(checkpointTagGap);
    size.setWidth(static_cast<int>(width));
  } else {
    size.rwidth() += px(kind == CheckpointTable::Kind::step ? 28 : 16);
  }
  return size;
}

void CheckpointDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                               const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const CheckpointRow* row = m_table->at(index);
  const CheckpointTable::Kind kind = m_table->kindOf(index.column());
  if (!row || kind == CheckpointTable::Kind::saved || kind == CheckpointTable::Kind::size)
    return QStyledItemDelegate::paint(painter, given, index);
  const look::Tokens& now = look::tokens(option.palette);
  const QColor good = now.tone(look::Tone::completed).word;
  const bool isBest = row->isUsable() && m_table->rows().best == row->step;
  const QString text = look::paintWithoutWords(*painter, option);
  painter->save();
  QRectF area = QRectF(option.rect).adjusted(px(8), 0, -px(8), 0);
  if (kind == CheckpointTable::Kind::kept) {
    paintTags(*painter, area, *row, option.palette);
  } else if (kind == CheckpointTable::Kind::step) {
    area.setLeft(area.left() + px(24));
    if (isBest) paintDiamond(*painter, {area.left() + px(6), area.center().y()}, px(9), good);
    area.setLeft(area.left() + px(18));
    look::paintWords(*painter, area, text, Role::name, row->isUsable() ? now.text : now.text3);
  } else {
    const bool isJudging = isBest && index.column() == 2;
    look::paintWords(*painter, area, text, isJudging ? Role::emphasis : Role::body,
                     isJudging ? good : now.text, Qt::AlignRight);
  }
  painter->restore();
}

void CheckpointDelegate::paintTags(QPainter& painter, const QRectF& area, const CheckpointRow& row,
                                   const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  painter.setRenderHint(QPainter::Antialiasing);
  double left = area.left();
  for (const CheckpointTag& tag : checkpointTags(*m_table, row)) {
    const look::ToneColours& colours = now.tone(tag.tone);
    const QRectF box(left, area.center().y() - px(checkpointTagHeight) / 2.0,
                     checkpointTagWidth(tag), px(checkpointTagHeight));
    look::paintBox(painter, box, px(4), colours.ground);
    look::paintWords(painter, box, tag.text, Role::caption, colours.word, Qt::AlignHCenter);
    left = box.right() + px(checkpointTagGap);
  }
}

}  // namespace trainyard
