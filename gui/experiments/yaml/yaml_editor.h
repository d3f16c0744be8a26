// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment's text as it is edited: completion of keys and choices, help under the pointer.
#pragma once

#include "gui/experiments/yaml/yaml_view.h"

namespace trainyard {

class YamlCompleter;
class YamlHighlighter;

class YamlEditor : public YamlView {
  Q_OBJECT
 public:
  YamlEditor();

  // Changes only the characters that differ, so that the cursor stays, and scrolls to the first of
  // them.
  void showText(const QString& text);
  // Lines and columns count from 1.
  void jumpTo(int line, int column);
  // To the setting or, if it is not written, its section.
  void jumpToField(const QString& path);
  // For another document: nothing is folded, and the cursor is at its beginning.
  void startAnew();
  YamlCompleter* completer() { return m_completer; }

 signals:
  // The user changed the text.
  void typed(const QString& text);
  void undoRequested();
  void redoRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void bringIntoView(const QTextCursor& cursor);
  void insertLine();
  bool takesKey(QKeyEvent* event);
  QString helpAt(const QTextCursor& cursor) const;

  YamlHighlighter* m_highlighter;
  YamlCompleter* m_completer;
  bool m_leavesWithTab = false;  // the last key was Esc
  bool m_showing = false;
};

}  // namespace trainyard
