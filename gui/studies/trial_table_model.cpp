// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/trial_table_model.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/studies/study_text.h"

namespace trainyard {

TrialTableModel::TrialTableModel(const StudyModel* study) : m_study(study) {
  connect(study, &StudyModel::changed, this, &TrialTableModel::followStudy);
  followStudy();
}

int TrialTableModel::numParameters() const { return static_cast<int>(m_paths.size()); }

void TrialTableModel::followStudy() {
  const StudyContent* content = m_study->content().get();
  QStringList paths;
  if (content)
    for (const StudyParameter& parameter : content->parameters) paths << parameter.path;
  const bool isOther = m_shown != m_study->study() || paths != m_paths;
  if (isOther) {
    beginResetModel();
    m_shown = m_study->study();
    m_paths = paths;
    m_sortColumn = ValueColumn;
    m_order = content && content->summary.direction == SearchDirection::maximize
                  ? Qt::DescendingOrder
                  : Qt::AscendingOrder;
    take(sorted());
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    return;
  }
  followBrush();
}

// The same trial stays current, wherever its row is now; unless there are more or fewer rows.
void TrialTableModel::followBrush() {
  std::vector<int> rows = sorted();
  if (rows == m_rows) {
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  if (rows.size() != m_rows.size()) {
    beginResetModel();
    take(std::move(rows));
    endResetModel();
    return;
  }
  emit layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  std::vector<int> trials;
  for (const QModelIndex& index : before) trials.push_back(trialAt(index.row()));
  take(std::move(rows));
  QModelIndexList after;
  for (qsizetype i = 0; i < before.size(); ++i) {
    const int row = rowOf(trials[static_cast<std::size_t>(i)]);
    after << (row < 0 ? QModelIndex() : index(row, before[i].column()));
  }
  changePersistentIndexList(before, after);
  emit layoutChanged();
}

std::vector<int> TrialTableModel::sorted() const {
  std::vector<int> rows;
  const StudyContent* content = m_study->content().get();
  const auto num = content ? static_cast<int>(content->numTrials()) : 0;
  for (int trial = 0; trial < num; ++trial)
    if (m_study->isWithin(trial)) rows.push_back(trial);
  std::vector<double> keys(static_cast<std::size_t>(num));
  for (const int trial : rows) keys[static_cast<std::size_t>(trial)] = sortValue(trial);
  const bool isUp = m_order == Qt::AscendingOrder;
  std::ranges::stable_sort(rows, [&](int a, int b) {
    const double x = keys[static_cast<std::size_t>(a)], y = keys[static_cast<std::size_t>(b)];
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return isUp ? x < y : x > y;
  });
  return rows;
}

void TrialTableModel::take(std::vector<int> rows) {
  m_rows = std::move(rows);
  m_places.assign(m_study->content() ? m_study->content()->numTrials() : 0, -1);
  for (std::size_t row = 0; row < m_rows.size(); ++row)
    m_places[static_cast<std::size_t>(m_rows[row])] = static_cast<int>(row);
}

int TrialTableModel::rowOf(int trial) const {
  return trial >= 0 && static_cast<std::size_t>(trial) < m_places.size()
             ? m_places[static_cast<std::size_t>(trial)]
             : -1;
}

double TrialTableModel::sortValue(int trial) const {
  const StudyContent& content = *m_study->content();
  const auto at = static_cast<std::size_t>(trial);
  if (m_sortColumn == NumberColumn) return trial;
  if (m_sortColumn == StateColumn) return static_cast<double>(content.states[at]);
  // A pruned trial's value is no result: by value it comes after those that are.
  if (m_sortColumn == ValueColumn)
    return content.states[at] == search::TrialState::complete ? content.values[at] : NAN;
  if (m_sortColumn < stepsColumn())
    return content.parameters[static_cast<std::size_t>(m_sortColumn - FirstParameterColumn)]
        .values[at];
  if (m_sortColumn == stepsColumn()) return content.steps[at];
  if (m_sortColumn == secondsColumn()) return content.seconds[at];
  return content.causes.contains(trial) ? 0 : NAN;
}

void TrialTableModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= columnCount() || (column == m_sortColumn && order == m_order)) return;
  m_sortColumn = column;
  m_order = order;
  followBrush();
}

int TrialTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TrialTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : causeColumn() + 1;
}

QString TrialTableModel::words(int trial, int column) const {
  const StudyContent& content = *m_study->content();
  const auto at = static_cast<std::size_t>(trial);
  if (column == NumberColumn) return QString::number(trial + 1);
  if (column == StateColumn) return StudyText::state(content.states[at]);
  if (column == ValueColumn)
    return std::isnan(content.values[at]) ? QString() : readOut(content.values[at]);
  if (column < stepsColumn()) {
    const auto& parameter =
        content.parameters[static_cast<std::size_t>(column - FirstParameterColumn)];
    return parameter.words(parameter.values[at]);
  }
  if (column == stepsColumn())
    return content.steps[at] > 0 ? QLocale().toString(static_cast<qint64>(content.steps[at]))
                                 : QString();
  if (column == secondsColumn())
    return std::isnan(content.seconds[at]) ? QString()
                                           : QuantityText::duration(content.seconds[at]);
  return content.causes.value(trial);
}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const {
  const int trial = trialAt(index.row());
  const StudyContent& content = *m_study->content();
  switch (role) {
    case Qt::DisplayRole:
      return words(trial, index.column());
    case Qt::TextAlignmentRole:
      return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole:
      if (index.column() == causeColumn()) return plainTip(content.causes.value(trial));
      if (index.column() == ValueColumn &&
          content.states[static_cast<std::size_t>(trial)] == search::TrialState::pruned)
        return plainTip(tr("The best that it reported before it was pruned"));
      return {};
    case TrialStateRole:
      return static_cast<int>(content.states[static_cast<std::size_t>(trial)]);
    case IsBestRole:
      return m_study->best() == trial;
    default:
      return {};
  }
}

QVariant TrialTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0) return {};
  const bool isParameter = section >= FirstParameterColumn && section < stepsColumn();
  if (role == Qt::TextAlignmentRole) {
    const bool isNumber = section >= ValueColumn && section < causeColumn();
    return QVariant::fromValue((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  const auto parameter = [&]() -> const StudyParameter& {
    return m_study->content()->parameters[static_cast<std::size_t>(section - FirstParameterColumn)];
  };
  if (role == Qt::ToolTipRole && isParameter) return plainTip(parameter().path);
  if (role != Qt::DisplayRole) return {};
  if (section == NumberColumn) return tr("Trial");
  if (section == StateColumn) return tr("State");
  if (section == ValueColumn)
    return m_study->content() ? m_study->content()->summary.objective : tr("Objective");
  if (isParameter) return parameter().title;
  if (section == stepsColumn()) return tr("Steps");
  if (section == secondsColumn()) return tr("Duration");
  return section == causeColumn() ? tr("Cause") : QString();
}

}  // namespace trainyard
