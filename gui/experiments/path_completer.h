// SPDX-License-Identifier: GPL-3.0-or-later
// Suggests names below a path field after a pause in typing; Ctrl+Space requests them at any time.
// Tab inserts the common prefix, Return the selected name, Escape none. A field with several paths
// has one per line.
#pragma once

#include <QObject>
#include <QPointer>

#include "gui/experiments/path_help.h"
#include "gui/experiments/path_names_model.h"

class QCompleter;
class QLineEdit;
class QPlainTextEdit;

namespace trainyard {

class PathCompleter : public QObject {
  Q_OBJECT
 public:
  // `input` is a line edit or a text edit, and owns this.
  PathCompleter(PathHelp* help, PathHelp::Owner owner, QWidget* input);

  ~PathCompleter() override;

  PathNamesModel* names() { return &m_names; }
  QCompleter* completer() { return m_completer; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString typed() const;  // up to the cursor, if that is at the end of the path
  bool isAtEnd() const;
  void follow();
  void offer(QObject* asker, const QString& typed, const PathNames& names);
  void take(const QString& name);  // replaces the last component of what is typed

  QPointer<PathHelp> m_help;  // may be destroyed first: a field loses focus when it is destroyed
  PathHelp::Owner m_owner;
  QLineEdit* m_line;
  QPlainTextEdit* m_lines;
  QWidget* m_input;
  PathNamesModel m_names;
  QCompleter* m_completer;
};

}  // namespace trainyard
