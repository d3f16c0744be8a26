// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/diagnostics_model.h"

#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/help_topic.h"
#include "gui/forms/plain_tip.h"

namespace trainyard {

void DiagnosticsModel::show(std::vector<Diagnostic> diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const auto& a, const auto& b) { return a.severity < b.severity; });
  setRows(std::move(diagnostics));
}

int DiagnosticsModel::count(Severity severity) const {
  return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
                                        [&](const auto& d) { return d.severity == severity; }));
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Diagnostic& diagnostic = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == MessageColumn) return ContractText::finding(diagnostic);
      if (index.column() == FieldColumn) return QString::fromStdString(diagnostic.path);
      return diagnostic.line > 0 ? QVariant(diagnostic.line) : QVariant();
    case Qt::ToolTipRole:
      return plainTip(ContractText::finding(diagnostic));
    case helpTopicRole:
      return QVariant::fromValue(HelpTopic::message(QString::fromStdString(diagnostic.code),
                                                    ContractText::finding(diagnostic)));
    case SeverityRole:
      return static_cast<int>(diagnostic.severity);
    case PathRole:
      return QString::fromStdString(diagnostic.path);
    case LineRole:
      return diagnostic.line;
    case ColumnRole:
      return diagnostic.column;
    default:
      return {};
  }
}

QVariant DiagnosticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case MessageColumn:
      return tr("Finding");
    case FieldColumn:
      return tr("Setting");
    case LineColumn:
      return tr("Line");
    default:
      return {};
  }
}

}  // namespace trainyard
