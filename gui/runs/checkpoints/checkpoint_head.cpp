// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_head.h"

#include <QFileDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <algorithm>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum CheckpointHeadPage { CheckpointButtonsPage, CheckpointQuestionPage };
constexpr double checkpointHeadHeight = 44;

qint64 sumOfCheckpoints(const QList<CheckpointRow>& rows) {
  qint64 sum = 0;
  for (const CheckpointRow& row : rows) sum += row.bytes.value_or(0);
  return sum;
}

QString chosenStepsText(const QList<CheckpointRow>& rows) {
  QStringList steps;
  for (const CheckpointRow& row : rows) steps << QLocale().toString(row.step);
  return steps.join(u"; "_s);
}

void allowButton(QPushButton* button, const QString& problem, const QString& tip) {
  button->setEnabled(problem.isEmpty());
  button->setToolTip(plainTip(problem.isEmpty() ? tip : problem));
}

}  // namespace

QString CheckpointChoice::copyProblem() const {
  if (!isServed)
    return CheckpointHead::tr(
        "The background service is not connected; this is available again once it is.");
  if (chosen.isEmpty()) return CheckpointHead::tr("Choose a checkpoint first.");
  if (isCopying) return CheckpointHead::tr("A checkpoint is being copied; wait until it is there.");
  for (const CheckpointRow& row : chosen)
    if (!row.isUsable())
      return CheckpointHead::tr("Step %1 is not complete.").arg(QLocale().toString(row.step));
  return {};
}

QString CheckpointChoice::resumeProblem() const {
  if (!isServed)
    return CheckpointHead::tr(
        "The background service is not connected; this is available again once it is.");
  if (chosen.size() != 1) return CheckpointHead::tr("Choose one checkpoint first.");
  if (isOpen(run.state)) return CheckpointHead::tr("The run has not ended; it goes on by itself.");
  if (run.state == RunState::completed)
    return CheckpointHead::tr("The run is complete; there is nothing to resume.");
  const CheckpointRow& row = chosen.front();
  if (!row.isUsable() || isDamaged)
    return CheckpointHead::tr("Step %1 is not complete; a resume passes it over.")
        .arg(QLocale().toString(row.step));
  const CheckpointRow* newest = rows.newest();
  if (newest && newest->step != row.step)
    return CheckpointHead::tr(
               "A run resumes from its newest checkpoint, step %1. Remove the newer ones to resume "
               "from this one.")
        .arg(QLocale().toString(newest->step));
  return {};
}

// The service refuses the same; here it is said before somebody tries.
QString CheckpointChoice::removeProblem() const {
  if (!isServed)
    return CheckpointHead::tr(
        "The background service is not connected; this is available again once it is.");
  if (chosen.isEmpty()) return CheckpointHead::tr("Choose a checkpoint first.");
  if (!isReachable)
    return CheckpointHead::tr("%1 is out of reach; nothing can be removed there now.")
        .arg(run.target);
  if (isRemoving) return CheckpointHead::tr("Checkpoints are being removed.");
  const CheckpointRow* newest = rows.newest();
  for (const CheckpointRow& row : chosen) {
    if (row.name.isEmpty())
      return CheckpointHead::tr("%1 does not lie in the run's own folder of checkpoints.")
          .arg(row.path);
    if (!isOpen(run.state)) continue;
    if (!row.isUsable() || (newest && newest->step == row.step) || rows.best == row.step)
      return CheckpointHead::tr(
                 "The run goes on: it would resume from step %1, or take its result from it.")
          .arg(QLocale().toString(row.step));
  }
  return {};
}

CheckpointHead::CheckpointHead()
    : m_title(plainLabel(look::Role::card)),
      m_resume(new QPushButton),
      m_export(new QPushButton),
      m_fetch(new QPushButton),
      m_remove(new QPushButton),
      m_keep(new QPushButton),
      m_confirm(new QPushButton) {
  setFixedHeight(px(checkpointHeadHeight));
  m_pages->insertWidget(CheckpointButtonsPage, buildButtons());
  m_pages->insertWidget(CheckpointQuestionPage, buildQuestion());
  look::columnIn(this)->addWidget(m_pages);
  connect(m_resume, &QPushButton::clicked, this, &CheckpointHead::resumeRequested);
  connect(m_export, &QPushButton::clicked, this, &CheckpointHead::exportRequested);
  connect(m_fetch, &QPushButton::clicked, this, &CheckpointHead::askFolder);
  connect(m_remove, &QPushButton::clicked, this, &CheckpointHead::askRemove);
  connect(m_keep, &QPushButton::clicked, this, &CheckpointHead::endQuestion);
  connect(m_confirm, &QPushButton::clicked, this, [this] {
    const QList<CheckpointRow> asked = m_asked;
    endQuestion();
    emit removeRequested(asked);
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* CheckpointHead::buildButtons() {
  auto* page = new QWidget;
  auto* row = look::rowIn(page, px(8), {px(14), 0, px(8), 0});
  m_resume->setIcon(look::icon(u"player-play"_s));
  m_export->setIcon(look::icon(u"upload"_s));
  m_fetch->setIcon(look::icon(u"download"_s));
  for (QPushButton* button : {m_resume, m_export, m_fetch, m_remove}) look::setSmall(button);
  look::setKind(m_remove, look::dangerKind);
  look::setInk(m_summary, [](const look::Tokens& t) { return t.text3; });
  m_summary->setFont(look::font(look::Role::help));
  m_summary->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::addAll(row, {m_title, {m_summary, 1}, m_resume, m_export, m_fetch});
  row->addSpacing(px(8));
  row->addWidget(m_remove);
  return page;
}

QWidget* CheckpointHead::buildQuestion() {
  auto* page = new QWidget;
  for (QPushButton* button : {m_keep, m_confirm}) look::setSmall(button);
  look::setKind(m_confirm, look::destroyKind);
  m_question->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  // The answer stands away from the button that asked, so that a second click confirms nothing.
  look::addAll(look::rowIn(page, px(8), {px(14), 0, px(8), 0}),
               {m_confirm, m_keep, {m_question, 1}});
  return page;
}

void CheckpointHead::retranslate() {
  m_title->setText(tr("Checkpoints"));
  m_export->setText(tr("Export"));
  m_fetch->setText(tr("Fetch…"));
  m_remove->setText(tr("Remove"));
  m_keep->setText(tr("Keep"));
  show(m_choice);
}

QString CheckpointHead::summary() const {
  const auto there = std::ranges::count_if(m_choice.rows.there, &CheckpointRow::isUsable);
  const auto all = there + m_choice.rows.removed.size();
  const qint64 bytes = m_choice.rows.bytes();
  QString text = tr("%1 of %2 kept").arg(QLocale().toString(there), QLocale().toString(all));
  if (bytes > 0) text += u", "_s + QuantityText::bytes(bytes);
  return text;
}

void CheckpointHead::show(const CheckpointChoice& choice) {
  if (choice.run.run != m_choice.run.run && !m_asked.isEmpty()) endQuestion();
  m_choice = choice;
  m_summary->setText(summary());
  m_resume->setText(choice.chosen.size() == 1
                        ? tr("Resume from %1").arg(QLocale().toString(choice.chosen.front().step))
                        : tr("Resume"));
  allowButton(m_resume, choice.resumeProblem(),
              tr("Continue from here, as a new attempt of the same run (Ctrl+Return)"));
  allowButton(m_export,
              choice.chosen.size() > 1 ? tr("Choose one checkpoint first.") : choice.copyProblem(),
              tr("Copy it or its model to a folder of this computer (Ctrl+Shift+E)"));
  allowButton(m_fetch, choice.copyProblem(),
              tr("Copy the chosen checkpoints as they are to a folder of this computer"));
  allowButton(m_remove, choice.removeProblem(),
              tr("Delete the chosen checkpoints for good; asks here first"));
  m_confirm->setEnabled(choice.isServed && !choice.isRemoving);
}

// Of the run that was shown when the button was pressed: another one closes the question.
void CheckpointHead::askFolder() {
  auto* dialog = new QFileDialog(this, tr("Fetch into"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, run = m_choice.run.run, chosen = m_choice.chosen](const QString& folder) {
            if (run == m_choice.run.run) emit fetchRequested(chosen, folder);
          });
  dialog->open();
}

void CheckpointHead::askRemove() {
  m_asked = m_choice.chosen;
  const qint64 bytes = sumOfCheckpoints(m_asked);
  m_question->setText(tr("Step %1 of %2 will be deleted for good.")
                          .arg(chosenStepsText(m_asked), m_choice.run.name));
  m_confirm->setText(bytes > 0 ? tr("Remove %1").arg(QuantityText::bytes(bytes)) : tr("Remove"));
  m_pages->setCurrentIndex(CheckpointQuestionPage);
  m_keep->setFocus();
}

void CheckpointHead::endQuestion() {
  m_asked.clear();
  m_pages->setCurrentIndex(CheckpointButtonsPage);
}

void CheckpointHead::resume() {
  if (m_resume->isEnabled()) emit resumeRequested();
}

void CheckpointHead::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !m_asked.isEmpty()) return endQuestion();
  QWidget::keyPressEvent(event);
}

}  // namespace trainyard
