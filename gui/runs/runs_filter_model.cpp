// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_filter_model.h"

#include "gui/runs/runs_model.h"

namespace trainyard {

RunsFilterModel::RunsFilterModel(QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(RunsModel::SortRole);
  setDynamicSortFilter(true);
  setRecursiveFilteringEnabled(true);  // a run is kept if one of its tasks matches
}

void RunsFilterModel::setStates(States states) {
  m_states = states;
  invalidateFilter();
}

void RunsFilterModel::setWords(const QString& words) {
  m_words = words.split(u' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

bool RunsFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const bool hasLeft = left.data(RunsModel::SortRole).isValid(),
             hasRight = right.data(RunsModel::SortRole).isValid();
  if (hasLeft != hasRight) return sortOrder() == Qt::AscendingOrder ? hasLeft : hasRight;
  return QSortFilterProxyModel::lessThan(left, right);
}

bool RunsFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex name = sourceModel()->index(row, RunsModel::NameColumn, parent);
  const auto state = static_cast<RunState>(name.data(RunsModel::StateRole).toInt());
  if (m_states == States::open && !isOpen(state)) return false;
  if (m_states == States::completed && state != RunState::completed) return false;
  if (m_states == States::stopped && (isOpen(state) || state == RunState::completed)) return false;
  if (m_words.isEmpty()) return true;
  const QString text = name.data(RunsModel::SearchRole).toString();
  for (const QString& word : m_words)
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

}  // namespace trainyard
