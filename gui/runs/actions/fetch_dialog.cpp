// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/actions/fetch_dialog.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include "gui/look/layouts.h"

namespace trainyard {

FetchDialog::FetchDialog(const RunRecord& run, QWidget* parent)
    : QDialog(parent), m_what(new QButtonGroup(this)) {
  setWindowTitle(tr("Fetch from %1").arg(run.target));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(10);
  QList<std::pair<FetchWhat, QString>> choices{{FetchWhat::checkpoints, tr("Checkpoints")},
                                               {FetchWhat::results, tr("Results")},
                                               {FetchWhat::all, tr("The whole run folder")}};
  // Only a job script has such a folder, and what it made lies there.
  if (run.workload == u"script")
    choices.prepend({FetchWhat::work, tr("The working folder of the job script")});
  for (const auto& [what, words] : choices) {
    auto* button = new QRadioButton(words);
    button->setChecked(what == choices.constFirst().first);
    m_what->addButton(button, static_cast<int>(what));
    column->addWidget(button);
  }
  auto* label = new QLabel(tr("Into the folder"));
  label->setBuddy(m_destination);
  m_destination->setPlaceholderText(tr("Trainyard's folder for fetched runs"));
  auto* browse = new QPushButton(tr("Choose…"));
  browse->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  look::addAll(row, {label, {m_destination, 1}, browse});
  auto* note = new QLabel(
      tr("Each checkpoint is verified against its manifest; files that are already here are not "
         "fetched again."));
  note->setWordWrap(true);
  note->setForegroundRole(QPalette::PlaceholderText);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  buttons->addButton(tr("Fetch"), QDialogButtonBox::AcceptRole)->setDefault(true);
  look::addAll(column, {row, note, buttons});
  connect(browse, &QPushButton::clicked, this, &FetchDialog::chooseFolder);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this, id = run.run] {
    emit chosen(id, static_cast<FetchWhat>(m_what->checkedId()), m_destination->text().trimmed());
    accept();
  });
  resize(560, sizeHint().height());
}

void FetchDialog::chooseFolder() {
  auto* dialog = new QFileDialog(this, tr("Choose a folder"), QDir::homePath());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, m_destination, &QLineEdit::setText);
  dialog->open();
}

}  // namespace trainyard
