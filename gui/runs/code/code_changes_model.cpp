// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/code/code_changes_model.h"

#include "gui/forms/plain_tip.h"
#include "gui/forms/shown_text.h"

namespace trainyard {

QVariant CodeChangesModel::data(const QModelIndex& index, int role) const {
  const CodeChange* change = at(index);
  if (!change || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  const QString text = index.column() == PathColumn ? shownText(change->path, ShownLines::one)
                                                    : CodeChanges::name(change->kind);
  return role == Qt::ToolTipRole ? QVariant(plainTip(text)) : QVariant(text);
}

QVariant CodeChangesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == PathColumn ? tr("File") : tr("Difference");
}

}  // namespace trainyard
