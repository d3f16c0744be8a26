// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/findings_side.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include "gui/experiments/target_check.h"
#include "gui/experiments/target_line.h"
#include "gui/forms/plain_table.h"

namespace trainyard {

FindingsSide::FindingsSide(DiagnosticsModel* findings, TargetCheck* check, QWidget* parent)
    : QWidget(parent), m_table(plainTable(findings, DiagnosticsModel::MessageColumn)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_table->setAlternatingRowColors(false);
  m_table->horizontalHeader()->hide();
  m_table->setAccessibleName(tr("Findings"));
  column->addWidget(new TargetLine(check));
  column->addWidget(m_table, 1);
  connect(m_table, &QTableView::clicked, this, &FindingsSide::chosen);
  connect(m_table, &QTableView::activated, this, &FindingsSide::chosen);
}

void FindingsSide::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    m_table->setAccessibleName(tr("Findings"));
  }
  QWidget::changeEvent(event);
}

}  // namespace trainyard
