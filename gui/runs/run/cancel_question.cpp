// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/cancel_question.h"

#include <QApplication>
#include <QKeyEvent>
#include <QTimer>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"

namespace trainyard {

CancelQuestion::CancelQuestion(RunModel* run, RunActions* actions)
    : m_run(run), m_actions(actions) {
  look::addAll(look::rowIn(this, spacing), {m_text, m_no, m_yes, look::gap()});
  look::setKind(m_yes, look::destroyKind);
  connect(m_no, &QPushButton::clicked, this, &CancelQuestion::end);
  connect(m_yes, &QPushButton::clicked, this, &CancelQuestion::cancelAskedRun);
}

void CancelQuestion::retranslate(int width) {
  m_no->setText(tr("Close"));
  const int shortest = m_no->sizeHint().width();
  m_no->setText(tr("No, let it run"));
  m_no->setMinimumWidth(std::max(shortest, m_no->sizeHint().width()));
  m_yes->setText(tr("Yes, cancel it"));
  m_text->setFixedWidth(width);
}

void CancelQuestion::ask(const QString& run) {
  m_asked = run;
  refresh();
  m_no->setFocus();
}

void CancelQuestion::cancelAskedRun() {
  if (m_asked.isEmpty() || m_isAnswered) return;
  m_isAnswered = true;
  m_actions->cancel(m_asked);
  refresh();
  // The second click of a double click must not hit anything.
  QTimer::singleShot(QApplication::doubleClickInterval(), this, [this, run = m_asked] {
    if (m_isAnswered && m_asked == run) end();
  });
}

void CancelQuestion::end() {
  if (m_asked.isEmpty()) return;
  m_asked.clear();
  m_isAnswered = false;
  emit closed();
}

void CancelQuestion::refresh() {
  if (m_asked.isEmpty()) return;
  const RunRecord& run = m_run->record();
  if (run.run != m_asked) return end();
  const bool isStillOpen = isOpen(run.state) && !m_run->isGone();
  const bool isServed = m_actions->isConnected();
  m_text->setText(m_isAnswered   ? tr("It is asked to stop.")
                  : !isStillOpen ? tr("It has already ended.")
                                 : tr("Cancel \"%1\"?").arg(RunText::name(run)));
  m_no->setEnabled(!m_isAnswered);
  m_no->setText(isStillOpen ? tr("No, let it run") : tr("Close"));
  m_yes->setEnabled(isStillOpen && isServed && !m_isAnswered);
  m_yes->setToolTip(plainTip(isServed ? tr("Ask the run to save and stop")
                                      : tr("The background service is not connected; this is "
                                           "available again once it is.")));
}

void CancelQuestion::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !m_asked.isEmpty()) return end();
  QWidget::keyPressEvent(event);
}

}  // namespace trainyard
