// SPDX-License-Identifier: GPL-3.0-or-later
// The names under which a run shows samples, each with the mark of its kind.
#pragma once

#include <QAbstractListModel>

#include "gui/runs/samples/sample_series.h"

namespace trainyard {

class SampleNamesModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;

  // A view keeps its current name where the names stay.
  void setSeries(const QList<SampleSeries>& series);
  const QList<SampleSeries>& series() const { return m_series; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  static QString kindName(const QString& kind);

 private:
  QList<SampleSeries> m_series;
};

}  // namespace trainyard
