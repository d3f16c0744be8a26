// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_list_model.h"

#include <QLocale>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/studies/study_text.h"
#include "gui/targets/target_text.h"

namespace trainyard {
namespace {

bool isNumberColumn(int column) {
  return column == StudyListModel::PrunedColumn || column == StudyListModel::FailedColumn ||
         column == StudyListModel::BestColumn || column == StudyListModel::TrialsColumn;
}

QString countWords(qint64 count) { return count > 0 ? QLocale().toString(count) : QString(); }

}  // namespace

// Rows keep their places where only values changed, so that no selection is lost.
void StudyListModel::show(const QList<StudySummary>& studies) {
  if (studies == m_rows) return;
  if (std::ranges::equal(studies, m_rows, {}, &StudySummary::study, &StudySummary::study)) {
    m_rows = studies;
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    return;
  }
  setRows(studies);
}

int StudyListModel::rowOf(const QString& study) const {
  const auto at = std::ranges::find(m_rows, study, &StudySummary::study);
  return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

QVariant StudyListModel::data(const QModelIndex& index, int role) const {
  const StudySummary& study = m_rows[index.row()];
  if (role == Qt::TextAlignmentRole && isNumberColumn(index.column()))
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && index.column() == NameColumn) return plainTip(study.study);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case NameColumn:
      return study.name;
    case StateColumn:
      return StudyText::state(study);
    case TargetColumn:
      return study.target.isEmpty() ? QString() : TargetText::name(study.target);
    case TrialsColumn:
      return tr("%1 of %2")
          .arg(QLocale().toString(study.numDecided()), QLocale().toString(study.wanted));
    case PrunedColumn:
      return countWords(study.numPruned);
    case FailedColumn:
      return countWords(study.numFailed);
    case ObjectiveColumn:
      return study.objective;
    case BestColumn:
      return study.best ? readOut(study.bestValue) : QString();
    case BegunColumn:
      return QuantityText::moment(study.begun, unix_time());
    default:
      return {};
  }
}

QVariant StudyListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isNumberColumn(section) ? Qt::AlignRight : Qt::AlignLeft) |
                               Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Study");
    case StateColumn:
      return tr("State");
    case TargetColumn:
      return tr("Runs on");
    case TrialsColumn:
      return tr("Trials");
    case PrunedColumn:
      return tr("Pruned");
    case FailedColumn:
      return tr("Failed");
    case ObjectiveColumn:
      return tr("Objective");
    case BestColumn:
      return tr("Best");
    case BegunColumn:
      return tr("Started");
    default:
      return {};
  }
}

}  // namespace trainyard
