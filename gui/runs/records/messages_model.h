// SPDX-License-Identifier: GPL-3.0-or-later
// The run's own messages: information, warnings, errors.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/store/records.h"

namespace trainyard {

class MessagesModel : public RowsModel<MessagesModel, QList<MessageRecord>> {
  Q_OBJECT
 public:
  enum Column { TimeColumn, LevelColumn, TextColumn, WhereColumn, ColumnCount };
  enum Role { LevelRole = Qt::UserRole };

  using RowsModel::RowsModel;

  void setMessages(const QList<MessageRecord>& messages);
  // Adds a live message, unless it is already there.
  void append(const MessageRecord& message);

  const QList<MessageRecord>& messages() const { return m_rows; }

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace trainyard
