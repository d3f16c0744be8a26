// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/comparison_table.h"

#include <QLocale>
#include <QPainter>
#include <cmath>

#include "engine/system/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/charts/curve_mark.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int mostComparedSettings = 4, mostComparedMetrics = 3;

// "−0.0853", "+0.0021": with its sign, as it is a difference.
QString signedText(double value) {
  return (value < 0 ? u"−"_s : u"+"_s) + readOut(std::abs(value));
}

}  // namespace

void ComparisonTable::show(const Comparison& comparison) {
  beginResetModel();
  m_comparison = comparison;
  m_columns = {{Kind::run, {}}, {Kind::state, {}}};
  const QStringList& varying = comparison.varying();
  for (const QString& path :
       varying.first(std::min<qsizetype>(mostComparedSettings, varying.size())))
    m_columns.push_back({Kind::setting, path});
  const QStringList metrics = comparison.judged(mostComparedMetrics);
  for (int i = 0; i < metrics.size(); ++i) {
    if (i == 0) {
      m_columns.push_back({Kind::best, metrics[i]});
      m_columns.push_back({Kind::bestStep, metrics[i]});
    }
    m_columns.push_back({Kind::last, metrics[i]});
  }
  m_columns.push_back({Kind::speed, {}});
  m_columns.push_back({Kind::duration, {}});
  endResetModel();
}

int ComparisonTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_comparison.runs().size());
}

int ComparisonTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

ComparedValue ComparisonTable::valueAt(const QModelIndex& index) const {
  const Column& column = m_columns[static_cast<std::size_t>(index.column())];
  if (column.kind == Kind::best) return m_comparison.best(index.row(), column.name);
  if (column.kind == Kind::last) return m_comparison.last(index.row(), column.name);
  return {};
}

QVariant ComparisonTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const ComparedRun& run = m_comparison.runs()[index.row()];
  const Column& column = m_columns[static_cast<std::size_t>(index.column())];
  if (role == Qt::ToolTipRole) return plainTip(RunText::summary(run.record));
  if (role == Qt::TextAlignmentRole)
    return QVariant((column.kind <= Kind::state ? Qt::AlignLeft : Qt::AlignRight) |
                    Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (column.kind) {
    case Kind::run:
      return RunText::shortName(run.record);
    case Kind::state:
      return RunText::state(run.record);
    case Kind::setting:
      return Comparison::settingText(run, column.name);
    case Kind::bestStep: {
      const auto step = Comparison::bestStepOf(run, column.name);
      return step ? QLocale().toString(static_cast<qint64>(*step)) : QString();
    }
    case Kind::best:
    case Kind::last: {
      const ComparedValue value = valueAt(index);
      return value.value ? readOut(*value.value) : QString();
    }
    case Kind::speed:
      return run.record.tokensPerSecond ? QLocale().toString(*run.record.tokensPerSecond, 'f', 0)
                                        : QString();
    case Kind::duration:
      return run.record.started > 0
                 ? QuantityText::duration(RunText::elapsed(run.record, unix_time()))
                 : QString();
  }
  return {};
}

QVariant ComparisonTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const Column& column = m_columns[static_cast<std::size_t>(section)];
  if (role == Qt::TextAlignmentRole)
    return QVariant((column.kind <= Kind::state ? Qt::AlignLeft : Qt::AlignRight) |
                    Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && !column.name.isEmpty()) return plainTip(column.name);
  if (role != Qt::DisplayRole) return {};
  switch (column.kind) {
    case Kind::run:
      return tr("Run");
    case Kind::state:
      return tr("State");
    case Kind::setting:
      return column.name.section(u'.', -1);
    case Kind::best:
      return tr("%1, best").arg(column.name);
    case Kind::bestStep:
      return tr("at step");
    case Kind::last:
      return tr("%1, last").arg(column.name);
    case Kind::speed:
      return tr("Tokens/s");
    case Kind::duration:
      return tr("Duration");
  }
  return {};
}

QString ComparisonTable::text() const {
  QString out;
  const auto line = [&](auto&& cell) {
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column) cells << cell(column);
    out += cells.join(u'\t') + u'\n';
  };
  line([this](int column) {
    return headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  });
  for (int row = 0; row < rowCount(); ++row)
    line([&](int column) { return data(index(row, column), Qt::DisplayRole).toString(); });
  return out;
}

// Differences stand in a column of their own, so that values stay below each other; its room is
// kept where the baseline has no value yet.
int ComparisonDelegate::differenceRoom(const QModelIndex& index) const {
  const auto kind = m_table->columns()[static_cast<std::size_t>(index.column())].kind;
  const bool isValue = kind == ComparisonTable::Kind::best || kind == ComparisonTable::Kind::last;
  return isValue ? px(70) : 0;
}

QSize ComparisonDelegate::sizeHint(const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  return {QStyledItemDelegate::sizeHint(option, index).width() + px(24) + differenceRoom(index),
          px(32)};
}

void ComparisonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                               const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = look::paintWithoutWords(*painter, option);
  painter->save();
  const look::Tokens& now = look::tokens(option.palette);
  const ComparedRun& run = m_table->comparison().runs()[index.row()];
  QRectF area = QRectF(option.rect).adjusted(px(8), 0, -px(8), 0);
  const auto kind = m_table->columns()[static_cast<std::size_t>(index.column())].kind;
  if (kind == ComparisonTable::Kind::run) {
    paintCurveSwatch(*painter,
                     QRectF(area.left() + px(4), area.center().y() - px(5), px(10), px(10)),
                     run.colour, option.palette);
    area.setLeft(area.left() + px(24));
    const double taken = look::paintWords(*painter, area, text, Role::body, now.text);
    if (m_table->comparison().baseline() == index.row())
      look::paintWords(*painter, area.adjusted(taken + px(10), 0, 0, 0), tr("baseline"),
                       Role::caption, now.text3);
  } else if (kind == ComparisonTable::Kind::state) {
    look::paintState(*painter, area,
                     {text, stateIcon(run.record.state), stateTone(run.record.state)}, now);
  } else {
    const ComparedValue value = m_table->valueAt(index);
    const QColor good = now.tone(look::Tone::completed).word;
    if (value.difference) {
      const double width = px(66);
      look::paintWords(*painter, QRectF(area.right() - width, area.top(), width, area.height()),
                       signedText(*value.difference), Role::help, value.isBetter ? good : now.text3,
                       Qt::AlignRight);
    }
    area.setRight(area.right() - differenceRoom(index));
    const bool stands = value.isBest || kind == ComparisonTable::Kind::setting;
    look::paintWords(*painter, area, text, stands ? Role::emphasis : Role::body,
                     value.isBest ? good : now.text, Qt::AlignRight);
  }
  painter->restore();
}

}  // namespace trainyard
