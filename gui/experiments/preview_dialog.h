// Shows the script and the command line of a submission: monospace, selectable, to be copied or saved elsewhere.
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace trainyard {

class PreviewDialog : public QDialog {
  Q_OBJECT
 public:
  explicit PreviewDialog(QWidget* parent);

  void showRendered(const QString& title, const QString& script, const QString& commandLine);

 private:
  QPlainTextEdit* m_script;
  QLineEdit* m_command;
};

}  // namespace trainyard
