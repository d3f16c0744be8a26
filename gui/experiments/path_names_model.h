// SPDX-License-Identifier: GPL-3.0-or-later
// The names that a typed path could become, one a row, with sizes; behind them why there are no
// others. All of it foreign text, shown as it is.
#pragma once

#include <QAbstractListModel>

#include "remote/service/protocol/methods.h"

namespace trainyard {

class PathNamesModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { NameRole = Qt::UserRole };  // to be written; a folder's ends with a slash

  using QAbstractListModel::QAbstractListModel;

  void show(const PathNames& names);
  // What all names that can be written begin with.
  QString common() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    QString shown, name;  // without a name: nothing to choose
  };
  QList<Row> m_rows;
};

}  // namespace trainyard
