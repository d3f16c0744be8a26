// SPDX-License-Identifier: GPL-3.0-or-later
// Offers names below a field of paths while a person types in it, after a pause; Ctrl+Space asks at
// any time. Tab takes what all names have in common, Return the chosen one, Escape none. A field of
// several paths has one a line.
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
  // `input` is a line or lines, and owns this.
  PathCompleter(PathHelp* help, PathHelp::Owner owner, QWidget* input);

  ~PathCompleter() override;

  PathNamesModel* names() { return &m_names; }
  QCompleter* completer() { return m_completer; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString typed() const;  // up to the cursor, where that is the end of the path
  bool isAtEnd() const;
  void follow();
  void offer(QObject* asker, const QString& typed, const PathNames& names);
  void take(const QString& name);  // in place of the last part of what is typed

  QPointer<PathHelp> m_help;  // may go first: the keys leave a field that is taken down
  PathHelp::Owner m_owner;
  QLineEdit* m_line;
  QPlainTextEdit* m_lines;
  QWidget* m_input;
  PathNamesModel m_names;
  QCompleter* m_completer;
};

}  // namespace trainyard
