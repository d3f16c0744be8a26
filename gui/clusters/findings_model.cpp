// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/findings_model.h"

#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/help_topic.h"
#include "gui/forms/plain_tip.h"

namespace trainyard {
namespace {

QString messageOf(const TargetFinding& finding) {
  return ContractText::message(finding.code, finding.arguments, finding.text.toStdString());
}

}  // namespace

void FindingsModel::show(QList<TargetFinding> findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const auto& a, const auto& b) { return a.severity < b.severity; });
  setRows(std::move(findings));
}

int FindingsModel::count(Severity severity) const {
  return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [&](const auto& finding) {
    return finding.severity == severity;
  }));
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const TargetFinding& finding = m_rows[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == TextColumn) return messageOf(finding);
      return finding.severity == Severity::error     ? tr("Error")
             : finding.severity == Severity::warning ? tr("Warning")
                                                     : tr("In order");
    case Qt::ToolTipRole:
      return plainTip(messageOf(finding));
    case helpTopicRole:
      return QVariant::fromValue(
          HelpTopic::message(QString::fromStdString(finding.code), messageOf(finding)));
    case SeverityRole:
      return static_cast<int>(finding.severity);
    default:
      return {};
  }
}

}  // namespace trainyard
