// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/grouped_run_view.h"

#include <QHeaderView>
#include <QPainter>
#include <algorithm>

#include "gui/charts/axis_ticks.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/runs/table/group_verdicts.h"
#include "gui/runs/table/run_columns.h"
#include "gui/runs/table/run_table_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double foldLeft = 12, foldSize = 16, foldMargin = 8;

}  // namespace

void GroupedRunView::toggleGroup(const QModelIndex& group) {
  const QModelIndex first = group.siblingAtColumn(0);
  const QString key = m_model->groupOf(first).key;
  if (isExpanded(first))
    m_folded.insert(key);
  else
    m_folded.remove(key);
  setExpanded(first, !isExpanded(first));
}

bool GroupedRunView::isOnGroupFold(QPoint position) {
  return position.x() < px(foldLeft + foldSize + foldMargin);
}

QItemSelection GroupedRunView::rowsOf(const QModelIndex& group) const {
  const QModelIndex first = group.siblingAtColumn(0);
  const int rows = m_model->rowCount(first);
  if (rows == 0) return {};
  return {m_model->index(0, 0, first), m_model->index(rows - 1, m_model->columnCount() - 1, first)};
}

bool GroupedRunView::isGroupChosen(const QModelIndex& group) const {
  const QModelIndex first = group.siblingAtColumn(0);
  for (int row = 0; row < m_model->rowCount(first); ++row)
    if (!selectionModel()->isRowSelected(row, first)) return false;
  return m_model->rowCount(first) > 0;
}

void GroupedRunView::chooseGroup(const QModelIndex& group, Qt::KeyboardModifiers keys) {
  const QModelIndex first = group.siblingAtColumn(0);
  const QItemSelectionModel::SelectionFlags command =
      keys.testFlag(Qt::ControlModifier)
          ? (isGroupChosen(first) ? QItemSelectionModel::Deselect : QItemSelectionModel::Select)
      : keys.testFlag(Qt::ShiftModifier) ? QItemSelectionModel::Select
                                         : QItemSelectionModel::ClearAndSelect;
  selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
  selectionModel()->select(rowsOf(first), command);
  viewport()->update();
}

std::optional<Leader> GroupedRunView::leaderOf(const QModelIndex& group, int* column) const {
  const RunTableGroup& about = m_model->groupOf(group);
  if (about.best.isValid() || !GroupVerdicts::canJudge(about.runs)) return std::nullopt;
  const QStringList& keys = m_model->keys();
  const auto curve =
      std::ranges::find_if(keys, [](const QString& key) { return key.startsWith("curve:"_L1); });
  if (curve == keys.end()) return std::nullopt;
  *column = RunTableModel::nameColumn + static_cast<int>(curve - keys.begin());
  QStringList runs;
  const QModelIndex first = group.siblingAtColumn(0);
  for (int row = 0; row < m_model->rowCount(first); ++row)
    runs << m_model->runAt(m_model->index(row, 0, first));
  return m_verdicts->leader(about.key, m_model->withCurves(runs), RunColumns::metricOf(*curve));
}

std::optional<double> GroupedRunView::bestOf(const QModelIndex& group, int* column) const {
  const QVariant& evaluated = m_model->groupOf(group).best;
  if (!evaluated.isValid()) {
    const auto leader = leaderOf(group, column);
    return leader ? std::optional(leader->value) : std::nullopt;
  }
  const QStringList& keys = m_model->keys();
  const auto best =
      std::ranges::find_if(keys, [](const QString& key) { return key.startsWith("best:"_L1); });
  if (best == keys.end()) return std::nullopt;  // the columns were changed since
  *column = RunTableModel::nameColumn + static_cast<int>(best - keys.begin());
  return evaluated.toDouble();
}

bool GroupedRunView::isBest(const QModelIndex& index) const {
  if (m_model->isBest(index)) return true;
  // Without rows of groups, what is listed belongs to no study whose best it could be.
  if (m_model->isGroup(index) || rootIndex().isValid()) return false;
  int column = -1;
  const auto leader = leaderOf(index.parent(), &column);
  return leader && column == index.column() && leader->run == m_model->runAt(index);
}

void GroupedRunView::paintGroup(QPainter& painter, const QRect& row,
                                const QModelIndex& index) const {
  const look::Tokens& now = look::tokens(palette());
  const RunTableGroup& group = m_model->groupOf(index);
  const QModelIndex first = index.siblingAtColumn(0);
  painter.save();
  painter.fillRect(row, isGroupChosen(first) ? now.selected : now.subtle);
  if (hasFocus() && currentIndex().row() == index.row() && m_model->isGroup(currentIndex()))
    look::paintFocus(painter, row, 0, now.focus);
  look::paintIcon(painter, QRectF(row.left() + px(foldLeft), row.top(), px(foldSize), row.height()),
                  px(foldSize), isExpanded(first) ? u"chevron-down"_s : u"chevron-right"_s,
                  now.text2);
  const double left = header()->sectionViewportPosition(RunTableModel::nameColumn) + px(6);
  look::paintIcon(painter, QRectF(left, row.top(), px(16), row.height()), px(15), u"git-fork"_s,
                  now.text2);
  const QString count = group.runs == 1 ? tr("1 run") : tr("%n runs", nullptr, group.runs);
  const double countWidth = look::paintWords(painter, QRectF(row).adjusted(0, 0, -px(8), 0), count,
                                             Role::body, now.text2, Qt::AlignRight);
  double right = row.right() - countWidth - px(20);
  if (int column = -1; const auto best = bestOf(first, &column)) {
    const QRectF cell(header()->sectionViewportPosition(column), row.top(),
                      header()->sectionSize(column), row.height());
    if (cell.right() < right)
      look::paintWords(painter, cell.adjusted(px(6), 0, -px(6), 0), readOut(*best), Role::body,
                       now.text, Qt::AlignRight);
    right = std::min(right, cell.left());
  }
  const QRectF words(left + px(22), row.top(), right - left - px(22), row.height());
  const double taken =
      look::paintWords(painter, words, group.title.isEmpty() ? tr("All others") : group.title,
                       Role::emphasis, now.text) +
      px(8);
  QStringList varying;
  for (const QString& path : group.varying) varying << path.section(u'.', -1);
  look::paintWords(painter, words.adjusted(taken, 0, 0, 0), varying.join(u", "_s), Role::help,
                   now.text3);
  painter.restore();
}

}  // namespace trainyard
