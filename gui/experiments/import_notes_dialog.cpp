// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/import_notes_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/forms/contract_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ImportNotesDialog::ImportNotesDialog(QWidget* parent) : QDialog(parent), m_heading(new QLabel) {
  m_heading->setTextFormat(Qt::PlainText);
  m_heading->setWordWrap(true);
  m_heading->setBuddy(m_text);
  m_text->setReadOnly(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_copy = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
  auto* column = new QVBoxLayout(this);
  look::addAll(column, {m_heading, {m_text, 1}, buttons});
  connect(m_copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  look::keepTranslated(this, [this] { retranslate(); });
  resize(760, 420);
}

void ImportNotesDialog::showNotes(const std::vector<Diagnostic>& notes) {
  m_notes = notes;
  retranslate();
  show();
  raise();
  activateWindow();
}

void ImportNotesDialog::retranslate() {
  setWindowTitle(tr("Imported settings"));
  m_heading->setText(
      tr("The document is new and not saved yet. What is missing in it, or means something "
         "different here:"));
  m_text->setAccessibleName(m_heading->text());
  m_copy->setText(tr("Copy"));
  QStringList lines;
  for (const Diagnostic& note : m_notes) {
    const QString file = QFileInfo(QString::fromStdString(note.file)).fileName();
    const QString place = note.line > 0 ? u"%1:%2: "_s.arg(file).arg(note.line) : QString();
    lines << place + ContractText::finding(note);
  }
  m_text->setPlainText(lines.join(u"\n\n"_s));
}

}  // namespace trainyard
