// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment's text as it is seen: line numbers with the marks of its findings, whose sentences
// stand beside their lines, notes, sections that fold.
#pragma once

#include <QMap>
#include <QPlainTextEdit>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "gui/experiments/yaml/yaml_folds.h"
#include "gui/experiments/yaml/yaml_outline.h"

namespace trainyard {

class SpacedLayout;

class YamlView : public QPlainTextEdit {
  Q_OBJECT
 public:
  YamlView();

  void showDiagnostics(std::vector<Diagnostic> diagnostics);
  // Words beside the lines of settings, by path: "study: 5 values".
  void showNotes(const QMap<QString, QString>& notes);
  // Marks the line of the setting that somebody works on elsewhere; empty: of none.
  void showField(const QString& path);

  const YamlOutline& outline() const { return m_outline; }
  // Of the section whose key is in this line, from 1.
  bool isFolded(int line) const;
  void setFolded(int line, bool isFolded);
  void foldAll();
  void unfoldAll();
  // The section that the cursor is in.
  void foldAtCursor(bool isFolded);
  // What stands beside a line, as it is seen: elided, empty where there is no room for it.
  QString besideLine(int line) const;

  QRect foldArrow(int line) const;  // in the margin; empty if the line is not seen
  QWidget* margin() { return m_margin; }
  int marginWidth() const;
  void paintMargin(QPaintEvent* event);
  void pressMargin(const QPoint& at);
  QString marginHelp(const QPoint& at) const;

 signals:
  void linePressed(int line);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

  void reveal(int line);
  void markFindings();
  const Diagnostic* findingAt(int line) const;

 private:
  // What is painted beside a line, from left to right.
  struct Beside {
    double left = 0, room = 0;
    QString folded, note;
    const Diagnostic* finding = nullptr;
  };

  void connectView();
  void followText();
  void applyFolds();
  // Of the lines that are folded below it, too.
  const Diagnostic* findingBelow(int line) const;
  // The line that somebody works on, from 0; -1: none.
  int currentLine() const;
  void repaintAll();
  // The lines that are seen, with their places.
  template <class Paint>
  void forEachLine(const Paint& paint) const;
  void paintGround(QPainter& painter) const;
  void paintSelection(QPainter& painter, const QTextBlock& block, const QRectF& place) const;
  Beside besideOf(const QTextBlock& block, const QRectF& place) const;
  void paintBeside(QPainter& painter, const QTextBlock& block, const QRectF& place) const;
  void paintMarginLine(QPainter& painter, const QTextBlock& block, const QRectF& place) const;

  SpacedLayout* m_layout;
  QWidget* m_margin;
  YamlOutline m_outline;
  YamlFolds m_folds;
  std::vector<Diagnostic> m_diagnostics;
  QMap<QString, QString> m_notes;
  QString m_field;
};

}  // namespace trainyard
