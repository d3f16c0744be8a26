// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/findings_side.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "gui/experiments/target_check.h"
#include "gui/experiments/target_line.h"
#include "gui/forms/plain_table.h"
#include "gui/look/ink.h"

namespace trainyard {

FindingsSide::FindingsSide(DiagnosticsModel* findings, TargetCheck* check, QWidget* parent)
    : QWidget(parent),
      m_findings(findings),
      m_check(check),
      m_verdict(new QLabel),
      m_table(plainTable(findings, DiagnosticsModel::MessageColumn)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_verdict->setContentsMargins(12, 5, 12, 5);
  m_verdict->setTextFormat(Qt::PlainText);
  m_table->setAlternatingRowColors(false);
  m_table->horizontalHeader()->hide();
  m_table->setAccessibleName(tr("Findings"));
  auto* line = new QHBoxLayout;
  line->addWidget(m_verdict);
  line->addWidget(new TargetLine(check), 1);
  column->addLayout(line);
  column->addWidget(m_table, 1);
  connect(m_table, &QTableView::clicked, this, &FindingsSide::chosen);
  connect(m_table, &QTableView::activated, this, &FindingsSide::chosen);
  connect(check, &TargetCheck::changed, this, &FindingsSide::showVerdict);
}

QString FindingsSide::verdict() const { return m_verdict->text(); }

void FindingsSide::showVerdict() {
  const int errors = m_findings->count(Severity::error),
            warnings = m_findings->count(Severity::warning);
  const TargetCheck::State state = m_check->state();
  QString words;
  look::Tone tone = look::Tone::quiet;
  if (errors > 0) {
    words = tr("To fix before it can be submitted: %1").arg(errors);
    tone = look::Tone::failed;
  } else if (state == TargetCheck::State::answered && warnings > 0) {
    words = tr("Ready to submit; warnings: %1").arg(warnings);
    tone = look::Tone::waiting;
  } else if (state == TargetCheck::State::answered) {
    words = tr("✓ Ready to submit");
    tone = look::Tone::completed;
  } else if (state == TargetCheck::State::resting || state == TargetCheck::State::asking) {
    words = tr("No errors in the text; checking…");
  } else {
    // A cluster has its own line next to this one with the reason.
    const QString why = m_check->hasLine() ? QString() : m_check->whyNotAsked();
    words = why.isEmpty() ? tr("No errors in the text; not checked further")
                          : tr("No errors in the text; not checked further: %1").arg(why);
    tone = look::Tone::waiting;
  }
  m_verdict->setText(words);
  look::setInk(m_verdict, tone);
}

void FindingsSide::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    m_table->setAccessibleName(tr("Findings"));
    showVerdict();
  }
  QWidget::changeEvent(event);
}

}  // namespace trainyard
