// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/storage_kinds_model.h"

#include <QLocale>
#include <algorithm>

#include "gui/forms/quantity_text.h"

namespace trainyard {

void StorageKindsModel::show(const QList<KeptFolder>& folders, double now) {
  m_now = now;
  QList<KeptSummary> rows;
  for (const KeptKind kind :
       {KeptKind::run, KeptKind::data, KeptKind::engine, KeptKind::unfinished}) {
    KeptSummary sum;
    sum.kind = kind;
    for (const KeptFolder& folder : folders) {
      if (folder.kind != kind) continue;
      ++sum.number;
      sum.unneeded += folder.keptFor == KeptFor::nothing;
      sum.bytes += folder.bytes.value_or(0);
      sum.modified = std::max(sum.modified, folder.modified);
    }
    if (sum.number > 0) rows << sum;
  }
  setRows(std::move(rows));
}

QString StorageKindsModel::kindText(KeptKind kind) {
  switch (kind) {
    case KeptKind::run:
      return tr("Runs with their checkpoints");
    case KeptKind::data:
      return tr("Data, kept by content");
    case KeptKind::engine:
      return tr("Engine and libraries");
    case KeptKind::unfinished:
      break;
  }
  return tr("Unfinished transfers");
}

QVariant StorageKindsModel::data(const QModelIndex& index, int role) const {
  const KeptSummary* sum = at(index);
  if (!sum) return {};
  if (role == Qt::TextAlignmentRole && index.column() == SizeColumn)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QLocale locale;
  switch (index.column()) {
    case KindColumn:
      return kindText(sum->kind);
    case NumberColumn:
      return sum->unneeded > 0
                 ? tr("%1, not needed: %2")
                       .arg(locale.toString(sum->number), locale.toString(sum->unneeded))
                 : locale.toString(sum->number);
    case TimeColumn:
      return QuantityText::clock(sum->modified, m_now);
    default:
      return QuantityText::bytes(sum->bytes);
  }
}

QVariant StorageKindsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == SizeColumn)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case KindColumn:
      return tr("What");
    case NumberColumn:
      return tr("How many");
    case TimeColumn:
      return tr("Last changed");
    default:
      return tr("Size");
  }
}

}  // namespace trainyard
