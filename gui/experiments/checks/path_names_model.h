// SPDX-License-Identifier: GPL-3.0-or-later
// The names that complete a path, one per row, with sizes; followed by the reason if there are no
// others. All of it is untrusted text and shown literally.
#pragma once

#include <QAbstractListModel>

#include "remote/service/protocol/methods.h"

namespace trainyard {

class PathNamesModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { NameRole = Qt::UserRole };  // the text to insert; with a trailing slash for folders

  using QAbstractListModel::QAbstractListModel;

  void show(const PathNames& names);
  // The common prefix of all names that can be inserted.
  QString common() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    QString shown, name;  // without a name: cannot be selected
  };
  QList<Row> m_rows;
};

}  // namespace trainyard
