// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the script and the command line of a submission, and what would be transferred to a
// cluster: in a monospace font, selectable, to copy or save.
#pragma once

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace trainyard {

class PreviewDialog : public QDialog {
  Q_OBJECT
 public:
  explicit PreviewDialog(QWidget* parent);

  // `target`: the cluster whose transfer preview is still pending; "here" if nothing is
  // transferred.
  void showRendered(const QString& title, const QString& target, const QString& script,
                    const QString& commandLine);
  void showSync(const QString& text);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  QPushButton *m_copyScript, *m_copyCommand;
  QLabel *m_scriptTitle, *m_commandTitle;
  QPlainTextEdit* m_script;
  QPlainTextEdit* m_command;
  QLabel* m_syncTitle;
  QPlainTextEdit* m_sync;
};

}  // namespace trainyard
