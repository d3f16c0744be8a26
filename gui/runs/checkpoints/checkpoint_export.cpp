// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_export.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

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

qint64 bytesOfFiles(const CheckpointContent& content, const QStringList& names) {
  qint64 sum = 0;
  for (const CheckpointFile& file : content.files)
    if (names.isEmpty() || names.contains(file.path)) sum += file.bytes;
  return sum;
}

QLabel* optionHelp() {
  QLabel* label = plainLabel(look::Role::caption);
  label->setIndent(px(24));
  look::setInk(label, [](const look::Tokens& t) { return t.text3; });
  return label;
}

}  // namespace

CheckpointExport::CheckpointExport()
    : m_model(new QRadioButton),
      m_whole(new QRadioButton),
      m_modelHelp(optionHelp()),
      m_wholeHelp(optionHelp()),
      m_destination(new QLineEdit),
      m_choose(new QPushButton),
      m_export(new QPushButton) {
  m_model->setChecked(true);
  look::setKind(m_export, look::primaryKind);
  m_choose->setIcon(look::icon(u"folder"_s));
  for (QWidget* control : QList<QWidget*>{m_destination, m_choose, m_export})
    look::setSmall(control);
  auto* row = look::rowIn(nullptr, px(8));
  look::addAll(row, {{m_destination, 1}, m_choose, m_export});
  column()->setSpacing(px(2));
  look::addAll(column(), {m_model, m_modelHelp, m_whole, m_wholeHelp});
  column()->addSpacing(px(6));
  column()->addLayout(row);
  connect(m_model, &QRadioButton::toggled, this, &CheckpointExport::showState);
  connect(m_destination, &QLineEdit::textChanged, this, &CheckpointExport::showState);
  connect(m_destination, &QLineEdit::returnPressed, this, &CheckpointExport::start);
  connect(m_choose, &QPushButton::clicked, this, &CheckpointExport::chooseFolder);
  connect(m_export, &QPushButton::clicked, this, &CheckpointExport::start);
  look::keepTranslated(this, [this] { retranslate(); });
}

void CheckpointExport::retranslate() {
  setTitle(tr("Export as"));
  m_model->setText(tr("Model folder"));
  m_whole->setText(tr("As it is"));
  m_destination->setAccessibleName(tr("Folder of this computer"));
  m_choose->setToolTip(tr("Choose the folder in which it is made"));
  m_choose->setAccessibleName(tr("Choose folder"));
  m_export->setText(tr("Export"));
  showState();
}

void CheckpointExport::show(const QString& name, const std::optional<CheckpointContent>& content,
                            const QString& problem) {
  m_content = content;
  m_problem = problem;
  if (name != m_name) m_destination->setText(QDir::homePath() + u"/models/"_s + name);
  m_name = name;
  showState();
}

void CheckpointExport::takeFocus() { m_destination->setFocus(Qt::ShortcutFocusReason); }

void CheckpointExport::showState() {
  const QStringList model = m_content ? m_content->modelFiles() : QStringList();
  const auto size = [this](const QString& help, const QStringList& files) {
    return m_content ? help + u"; "_s + QuantityText::bytes(bytesOfFiles(*m_content, files)) : help;
  };
  m_modelHelp->setText(size(tr("weights, tokenizer, configuration"), model));
  m_wholeHelp->setText(size(tr("with the state of training, to resume elsewhere"), {}));
  m_model->setEnabled(!m_content || !model.isEmpty());
  QString problem = m_problem;
  if (problem.isEmpty() && !m_content) problem = tr("What it consists of is not known yet.");
  if (problem.isEmpty() && m_model->isChecked() && model.isEmpty())
    problem = tr("It has no files of a model.");
  if (problem.isEmpty() && !m_destination->text().startsWith(u'/'))
    problem = tr("The folder must be absolute, beginning with /.");
  m_export->setEnabled(problem.isEmpty());
  m_export->setToolTip(plainTip(problem));
}

void CheckpointExport::start() {
  if (!m_export->isEnabled()) return;
  emit exportRequested(m_model->isChecked() ? m_content->modelFiles() : QStringList(),
                       QDir::cleanPath(m_destination->text()));
}

void CheckpointExport::chooseFolder() {
  auto* dialog = new QFileDialog(this, tr("Choose the folder in which it is made"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& folder) { m_destination->setText(folder + u'/' + m_name); });
  dialog->open();
}

}  // namespace trainyard
