// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment's text with line numbers and its findings underlined.
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "engine/contract/diagnostic.h"

namespace trainyard {

class YamlHighlighter;

class YamlEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit YamlEditor(QWidget* parent = nullptr);

  // Changes only the characters that differ, so that the cursor stays, and scrolls to the first of
  // them.
  void showText(const QString& text);
  void showDiagnostics(std::vector<Diagnostic> diagnostics);
  void jumpTo(int line, int column);

  void paintMargin(QPaintEvent* event);
  int marginWidth() const;

 signals:
  // The user changed the text.
  void typed(const QString& text);
  void undoRequested();
  void redoRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void bringIntoView(const QTextCursor& cursor);
  void markFindings();
  const Diagnostic* findingAt(int line) const;

  QWidget* m_margin;
  YamlHighlighter* m_highlighter;
  std::vector<Diagnostic> m_diagnostics;
  bool m_leavesWithTab = false;  // the last key was Esc
  bool m_showing = false;
};

}  // namespace trainyard
