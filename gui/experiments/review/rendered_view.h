// SPDX-License-Identifier: GPL-3.0-or-later
// What would be submitted, as text: the job script, the document with every setting, the command
// line; of a study, for the run that is chosen.
#pragma once

#include <QComboBox>
#include <QToolButton>
#include <QWidget>

class QSyntaxHighlighter;

namespace trainyard {

class NumberedText;
namespace look {
class SegmentedControl;
}

class RenderedView : public QWidget {
  Q_OBJECT
 public:
  enum class Part { script, document, command };

  RenderedView();

  // The names of a study's runs; empty: there is only one.
  void setRuns(const QStringList& names);
  int run() const;
  void showRendered(const QString& script, const QString& commandLine);
  void showDocument(const QString& resolved);
  // While it is being rendered, or why it could not be.
  void showInstead(const QString& sentence);
  void choosePart(Part part);
  const QString& script() const { return m_script; }
  QString text() const;

 signals:
  void runChosen(int run);

 private:
  void retranslate();
  void showPart();

  look::SegmentedControl* m_parts;
  QComboBox* m_run = new QComboBox;
  QToolButton* m_copy = new QToolButton;
  NumberedText* m_text;
  QSyntaxHighlighter* m_highlighter = nullptr;
  QString m_script, m_command, m_document, m_instead;
};

}  // namespace trainyard
