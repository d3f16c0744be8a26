// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/checkpoints_model.h"

#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"

namespace trainyard {

void CheckpointsModel::setCheckpoints(const QList<CheckpointRecord>& checkpoints) {
  QList<CheckpointRecord> newestFirst(checkpoints.rbegin(), checkpoints.rend());
  const auto same = [](const CheckpointRecord& a, const CheckpointRecord& b) {
    return a.attempt == b.attempt && a.step == b.step && a.time == b.time;
  };
  if (newestFirst.size() == m_rows.size() &&
      std::equal(newestFirst.begin(), newestFirst.end(), m_rows.begin(), same))
    return;
  setRows(std::move(newestFirst));
}

QVariant CheckpointsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == Qt::ToolTipRole) return plainTip(data(index, Qt::DisplayRole).toString());
  if (role != Qt::DisplayRole) return {};
  const CheckpointRecord& checkpoint = m_rows[index.row()];
  switch (index.column()) {
    case StepColumn:
      return checkpoint.step;
    case TimeColumn:
      return QuantityText::dateWithSeconds(checkpoint.time);
    case SizeColumn:
      return QuantityText::bytes(checkpoint.bytes);
    case StallColumn:
      return tr("%1 s of %2 s")
          .arg(checkpoint.stallSeconds, 0, 'f', 2)
          .arg(checkpoint.writeSeconds, 0, 'f', 2);
    case PathColumn:
      return checkpoint.path;
    default:
      return {};
  }
}

QVariant CheckpointsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case StepColumn:
      return tr("Step");
    case TimeColumn:
      return tr("Written");
    case SizeColumn:
      return tr("Size");
    case StallColumn:
      return tr("Training stood still");
    case PathColumn:
      return tr("Folder");
    default:
      return {};
  }
}

}  // namespace trainyard
