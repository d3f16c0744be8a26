// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/run_notes.h"

#include <QSignalBlocker>

#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int keepAfterMilliseconds = 800;

QStringList tagsOf(const QString& text) {
  QStringList tags;
  for (const QString& tag : text.split(u',', Qt::SkipEmptyParts))
    if (!tag.trimmed().isEmpty() && !tags.contains(tag.trimmed())) tags << tag.trimmed();
  return tags;
}

}  // namespace

RunNotes::RunNotes(RunModel* run, RunActions* actions) : m_run(run), m_actions(actions) {
  auto* column = look::columnIn(this, px(6), {px(20), px(14), px(20), px(16)});
  const auto add = [&](QLabel* name, QWidget* field, int stretch) {
    name->setBuddy(field);
    column->addWidget(name);
    column->addWidget(field, stretch);
    column->addSpacing(px(8));
  };
  add(m_titleName, m_title, 0);
  add(m_tagsName, m_tags, 0);
  add(m_noteName, m_note, 1);
  m_title->setMaximumWidth(px(640));
  m_tags->setMaximumWidth(px(640));
  m_note->setTabChangesFocus(true);
  m_typing.setSingleShot(true);
  m_typing.setInterval(keepAfterMilliseconds);
  connect(&m_typing, &QTimer::timeout, this, &RunNotes::keep);
  const auto typed = [this] { m_typing.start(); };
  connect(m_title, &QLineEdit::textEdited, this, typed);
  connect(m_tags, &QLineEdit::textEdited, this, typed);
  connect(m_note, &QPlainTextEdit::textChanged, this, typed);
  connect(m_title, &QLineEdit::editingFinished, this, &RunNotes::keep);
  connect(m_tags, &QLineEdit::editingFinished, this, &RunNotes::keep);
  connect(m_run, &RunModel::chosen, this, &RunNotes::showRun);
  connect(m_run, &RunModel::recordChanged, this, &RunNotes::showRecord);
  connect(m_actions, &RunActions::connectionChanged, this, &RunNotes::showRecord);
  look::keepTranslated(this, [this] { retranslate(); });
  showRun();
}

RunNotes::~RunNotes() { keep(); }

void RunNotes::retranslate() {
  m_titleName->setText(tr("Title"));
  m_title->setPlaceholderText(tr("Shown instead of the run's name"));
  m_tagsName->setText(tr("Tags"));
  m_tags->setPlaceholderText(tr("Separated by commas; the table finds them with tag:word"));
  m_noteName->setText(tr("Note"));
  m_note->setPlaceholderText(
      tr("What was tried and what came of it. It is kept with the run, shown "
         "in comparisons and written to reports."));
}

void RunNotes::edit() { m_note->setFocus(Qt::OtherFocusReason); }

// Of the run that was shown before, if something was typed for it.
void RunNotes::keep() {
  m_typing.stop();
  if (m_shown.isEmpty()) return;
  RunAnnotation change;
  if (const QString title = m_title->text().trimmed(); title != m_keptTitle)
    change.title = m_keptTitle = title;
  if (const QString tags = tagsOf(m_tags->text()).join(u", "_s); tags != m_keptTags)
    change.tags = tagsOf(m_keptTags = tags);
  if (const QString note = m_note->toPlainText(); note != m_keptNote)
    change.note = m_keptNote = note;
  if (change.title || change.tags || change.note) m_actions->annotate({m_shown}, change);
}

void RunNotes::showRun() {
  keep();
  m_shown = m_run->record().run;
  const RunRecord& run = m_run->record();
  const QSignalBlocker quiet(m_note);
  m_title->setText(m_keptTitle = run.title);
  m_tags->setText(m_keptTags = run.tags.join(u", "_s));
  m_note->setPlainText(m_keptNote = run.note);
  showRecord();
}

void RunNotes::showRecord() {
  const RunRecord& run = m_run->record();
  if (run.run != m_shown) return;
  const bool mayEdit = !m_run->isEmpty() && !m_run->isGone() && m_actions->isConnected();
  for (QWidget* field : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_tags)})
    field->setEnabled(mayEdit);
  m_note->setReadOnly(!mayEdit);
  if (m_typing.isActive()) return;
  const QSignalBlocker quiet(m_note);
  if (!m_title->hasFocus() && run.title != m_keptTitle) m_title->setText(m_keptTitle = run.title);
  if (const QString tags = run.tags.join(u", "_s); !m_tags->hasFocus() && tags != m_keptTags)
    m_tags->setText(m_keptTags = tags);
  if (!m_note->hasFocus() && run.note != m_keptNote) m_note->setPlainText(m_keptNote = run.note);
}

}  // namespace trainyard
