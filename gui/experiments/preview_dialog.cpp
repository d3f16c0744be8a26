#include "gui/experiments/preview_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {
namespace {

constexpr int commandLines = 4;

}  // namespace

PreviewDialog::PreviewDialog(QWidget* parent)
    : QDialog(parent),
      m_script(new QPlainTextEdit),
      m_command(new QPlainTextEdit),
      m_syncTitle(new QLabel),
      m_sync(new QPlainTextEdit) {
  const QFont monospace = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  m_script->setReadOnly(true);
  m_script->setFont(monospace);
  m_script->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_script->setAccessibleName(tr("Job script"));
  m_command->setReadOnly(true);
  m_command->setFont(monospace);
  m_command->setAccessibleName(tr("Command line"));
  m_command->setFixedHeight(commandLines * m_command->fontMetrics().lineSpacing() + 12);
  auto* scriptLabel = new QLabel(tr("The script, job.sh in the run's folder:"));
  auto* commandLabel = new QLabel(
      tr("It is submitted with this command line; RUN stands for the new run's identity:"));
  scriptLabel->setBuddy(m_script);
  commandLabel->setBuddy(m_command);
  m_sync->setReadOnly(true);
  m_sync->setFont(monospace);
  m_sync->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_syncTitle->setBuddy(m_sync);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* copyScript = buttons->addButton(tr("Copy script"), QDialogButtonBox::ActionRole);
  auto* copyCommand = buttons->addButton(tr("Copy command line"), QDialogButtonBox::ActionRole);
  auto* column = new QVBoxLayout(this);
  column->addWidget(scriptLabel);
  column->addWidget(m_script, 3);
  column->addWidget(commandLabel);
  column->addWidget(m_command);
  column->addWidget(m_syncTitle);
  column->addWidget(m_sync, 2);
  column->addWidget(buttons);
  connect(copyScript, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_script->toPlainText()); });
  connect(copyCommand, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_command->toPlainText()); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  resize(900, 640);
}

void PreviewDialog::showRendered(const QString& title, const QString& target, const QString& script,
                                 const QString& commandLine) {
  setWindowTitle(tr("Preview of %1").arg(title));
  m_script->setPlainText(script);
  m_command->setPlainText(commandLine);
  const bool travels = target != QLatin1String("here");
  m_syncTitle->setVisible(travels);
  m_sync->setVisible(travels);
  m_syncTitle->setText(tr("What would travel to %1:").arg(target));
  m_sync->setAccessibleName(m_syncTitle->text());
  m_sync->setPlainText(tr("Comparing with what is there…"));
  show();
  raise();
  activateWindow();
}

void PreviewDialog::showSync(const QString& text) { m_sync->setPlainText(text); }

}  // namespace trainyard
