// SPDX-License-Identifier: GPL-3.0-or-later
// The run's own messages: information, warnings, errors.
#pragma once

#include <QAbstractTableModel>

#include "remote/store/records.h"

namespace trainyard {

class MessagesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { TimeColumn, LevelColumn, TextColumn, WhereColumn, ColumnCount };
  enum Role { LevelRole = Qt::UserRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setMessages(const QList<MessageRecord>& messages);
  // Adds a live message, unless it is already there.
  void append(const MessageRecord& message);

  const QList<MessageRecord>& messages() const { return m_messages; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<MessageRecord> m_messages;
};

}  // namespace trainyard
