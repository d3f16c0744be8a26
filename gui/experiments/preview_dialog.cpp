// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/preview_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/look/type.h"

namespace trainyard {
namespace {

constexpr int commandLines = 4;

}  // namespace

PreviewDialog::PreviewDialog(QWidget* parent)
    : QDialog(parent),
      m_scriptTitle(new QLabel),
      m_commandTitle(new QLabel),
      m_script(new QPlainTextEdit),
      m_command(new QPlainTextEdit),
      m_syncTitle(new QLabel),
      m_sync(new QPlainTextEdit) {
  const QFont monospace = look::font(look::Role::code);
  for (QPlainTextEdit* text : {m_script, m_command, m_sync}) {
    text->setReadOnly(true);
    text->setFont(monospace);
  }
  m_script->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_sync->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_command->setFixedHeight(commandLines * m_command->fontMetrics().lineSpacing() + 12);
  m_scriptTitle->setBuddy(m_script);
  m_commandTitle->setBuddy(m_command);
  m_syncTitle->setTextFormat(Qt::PlainText);
  m_syncTitle->setBuddy(m_sync);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_copyScript = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
  m_copyCommand = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
  auto* column = new QVBoxLayout(this);
  column->addWidget(m_scriptTitle);
  column->addWidget(m_script, 3);
  column->addWidget(m_commandTitle);
  column->addWidget(m_command);
  column->addWidget(m_syncTitle);
  column->addWidget(m_sync, 2);
  column->addWidget(buttons);
  connect(m_copyScript, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_script->toPlainText()); });
  connect(m_copyCommand, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_command->toPlainText()); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  retranslate();
  resize(900, 640);
}

void PreviewDialog::retranslate() {
  m_script->setAccessibleName(tr("Job script"));
  m_command->setAccessibleName(tr("Command line"));
  m_scriptTitle->setText(tr("The script, job.sh in the run's folder:"));
  m_commandTitle->setText(
      tr("It is submitted with this command line; RUN stands for the new run's identity:"));
  m_copyScript->setText(tr("Copy script"));
  m_copyCommand->setText(tr("Copy command line"));
}

void PreviewDialog::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QDialog::changeEvent(event);
}

void PreviewDialog::showRendered(const QString& title, const QString& target, const QString& script,
                                 const QString& commandLine) {
  setWindowTitle(tr("Preview of %1").arg(title));
  m_script->setPlainText(script);
  m_command->setPlainText(commandLine);
  const bool travels = target != QLatin1String("here");
  m_syncTitle->setVisible(travels);
  m_sync->setVisible(travels);
  m_syncTitle->setText(tr("What would be sent to %1:").arg(target));
  m_sync->setAccessibleName(m_syncTitle->text());
  m_sync->setPlainText(tr("Comparing with the target…"));
  show();
  raise();
  activateWindow();
}

void PreviewDialog::showSync(const QString& text) { m_sync->setPlainText(text); }

}  // namespace trainyard
