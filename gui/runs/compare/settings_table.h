// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting of some runs, or what else is compared in their place, a column a run; those that
// differ come first and stand out.
#pragma once

#include <QAbstractTableModel>

#include "gui/runs/records/comparison.h"

namespace trainyard {

class SettingsTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(const Comparison& comparison);
  // Of the first column; by itself "Setting".
  void setHeading(const QString& heading);
  // Only settings whose path contains the words.
  void setWords(const QString& words);
  int numVarying() const { return static_cast<int>(m_comparison.varying().size()); }
  int numSettings() const { return static_cast<int>(m_comparison.settings().size()); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void list();

  Comparison m_comparison;
  QString m_words, m_heading;
  QStringList m_paths;
};

}  // namespace trainyard
