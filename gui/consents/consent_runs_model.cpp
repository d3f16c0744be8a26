// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/consents/consent_runs_model.h"

#include <QFont>
#include <QLocale>

#include "gui/consents/consent_text.h"
#include "gui/forms/plain_tip.h"

namespace trainyard {

ConsentRunsModel::ConsentRunsModel(const ConsentRecord& record) : m_record(record) {
  setRows(record.request.spending.runs);
}

int ConsentRunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size()) + (hasTotal() ? 1 : 0);
}

QString ConsentRunsModel::total(int column) const {
  switch (column) {
    case RunColumn:
      return m_record.runs == 1 ? tr("In all")
                                : tr("All %1").arg(QLocale().toString(m_record.runs));
    case WhereColumn:
      return m_record.jobs == 1 ? tr("1 job")
                                : tr("%1 jobs").arg(QLocale().toString(m_record.jobs));
    case HoursColumn:
      return ConsentText::hours(m_record.gpuHours);
    default:
      return {};
  }
}

QString ConsentRunsModel::cell(const SpentRun& run, int column) const {
  switch (column) {
    case RunColumn:
      return ConsentText::name(run);
    case ValuesColumn:
      return ConsentText::values(run);
    case WhereColumn:
      return ConsentText::where(m_record.request.spending, run);
    case LimitColumn:
      return ConsentText::limit(run);
    default:
      return ConsentText::hours(run.gpuHours);
  }
}

QVariant ConsentRunsModel::data(const QModelIndex& index, int role) const {
  const bool isTotal = index.row() >= m_rows.size();
  const auto words = [&] {
    return isTotal ? total(index.column()) : cell(m_rows[index.row()], index.column());
  };
  switch (role) {
    case Qt::DisplayRole:
      return words();
    case Qt::ToolTipRole:
      return plainTip(words());
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter |
                      (index.column() >= LimitColumn ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole: {
      if (!isTotal) return {};
      QFont bold;
      bold.setWeight(QFont::DemiBold);
      return bold;
    }
    default:
      return {};
  }
}

QVariant ConsentRunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section >= LimitColumn ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case RunColumn:
      return tr("Run");
    case ValuesColumn:
      return tr("What differs");
    case WhereColumn:
      return tr("Where");
    case LimitColumn:
      return tr("Limit");
    default:
      return tr("GPU-hours, at most");
  }
}

}  // namespace trainyard
