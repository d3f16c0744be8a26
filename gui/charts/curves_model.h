// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of a run: a list model of names with their last values for views, and their points
// for plots.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <map>
#include <vector>

#include "gui/charts/series.h"

namespace trainyard {

// New points of a metric, from the store or live.
struct MetricPoints {
  QString name;
  std::int64_t attempt = 1;
  std::vector<CurvePoint> points;
};

class CurvesModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { NameRole = Qt::UserRole, LastValueRole, PointCountRole };

  enum class Along { steps, seconds };  // unit of x

  explicit CurvesModel(Along along = Along::steps, QObject* parent = nullptr)
      : QAbstractListModel(parent), m_along(along) {}
  Along along() const { return m_along; }

  void clear();
  void addPoints(const std::vector<MetricPoints>& batch);
  void setResume(std::int64_t attempt, std::int64_t step);

  QStringList names() const { return m_names; }
  // Null if there is no such metric.
  const Series* series(const QString& name) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void pointsChanged(const QStringList& names);
  void metricsChanged();

 private:
  Series& seriesFor(const QString& name);

  Along m_along;
  QStringList m_names;  // in the order of arrival
  std::map<QString, Series> m_series;
  std::map<std::int64_t, std::int64_t> m_resumeSteps;
};

}  // namespace trainyard
