// SPDX-License-Identifier: GPL-3.0-or-later
// The list of what can be written at the cursor of an experiment's text, opened with Ctrl+Space.
#pragma once

#include <QObject>

#include "gui/experiments/yaml/yaml_completion.h"

class QCompleter;
class QKeyEvent;
class QPlainTextEdit;
class QStandardItemModel;

namespace trainyard {

class YamlCompleter : public QObject {
  Q_OBJECT
 public:
  // Belongs to the editor.
  explicit YamlCompleter(QPlainTextEdit* editor);

  void open();
  bool isOpen() const;
  // Keys that belong to the list while it is open.
  bool takes(const QKeyEvent& event) const;
  // After a key that was typed.
  void follow();
  QCompleter* list() { return m_list; }

 private:
  YamlCompletion completion() const;
  void fill(const YamlCompletion& completion);
  void write(const QString& word);

  QPlainTextEdit* m_editor;
  QStandardItemModel* m_model;
  QCompleter* m_list;
};

}  // namespace trainyard
