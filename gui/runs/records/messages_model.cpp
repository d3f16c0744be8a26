// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/messages_model.h"

#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/help_topic.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString messageOf(const MessageRecord& message) {
  return ContractText::message(message.code.toStdString(), message.arguments,
                               message.text.toStdString());
}

bool isSame(const MessageRecord& a, const MessageRecord& b) {
  return a.attempt == b.attempt && a.sequence == b.sequence;
}

}  // namespace

void MessagesModel::setMessages(const QList<MessageRecord>& messages) {
  if (messages.size() == m_rows.size() &&
      std::equal(messages.begin(), messages.end(), m_rows.begin(), isSame))
    return;
  setRows(messages);
}

void MessagesModel::append(const MessageRecord& message) {
  for (const MessageRecord& known : m_rows)
    if (isSame(known, message)) return;
  const int row = static_cast<int>(m_rows.size());
  beginInsertRows({}, row, row);
  m_rows.append(message);
  endInsertRows();
}

QVariant MessagesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const MessageRecord& message = m_rows[index.row()];
  if (role == LevelRole) return message.level;
  if (role == Qt::ToolTipRole) return plainTip(messageOf(message));
  if (role == helpTopicRole)
    return QVariant::fromValue(HelpTopic::message(message.code, messageOf(message)));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case TimeColumn:
      return QuantityText::dateWithSeconds(message.time);
    case LevelColumn:
      return message.level == u"error"_s     ? tr("Error")
             : message.level == u"warning"_s ? tr("Warning")
                                             : tr("Info");
    case TextColumn:
      return messageOf(message);
    case WhereColumn: {
      QStringList where;
      if (message.rank) where << tr("rank %1").arg(*message.rank);
      if (!message.node.isEmpty()) where << message.node;
      return where.join(u", "_s);
    }
    default:
      return {};
  }
}

QVariant MessagesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case TimeColumn:
      return tr("Time");
    case LevelColumn:
      return tr("Level");
    case TextColumn:
      return tr("Message");
    case WhereColumn:
      return tr("Where");
    default:
      return {};
  }
}

}  // namespace trainyard
