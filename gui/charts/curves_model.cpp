// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curves_model.h"

#include "gui/charts/axis_ticks.h"
#include "gui/forms/plain_tip.h"

namespace trainyard {

void CurvesModel::clear() {
  beginResetModel();
  m_names.clear();
  m_series.clear();
  m_resumeSteps.clear();
  endResetModel();
  emit metricsChanged();
}

Series& CurvesModel::seriesFor(const QString& name) {
  const auto found = m_series.find(name);
  if (found != m_series.end()) return found->second;
  const int row = static_cast<int>(m_names.size());
  beginInsertRows({}, row, row);
  m_names.append(name);
  Series& series = m_series[name];
  for (const auto& [attempt, step] : m_resumeSteps) series.resume(attempt, step);
  endInsertRows();
  return series;
}

void CurvesModel::addPoints(const std::vector<MetricPoints>& batch) {
  const auto before = m_names.size();
  QStringList changed;
  for (const MetricPoints& metric : batch) {
    seriesFor(metric.name).add(metric.attempt, metric.points);
    changed.append(metric.name);
  }
  changed.removeDuplicates();
  for (const QString& name : changed) {
    const QModelIndex at = index(static_cast<int>(m_names.indexOf(name)));
    emit dataChanged(at, at);
  }
  if (m_names.size() != before) emit metricsChanged();
  if (!changed.isEmpty()) emit pointsChanged(changed);
}

void CurvesModel::setResume(std::int64_t attempt, std::int64_t step) {
  const auto known = m_resumeSteps.find(attempt);
  if (known != m_resumeSteps.end() && known->second == step) return;
  m_resumeSteps[attempt] = step;
  for (auto& [name, series] : m_series) series.resume(attempt, step);
  if (!m_names.isEmpty()) emit pointsChanged(m_names);
}

const Series* CurvesModel::series(const QString& name) const {
  const auto found = m_series.find(name);
  return found == m_series.end() ? nullptr : &found->second;
}

int CurvesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_names.size());
}

QVariant CurvesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const QString& name = m_names[index.row()];
  const std::vector<CurvePoint>& line = m_series.at(name).line();
  switch (role) {
    case Qt::DisplayRole:
    case NameRole:
      return name;
    case LastValueRole:
      return line.empty() ? QVariant() : QVariant(line.back().y);
    case PointCountRole:
      return static_cast<qlonglong>(line.size());
    case Qt::ToolTipRole:
      return line.empty() ? QString() : plainTip(readOut(line.back().y));
    default:
      return {};
  }
}

}  // namespace trainyard
