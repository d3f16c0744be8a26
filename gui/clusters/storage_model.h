// SPDX-License-Identifier: GPL-3.0-or-later
// What this program keeps on a cluster as rows, the largest first.
#pragma once

#include <QAbstractTableModel>

#include "remote/service/protocol/usage_values.h"

namespace trainyard {

class StorageModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { NameColumn, KindColumn, SizeColumn, TimeColumn, NeedColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void show(const QList<KeptFolder>& folders, double now);
  void retranslate();
  const KeptFolder* at(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  static QString kindText(KeptKind kind);
  static QString needText(KeptFor kept);

  QList<KeptFolder> m_folders;
  double m_now = 0;
};

}  // namespace trainyard
