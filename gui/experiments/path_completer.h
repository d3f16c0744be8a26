// SPDX-License-Identifier: GPL-3.0-or-later
// Suggests names below a path field after a pause in typing; Ctrl+Space requests them at any time.
// Tab inserts the common prefix, Return the selected name, Escape none. In a field with several
// paths it is about the one that is being typed.
#pragma once

#include <QObject>
#include <QPointer>

#include "gui/experiments/checks/path_help.h"
#include "gui/experiments/checks/path_names_model.h"

class QCompleter;

namespace trainyard {

class ValueLine;

class PathCompleter : public QObject {
  Q_OBJECT
 public:
  // `line` owns this.
  PathCompleter(PathHelp* help, PathHelp::Owner owner, ValueLine* line);

  ~PathCompleter() override;

  PathNamesModel* names() { return &m_names; }
  QCompleter* completer() { return m_completer; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  void offer(QObject* asker, const QString& typed, const PathNames& names);
  void take(const QString& name);  // replaces the last component of what is typed

  QPointer<PathHelp> m_help;  // may be destroyed first: a field loses focus when it is destroyed
  PathHelp::Owner m_owner;
  ValueLine* m_line;
  QString m_offeredFor;  // what was typed when the names were asked for
  PathNamesModel m_names;
  QCompleter* m_completer;
};

}  // namespace trainyard
