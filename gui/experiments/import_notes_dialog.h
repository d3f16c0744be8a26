// SPDX-License-Identifier: GPL-3.0-or-later
// What was not converted when importing settings, and why: a text to keep next to the new document.
#pragma once

#include <QDialog>
#include <QPlainTextEdit>
#include <vector>

#include "engine/contract/describe/diagnostic.h"

class QLabel;
class QPushButton;

namespace trainyard {

class ImportNotesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ImportNotesDialog(QWidget* parent);

  void showNotes(const std::vector<Diagnostic>& notes);

 private:
  void retranslate();

  std::vector<Diagnostic> m_notes;
  QLabel* m_heading;
  QPlainTextEdit* m_text = new QPlainTextEdit;
  QPushButton* m_copy;
};

}  // namespace trainyard
