// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/storage_model.h"

#include "gui/forms/quantity_text.h"

namespace trainyard {

void StorageModel::show(const QList<KeptFolder>& folders, double now) {
  m_now = now;
  setRows(folders);
}

QString StorageModel::kindText(KeptKind kind) {
  switch (kind) {
    case KeptKind::run:
      return tr("Run");
    case KeptKind::engine:
      return tr("Engine");
    case KeptKind::data:
      return tr("Data");
    case KeptKind::unfinished:
      break;
  }
  return tr("Unfinished transfer");
}

QString StorageModel::needText(KeptFor kept) {
  switch (kept) {
    case KeptFor::nothing:
      return tr("Not needed");
    case KeptFor::open_run:
      return tr("A run that waits or runs");
    case KeptFor::known_run:
      return tr("A run of your list");
    case KeptFor::newest:
      return tr("The next run");
    case KeptFor::unknown:
      break;
  }
  return tr("Not known: a job may need it");
}

QVariant StorageModel::data(const QModelIndex& index, int role) const {
  const KeptFolder* folder = at(index);
  if (!folder) return {};
  if (role == Qt::TextAlignmentRole && index.column() == SizeColumn)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case NameColumn:
      return folder->name.simplified();
    case KindColumn:
      return kindText(folder->kind);
    case SizeColumn:
      return folder->bytes ? QuantityText::bytes(*folder->bytes) : QString();
    case TimeColumn:
      return QuantityText::clock(folder->modified, m_now);
    default:
      return needText(folder->keptFor);
  }
}

QVariant StorageModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == SizeColumn)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Folder");
    case KindColumn:
      return tr("Kind");
    case SizeColumn:
      return tr("Size");
    case TimeColumn:
      return tr("Changed");
    default:
      return tr("Needed by");
  }
}

}  // namespace trainyard
